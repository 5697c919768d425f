// Walking through a game: by keys, buttons and links, or by itself.

// -- links: #game=3&move=57 ------------------------------------------------------------------------------------------

const linkTo = (number, at) => `#game=${number}&move=${at}`;

function follow(number, at) {
  history.pushState(null, '', linkTo(number, at));
  showLinked();
}

// Shows what the address says: a game at a move, or none.
function showLinked() {
  const link = new URLSearchParams(location.hash.slice(1)), number = link.get('game');
  const isHere = number !== null && number in data.replays;
  byId('lost').textContent = number === null || isHere ? '' : `Game ${number} cannot be replayed on this page.`;
  if (isHere) openReplay(Number(number), Math.trunc(Number(link.get('move'))) || 0);
  else {
    nAsked++;
    pause();
    shown = null;
    byId('replay').close();
  }
}

const ADDRESS_EVERY = 400; // ms: browsers refuse an address that changes more than some 100 times in 30 s
let remembering = null;
// Moves do not fill the way back: one step leads out of the game.
function rememberMove() {
  const link = linkTo(shown.game[0], shown.at);
  byId('link').href = link;
  remembering ??= setTimeout(() => {
    remembering = null;
    if (byId('replay').open) history.replaceState(null, '', linkTo(shown.game[0], shown.at));
  }, ADDRESS_EVERY);
}

// The reader has closed the game. What the address has closed, or opened since, is left alone: the event comes late.
function leave() {
  if (byId('replay').open || shown === null) return;
  pause();
  shown = null;
  if (new URLSearchParams(location.hash.slice(1)).has('game')) history.pushState(null, '', location.href.split('#')[0]);
}

// -- by itself -------------------------------------------------------------------------------------------------------

const SPEEDS = [0.5, 1, 2, 4, 8]; // moves a second
let waiting = null; // for the next move
const isPlaying = () => waiting !== null;

function pause() {
  clearTimeout(waiting);
  waiting = null;
  showPlaying();
}

function play() {
  if (shown.at === shown.steps.length) showMove(0);
  waiting = setTimeout(playOn, 1000 / Number(byId('speed').value));
  showPlaying();
}

function playOn() {
  showMove(shown.at + 1);
  if (shown.at === shown.steps.length) pause();
  else play();
}

function showPlaying() {
  byId('play').textContent = isPlaying() ? '❚❚ pause' : '▶ play';
  byId('play').setAttribute('aria-pressed', isPlaying());
}

function changeSpeed(by) {
  const speed = byId('speed');
  speed.selectedIndex = Math.max(0, Math.min(SPEEDS.length - 1, speed.selectedIndex + by));
}

// -- by hand ---------------------------------------------------------------------------------------------------------

function go(at) {
  pause();
  showMove(at);
}

// A step in the game or, while a better line is shown, in that.
function step(by) {
  if (shown.aside === null) return go(shown.at + by);
  shown.aside = Math.max(0, Math.min(shown.aside + by, markAt(shown.at)[4].length));
  showPosition();
}

function goToNextRound() {
  let at = shown.at;
  const now = stateAt(at).round;
  while (at < shown.steps.length && stateAt(at).round === now) at++;
  go(at);
}

const KEYS = {
  ArrowRight: () => step(1),
  ArrowLeft: () => step(-1),
  PageDown: () => go(shown.at + 20),
  PageUp: () => go(shown.at - 20),
  Home: () => go(0),
  End: () => go(shown.steps.length),
  r: () => goToNextRound(),
  n: () => goToMistake(1),
  p: () => goToMistake(-1),
  b: () => toggleBetter(),
  a: () => (isPlaying() ? pause() : play()),
  '+': () => changeSpeed(1),
  '-': () => changeSpeed(-1),
};

function onKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || byId('help').open) return;
  const isField = ['INPUT', 'SELECT', 'TEXTAREA'].includes(event.target.tagName);
  if (event.key === '?' && !isField) byId('help').showModal();
  else if (byId('replay').open && shown && event.key in KEYS && !(isField && event.key.length > 1)) KEYS[event.key]();
  else return;
  event.preventDefault();
}
