// The replay of one game: the board, the players, the moves.

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
    `${seat} ${short(data.bots[bot] || '', 18)}`).join(', ');
  byId('slider').max = steps.length;
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

// What the mover said when it chose: its chance to win, and what winning the auction is worth.
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
  const round = state.round ? `Round ${state.round}${data.settings.rounds ? ` of ${data.settings.rounds}` : ''}. ` : '';
  const move = next ? `${next[0] < 0 ? 'Chance:' : `Seat ${seatName(next[0])}`} ${next[1]}` : theEnd();
  byId('now').textContent = round + move + said(next);
  byId('blame').textContent = faults.map((fault) =>
    `Fault of seat ${seatName(fault[0])}: ${fault[1]}\n${faultText(fault)}`).join('\n');
  if (state.zones) {
    drawBoard(state);
    drawSide(state);
  } else {
    byId('board').replaceChildren(element('pre', {}, JSON.stringify(state, null, 2)));
    byId('side').replaceChildren();
  }
  const list = byId('moves'),
    here = list.children[at];
  for (const item of list.querySelectorAll('.here')) item.classList.remove('here');
  if (here) here.classList.add('here');
  // Not scrollIntoView, which would scroll the dialog as well and take the board out of sight.
  list.scrollTop = here ? here.offsetTop - list.offsetTop - list.clientHeight / 2 : list.scrollHeight;
}

const seatName = (seat) => `${seat} (${short(data.bots[shown.game[2][seat]], 20)})`;

function theEnd() {
  const [, , , places, wealth] = shown.game;
  if (places === null) return 'The game does not count.';
  const winners = places.flatMap((_, seat) => (isBest(places, seat) ? [`seat ${seatName(seat)}`] : []));
  return `The end: ${winners.join(' and ')} ${winners.length > 1 ? 'share the victory' : 'wins'}; wealth ${wealth.join(', ')}.`;
}

// Letter, colour, and the colour of the letter on it.
const TANK = { quartz: ['Q', '#9b59b6', '#fff'], ore: ['O', '#a0522d', '#fff'], water: ['W', '#2472a8', '#fff'],
  energy: ['E', '#d4ac0d', '#1d2733'] };

function drawBoard(state) {
  const size = 62,
    gap = 4,
    across = data.settings.edition === 'ludoart',
    parts = [],
    letters = 'ABCDEF';
  const at = (position, lineNumber) => (across ? [(lineNumber - 1) * (size + gap), position * (size + gap)] : [
    position * (size + gap), (lineNumber - 1) * (size + gap)
  ]);
  for (let lineNumber = 1; lineNumber <= 7; lineNumber++)
    for (let position = 0; position < 6; position++) {
      const zone = letters[position] + lineNumber,
        owner = state.zones[zone],
        [x, y] = at(position, lineNumber);
      const seat = typeof owner === 'number' ? owner : null;
      const fill = owner === 'x' ? 'var(--line)' : lineNumber === 4 ? 'var(--river)' : 'var(--back)';
      parts.push(rect(x, y, size, size, fill, hint(zone),
        `rx="6" stroke="${seat === null ? 'var(--line)' : seatColour(seat)}" stroke-width="${seat === null ? 1 : 4}"`
        ));
      parts.push(text(x + 5, y + 14, zone, 'class="soft" style="font-size:10px"'));
      if (seat !== null) parts.push(text(x + size - 6, y + 15, seat,
        'text-anchor="end" style="font-weight:700"'));
      if (owner === 'n') parts.push(
        `<rect x="${x + size / 2 - 9}" y="${y + size / 2 - 9}" width="18" height="18" rx="3" fill="var(--soft)" opacity=".55">${hint('neutral')}</rect>`
        );
      const tank = state.tanks[zone];
      if (tank) {
        const [letter, c, ink] = TANK[tank[0] || 'water'];
        const body = `<circle cx="${x + size / 2}" cy="${y + size / 2 + 5}" r="17" fill="${c}"/>` + text(x + size / 2,
          y + size / 2 + 10, letter + (tank[1] ? '+' : ''),
          `text-anchor="middle" style="fill:${ink};font-weight:700;font-size:15px"`);
        parts.push(tank[2] ?
          `<g opacity=".55" transform="rotate(90 ${x + size / 2} ${y + size / 2 + 5})">${body}</g>` + text(x + 6,
            y + size - 6, 'tipped', 'style="font-size:10px"') : body);
      }
    }
  const far = 6 * (size + gap);
  for (let lineNumber = 1; lineNumber <= 7; lineNumber++) {
    const along = (lineNumber - 1) * (size + gap) + size / 2,
      [x, y] = across ? [along, far + 14] : [far + 14, along];
    const here = state.airship === lineNumber;
    parts.push(
      `<circle cx="${x}" cy="${y}" r="${here ? 13 : 5}" fill="${here ? '#b3261e' : 'var(--line)'}">${hint(`line ${lineNumber}`)}</circle>`
      );
    if (here) parts.push(text(x, y + 4, across ? 'C' : 'A',
    'text-anchor="middle" style="fill:#fff;font-weight:700"'));
  }
  const [w, h] = across ? [7 * (size + gap), far + 32] : [far + 32, 7 * (size + gap)];
  byId('board').innerHTML =
    `<svg viewBox="-4 -4 ${w + 8} ${h + 8}" role="img" aria-label="board">${parts.join('')}</svg>`;
}
// The bots' colours, unless one bot sits in several seats.
const seatColour = (seat) => (new Set(shown.game[2]).size === shown.game[2].length ? colour(shown.game[2][seat]) :
  COLOURS[seat % COLOURS.length]);

function drawSide(state) {
  const players = element('table', {}, headRow('<seat', 'credits', 'Q', 'O', 'W', 'E', '<carriers', 'lic.', 'quart.',
    '<card'));
  state.credits.forEach((credits, seat) => players.append(element('tr', state.to_move === seat ?
    { style: 'font-weight:700' } : {}, element('td', { class: 'text' }, element('span', { class: 'dot',
      style: `background:${seatColour(seat)}` }), seat),
    element('td', {}, credits), ...state.goods[seat].map((n) => element('td', {}, n)), element(
    'td', { class: 'text' }, state.carriers[seat].map((size, k) => 'QOWE'[k] + size).join(' ')), element('td', {}, state.licenses[seat]), element(
      'td', {}, state.quarters[seat]),
    element('td', { class: 'text' }, state.specialist[seat] ? cardName(state.specialist[seat]) : ''))));
  const market = element('table', {}, headRow('<resource', 'price', 'supply', 'bonus'));
  RESOURCES.forEach((name, k) => market.append(element('tr', {}, element('td', { class: 'text' }, name), element(
  'td', {}, state.price[k]), element('td', {}, state.supply[k]), element('td', {}, state.bonus[k]))));
  const rest = element('p', { class: 'note' },
    `Tank market ${state.market}; reserve: ${state.reserve.tanks} tanks, ${state.reserve.licenses} licences, ${state.reserve.quarters} quarters; ` +
    `trading order ${state.order.map((name) => name || '?').join(', ')}` + (state.freelance ?
      `; freelance carrier: seat ${state.freelance.holder}` : '') + '.');
  byId('side').replaceChildren(players, market, rest);
}
