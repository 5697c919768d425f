// The replay of one game: the position as its face draws it, what changed in it, and the moves.

const chunkCache = new Map();
async function unpack(chunk) {
  if (!chunkCache.has(chunk)) {
    const bytes = Uint8Array.from(atob(data.chunks[chunk]), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
    chunkCache.set(chunk, JSON.parse(await new Response(stream).text()));
  }
  return chunkCache.get(chunk);
}

// The game on the screen: { game, first, steps, analysis, at, aside, kept }. `aside`: how far a better line is followed from
// there, null if none is shown.
let shown = null;
let nAsked = 0;
async function openReplay(number, at) {
  const place = data.replays[String(number)], asked = ++nAsked;
  const [first, steps, analysis] = (await unpack(Math.floor(place / data.perChunk)))[place % data.perChunk];
  if (asked !== nAsked) return; // another game was asked for meanwhile
  shown = { game: data.games.find((game) => game[0] === number), first, steps, analysis, at: 0, aside: null,
    kept: [JSON.stringify(first)] };
  byId('replayTitle').textContent = `Game ${number}, deal ${shown.game[1]}: ` + shown.game[2].map((bot, seat) =>
    `${isSolo ? '' : `${seat} `}${short(data.bots[bot] || '', 18)}`).join(', ');
  byId('slider').max = steps.length;
  byId('nextRound').hidden = !hasRounds(first);
  drawMoves();
  if (!byId('replay').open) byId('replay').showModal();
  drawAnalysis();
  showMove(at);
}

function drawMoves() {
  const faults = new Set(shown.game[5].map((fault) => fault[2]));
  byId('moves').replaceChildren(...shown.steps.map(([mover, words], k) => {
    const mark = markAt(k), item = element('li', faults.has(k) ? { class: 'fault' } : {},
      `${mover < 0 ? '' : mover + ' '}${words}`, ...(mark ? [' ', element('b', { class: 'mark' }, mark[1])] : []));
    item.onclick = () => go(k);
    return item;
  }));
}

function change(state, changes) {
  for (const [key, ...rest] of changes) {
    if (rest.length === 1) state[key] = rest[0];
    else if (rest[1] === null && !Array.isArray(state[key])) delete state[key][rest[0]];
    else state[key][rest[0]] = rest[1];
  }
}

const KEPT_EVERY = 32; // positions of long games are kept so often: a step costs no more late in a game

// The position before a move and, if a better line is given, after some of its moves.
function stateAt(at, line = []) {
  const { kept, steps } = shown, from = Math.floor(at / KEPT_EVERY);
  const walked = (state, some) => {
    for (const [, , changes] of some) change(state, JSON.parse(JSON.stringify(changes))); // a state shares no list with a step
    return state;
  };
  while (kept.length <= from) kept.push(JSON.stringify(walked(JSON.parse(kept.at(-1)),
    steps.slice(KEPT_EVERY * (kept.length - 1), KEPT_EVERY * kept.length))));
  return walked(JSON.parse(kept[from]), [...steps.slice(KEPT_EVERY * from, at), ...line]);
}

// What the mover said when it chose: its chance to win, and the worth of what is to be won.
function said(step) {
  if (!step || step.length < 4) return '';
  const [, , , worth, chance] = step;
  const words = [];
  if (chance !== null) words.push(`gives itself ${(100 * chance).toFixed(0)}%`);
  if (worth !== null) words.push(`says winning is worth ${worth.toFixed(0)}`);
  return words.length ? ` (${words.join(', ')})` : '';
}

function showMove(at) {
  if (!shown) return;
  shown.at = at = Math.max(0, Math.min(at, shown.steps.length));
  shown.aside = null;
  byId('slider').value = at;
  byId('at').textContent = `${at} / ${shown.steps.length}`;
  const faults = shown.game[5].filter((fault) => fault[2] === at);
  byId('blame').textContent = faults.map((fault) =>
    `Fault of seat ${seatName(fault[0])}: ${fault[1]}\n${faultText(fault)}`).join('\n');
  showPosition();
  const list = byId('moves'), here = list.children[at];
  for (const item of list.querySelectorAll('.here')) item.classList.remove('here');
  if (here) here.classList.add('here');
  // Not scrollIntoView, which would scroll the dialog as well and take the board out of sight.
  list.scrollTop = here ? here.offsetTop - list.offsetTop - list.clientHeight / 2 : list.scrollHeight;
  rememberMove();
}

const told = (step) => `${step[0] < 0 ? 'Chance:' : `Seat ${seatName(step[0])}`} ${step[1]}`;

// The position that was walked to, in the game or aside of it.
function showPosition() {
  const { at, steps, aside } = shown, line = aside === null ? [] : markAt(at)[4].slice(0, aside);
  const state = stateAt(at, line), next = aside === null ? steps[at] : markAt(at)[4][aside];
  const last = line.length ? line.at(-1) : steps[at - 1];
  const before = line.length ? stateAt(at, line.slice(0, -1)) : at ? stateAt(at - 1) : null;
  const round = hasRounds(state) ? `${face.round(state)}. ` : '';
  const way = aside === null ? '' : 'Better line: ';
  byId('now').textContent = way + round + (next ? told(next) + said(next) : aside === null ? theEnd() : 'as far as it was followed.');
  byId('last').textContent = last ? `Just now: ${told(last)}` : '';
  face.draw(state, byId('board'), byId('side'), before);
  showChanges(state, before);
  showAnalysis();
}

// Highlights the elements whose part of the position (`data-part`, several with commas) the last move changed.
function showChanges(state, before) {
  const within = (position, path) => JSON.stringify(path.reduce((inside, key) => inside?.[key], position) ?? null);
  for (const one of byId('replay').querySelectorAll('[data-part]')) {
    const paths = one.dataset.part.split(',').map((path) => path.split(' '));
    one.classList.toggle('changed', before !== null && paths.some((path) => within(state, path) !== within(before, path)));
  }
}

const seatName = (seat) => `${seat} (${short(data.bots[shown.game[2][seat]], 20)})`;

// The bots' colours, unless one bot sits in several seats.
const seatColour = (seat) => (new Set(shown.game[2]).size === shown.game[2].length ? colour(shown.game[2][seat]) :
  COLOURS[seat % COLOURS.length]);
const seatDot = (seat) => element('span', { class: 'dot', style: `background:${seatColour(seat)}` });

// Who is to move in the position shown; null: nobody, less than 0: chance.
function mover() {
  const { at, steps, aside } = shown, next = aside === null ? steps[at] : markAt(at)[4][aside];
  return next ? next[0] : null;
}
const hasRounds = (state) => Number.isInteger(state.round);

function theEnd() {
  const [, , seats, counts, scores] = shown.game, reached = `${data.face.score} ${scores.map(scoreText).join(', ')}`;
  if (!counts) return 'The game does not count.';
  const winners = seats.flatMap((_, seat) => (isBest(shown.game, seat) ? [`seat ${seatName(seat)}`] : []));
  if (isSolo) return `The end: ${reached}${winners.length ? ', the best on this deal' : ''}.`;
  return `The end: ${winners.join(' and ')} ${winners.length > 1 ? 'share the victory' : 'wins'}; ${reached}.`;
}
