// The replay of one game: the position as its face draws it, and the moves.

const chunkCache = new Map();
async function unpack(chunk) {
  if (!chunkCache.has(chunk)) {
    const bytes = Uint8Array.from(atob(data.chunks[chunk]), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
    chunkCache.set(chunk, JSON.parse(await new Response(stream).text()));
  }
  return chunkCache.get(chunk);
}

let shown = null; // { game, first, steps, at }
async function openReplay(number, at) {
  const place = data.replays[String(number)],
    chunk = Math.floor(place / data.perChunk);
  const [first, steps] = (await unpack(chunk))[place % data.perChunk];
  shown = { game: data.games.find((game) => game[0] === number), first, steps, at: 0 };
  const faults = new Map(shown.game[5].map((fault) => [fault[2], fault]));
  byId('replayTitle').textContent = `Game ${number}, deal ${shown.game[1]}: ` + shown.game[2].map((bot, seat) =>
    `${isSolo ? '' : `${seat} `}${short(data.bots[bot] || '', 18)}`).join(', ');
  byId('slider').max = steps.length;
  byId('nextRound').hidden = !hasRounds(first);
  byId('moves').replaceChildren(...steps.map(([mover, words], k) => {
    const item = element('li', faults.has(k) ? { class: 'fault' } : {},
      `${mover < 0 ? '' : mover + ' '}${words}`);
    item.onclick = () => showMove(k);
    return item;
  }));
  if (!byId('replay').open) byId('replay').showModal();
  showMove(Math.min(at, steps.length));
}

function stateAt(at) {
  const state = JSON.parse(JSON.stringify(shown.first));
  for (let k = 0; k < at; k++)
    for (const change of shown.steps[k][2]) {
      if (change.length === 2) state[change[0]] = change[1];
      else if (change[2] === null && !Array.isArray(state[change[0]])) delete state[change[0]][change[1]];
      else state[change[0]][change[1]] = change[2];
    }
  return state;
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
  const state = stateAt(at),
    next = shown.steps[at];
  byId('slider').value = at;
  byId('at').textContent = `${at} / ${shown.steps.length}`;
  const faults = shown.game[5].filter((fault) => fault[2] === at);
  const round = hasRounds(state) ? `${face.round(state)}. ` : '';
  const move = next ? `${next[0] < 0 ? 'Chance:' : `Seat ${seatName(next[0])}`} ${next[1]}` : theEnd();
  byId('now').textContent = round + move + said(next);
  byId('blame').textContent = faults.map((fault) =>
    `Fault of seat ${seatName(fault[0])}: ${fault[1]}\n${faultText(fault)}`).join('\n');
  face.draw(state, byId('board'), byId('side'));
  const list = byId('moves'),
    here = list.children[at];
  for (const item of list.querySelectorAll('.here')) item.classList.remove('here');
  if (here) here.classList.add('here');
  // Not scrollIntoView, which would scroll the dialog as well and take the board out of sight.
  list.scrollTop = here ? here.offsetTop - list.offsetTop - list.clientHeight / 2 : list.scrollHeight;
}

const seatName = (seat) => `${seat} (${short(data.bots[shown.game[2][seat]], 20)})`;

// The bots' colours, unless one bot sits in several seats.
const seatColour = (seat) => (new Set(shown.game[2]).size === shown.game[2].length ? colour(shown.game[2][seat]) :
  COLOURS[seat % COLOURS.length]);
const seatDot = (seat) => element('span', { class: 'dot', style: `background:${seatColour(seat)}` });

// Who is to move in the position shown; null: nobody, less than 0: chance.
const mover = () => (shown.at < shown.steps.length ? shown.steps[shown.at][0] : null);
const hasRounds = (state) => Number.isInteger(state.round);

function showNextRound() {
  let at = shown.at;
  const now = stateAt(at).round;
  while (at < shown.steps.length && stateAt(at).round === now) at++;
  showMove(at);
}

function theEnd() {
  const [, , seats, counts, scores] = shown.game, reached = `${data.face.score} ${scores.map(scoreText).join(', ')}`;
  if (!counts) return 'The game does not count.';
  const winners = seats.flatMap((_, seat) => (isBest(shown.game, seat) ? [`seat ${seatName(seat)}`] : []));
  if (isSolo) return `The end: ${reached}${winners.length ? ', the best on this deal' : ''}.`;
  return `The end: ${winners.join(' and ')} ${winners.length > 1 ? 'share the victory' : 'wins'}; ${reached}.`;
}
