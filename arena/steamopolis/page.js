// Steamopolis on the page: its city and airships, what was bought and how games ended.

const ROW = 44, CELL = 58, MARKET_X = 230;
const BANNER = { purple: '#8e44ad', blue: '#2472a8', orange: '#d35400' };
const USES = ['machine', 'banner', 'marker'];
const SIDES = ['L', 'R', 'M'];
const tileOf = (name) => data.own.machines[name] ||
  [0, '', '', ...(data.own.start[{ S0: 'back', cap: 'capacity' }[name] || name] || [0, '', '', 0])];
const tileHint = (name) => {
  const [rank, colour, cost, boilers, active, passive, storage] = tileOf(name);
  return `${name}: ${colour ? `rank ${rank}, ${colour} banner, cost ${cost || 'none'}, ` : ''}boilers ${boilers}, ` +
    `storage ${storage}${active ? `, active ${active}` : ''}${passive ? `, passive ${passive}` : ''}`;
};

function drawDistrict(state, name, x, y) {
  const [effect, isStatic] = data.own.districts[name], stones = state.stones[name] || [];
  const edge = stones.length ? `stroke="${seatColour(stones[0][0])}" stroke-width="4"` : 'stroke="var(--line)"';
  const parts = [rect(x, y, CELL - 6, ROW - 8, 'var(--back)', hint(`${name}: ${effect}${isStatic ? ' (static)' : ''}`),
    `rx="5" ${edge}`), text(x + 4, y + 12, name + (isStatic ? '~' : ''), 'class="soft" style="font-size:10px"')];
  const signs = stones.map(([seat, arrow]) => seat + (arrow ? '→' : '')).join(' ') +
    (state.shadow.includes(name) ? ' shadow' : '');
  if (signs) parts.push(text(x + CELL / 2 - 3, y + 28, signs, 'text-anchor="middle" style="font-weight:700;font-size:13px"'));
  return parts.join('');
}

function drawMarket(state, level, y) {
  if (level === 1) return text(MARKET_X, y + 22, `markers: crystal ${state.bonus[0]}, gear ${state.bonus[1]}`, '');
  const parts = [];
  let x = MARKET_X;
  for (const market of [`${level}`, `${level}x`]) {
    const name = state.open[market];
    if (!name) continue;
    parts.push(rect(x, y, 46, ROW - 8, BANNER[tileOf(name)[1]] || 'var(--soft)', hint(tileHint(name)), 'rx="4"'),
      text(x + 23, y + 23, name, 'text-anchor="middle" style="fill:#fff;font-weight:700;font-size:12px"'));
    x += 52;
  }
  for (const [rank, colour, name] of state.down[level] || []) {
    parts.push(rect(x, y + 6, 26, ROW - 20, BANNER[colour], hint(name ? tileHint(name) : `rank ${rank}, ${colour} banner`),
      'rx="3" opacity=".55"'), text(x + 13, y + 23, rank, 'text-anchor="middle" style="fill:#fff;font-size:12px"'));
    x += 30;
  }
  if (state.statues.includes(level)) parts.push(text(x + 4, y + 23, 'statue', 'style="font-weight:700"'));
  return parts.join('');
}

function drawBoard(state, board) {
  const parts = [];
  for (let level = 8; level >= 1; level -= 1) {
    const y = (8 - level) * ROW;
    const people = (state.passengers[0] === level ? 'B' : '') + (state.passengers[1] === level ? 'S' : '');
    parts.push(text(0, y + 22, level, 'style="font-weight:700"'), text(14, y + 22, people, 'style="fill:#b3261e;font-weight:700"'));
    SIDES.forEach((side, k) => {
      if (data.own.districts[level + side]) parts.push(drawDistrict(state, level + side, 34 + k * CELL, y));
    });
    parts.push(drawMarket(state, level, y));
  }
  board.innerHTML = `<svg viewBox="-4 -4 470 ${8 * ROW + 8}" role="img" aria-label="city">${parts.join('')}</svg>`;
}

function drawSide(state, side) {
  const cell = (content) => element('td', {}, content), words = (...content) => element('td', { class: 'text' }, ...content);
  const players = element('table', {}, headRow('<seat', 'points', 'crystals', 'gears', '<gauge', '<machine room', 'banners',
    'tiles', 'parasites'));
  state.points.forEach((points, seat) => players.append(element('tr', mover() === seat ? { style: 'font-weight:700' } : {},
    words(seatDot(seat), seat), cell(points), cell(state.goods[seat][0]), cell(state.goods[seat][1]),
    words('|'.repeat(state.base[seat]) + state.gauge[seat].slice(state.base[seat])),
    words(state.room[seat].map((name) => name || '-').join(' ')), cell(state.banners[seat].length), cell(state.tiles[seat]),
    cell(state.parasites[seat][0] + (state.parasites[seat][1].length ? `+${state.parasites[seat][1].length}` : '')))));
  const tile = state.tile ? `banker to ${state.tile[0]}, stoker to ${state.tile[1]}` : 'none, printed targets';
  side.replaceChildren(players, element('p', { class: 'note' }, `Passenger tile: ${tile}; ${state.stack} left. ` +
    `Supply: ${state.supply.crystals} crystals, ${state.supply.gears} gears. Gauge: o stone, a with arrow, m marker.`));
}

function drawBought() {
  const { bought } = data.figures;
  if (!bought.length) {
    byId('bought').textContent = 'Nobody bought anything.';
    return;
  }
  const table = element('table', {}, headRow('<bot', ...USES.map((use) => `${use}s per game`)));
  data.bots.forEach((name, bot) => table.append(element('tr', {}, element('td', { class: 'text long' }, name),
    ...USES.map((use) => {
      const row = bought.find((one) => one[0] === bot && one[1] === use);
      return element('td', {}, row ? (row[3] / row[2]).toFixed(1) : '0.0');
    }))));
  byId('bought').replaceChildren(table);
}

function drawEnds() {
  const { ends } = data.figures, all = ends.statues + ends.passengers + ends.other;
  const table = element('table', {}, headRow('<end', 'games', 'share'));
  for (const [name, n] of [['third statue', ends.statues], ['last passenger tile', ends.passengers],
    [data.settings.players === 1 ? 'lost, or the round limit' : 'round limit', ends.other]]) table.append(element('tr', {},
    element('td', { class: 'text' }, name), element('td', {}, n), element('td', {}, all ? `${(100 * n / all).toFixed(0)}%` : '')));
  byId('ends').replaceChildren(table);
}

face.round = (state) => state.final ? 'Final round' : state.round ? `Round ${state.round}` : 'Set-up';
face.draw = (state, board, side) => {
  drawBoard(state, board);
  drawSide(state, side);
};
face.figures = () => {
  addFigure('bought', 'What was bought', 'Tiles and markers per game and seat, by bot.');
  addFigure('ends', 'How games ended', 'What triggered the final round.');
  drawBought();
  drawEnds();
};
