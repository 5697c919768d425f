// Steamopolis on the page: its city and airships, where points came from, what was bought and how games ended.

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

// What each source is called, and its colour.
const SOURCE = { machine: ['machines bought', '#8e44ad'], banner: ['banners', '#2472a8'], marker: ['markers', '#009e73'],
  statue: ['statues', '#7f7f7f'], banker: ['the banker', '#c08400'], district: ['districts', '#d35400'],
  effect: ['machine effects', '#cc79a7'], time: ['time', '#d6334a'] };

function drawSources() {
  const { sources } = data.figures, width = 560, left = 150, right = width - 50, step = 34, top = 8;
  const shown = data.own.sources.map((source, k) => [source, k]).filter(([, k]) => sources.some((row) => row[k]));
  const ups = sources.map((row) => row.reduce((sum, n) => sum + Math.max(n, 0), 0));
  const downs = sources.map((row) => row.reduce((sum, n) => sum + Math.min(n, 0), 0));
  const x = scale(Math.min(0, ...downs), Math.max(1, ...ups), left, right), bottom = top + step * data.bots.length;
  const parts = acrossAxis(x, left, right, top, bottom, 'points per game');
  data.bots.forEach((name, bot) => {
    const y = top + step * bot + 6;
    let up = 0, down = 0;
    parts.push(text(left - 8, y + 15, short(name, 20), 'text-anchor="end"'));
    for (const [source, k] of shown) {
      const n = sources[bot][k], from = n < 0 ? down + n : up, [words, fill] = SOURCE[source];
      parts.push(rect(x(from), y, x(from + Math.abs(n)) - x(from), step - 12, fill,
        hint(`${name}, ${words}: ${n.toFixed(1)} points per game`)));
      if (n < 0) down += n;
      else up += n;
    }
    parts.push(text(width - 4, y + 15, (ups[bot] + downs[bot]).toFixed(1), 'text-anchor="end"'));
  });
  svg('sources', width, bottom + 38, parts, 'points by source');
  byId('sources').before(element('p', { class: 'legend' }, ...shown.map(([source]) => element('span', {},
    element('span', { class: 'dot', style: `background:${SOURCE[source][1]}` }), SOURCE[source][0]))));
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

// Every tile's purchases as a column: machines full, banners pale above them.
function drawTiles() {
  const { tiles } = data.figures, names = Object.keys(data.own.machines), width = 980, left = 40, right = width - 6;
  const top = 24, bottom = 190, step = (right - left) / names.length, parts = [];
  const row = (name) => tiles[name] || [0, 0, 0];
  const y = scale(0, Math.max(1, ...names.map((name) => row(name)[0] + row(name)[1])), bottom, top);
  parts.push(...upAxis(y, left, right, 'bought'));
  names.forEach((name, k) => {
    const [machines, banners, won] = row(name), at = left + step * k, fill = BANNER[tileOf(name)[1]], n = machines + banners;
    const said = hint(`${tileHint(name)}; bought ${count(machines, 'time')} as a machine, ${banners} as a banner` +
      (n ? `, ${(100 * won / n).toFixed(0)}% of its buyers' games won` : ''));
    parts.push(rect(at + 2, y(machines), step - 4, bottom - y(machines), fill, said),
      rect(at + 2, y(n), step - 4, y(machines) - y(n), fill, said, 'opacity=".45"'),
      text(at + step / 2, bottom + 14, name.slice(1), 'text-anchor="middle" class="soft" style="font-size:10px"'));
  });
  svg('tiles', width, bottom + 24, parts, 'purchases of every tile');
}

function drawEnds() {
  const { ends } = data.figures, all = Object.values(ends).reduce((sum, n) => sum + n, 0);
  const table = element('table', {}, headRow('<end', 'games', 'share'));
  for (const [name, n] of [['third statue', ends.statues], ['last passenger tile', ends.passengers], ['round limit',
    ends.limit], ...(isSolo ? [['lost: no point left', ends.lost]] : [])]) table.append(element('tr', {},
    element('td', { class: 'text' }, name), element('td', {}, n), element('td', {}, all ? `${(100 * n / all).toFixed(0)}%` : '')));
  byId('ends').replaceChildren(table);
}

function drawTitles() {
  const table = element('table', {}, headRow('<bot', 'lost', ...data.own.titles));
  data.figures.titles.forEach((row, bot) => table.append(element('tr', {}, element('td', { class: 'text long' },
    data.bots[bot]), ...row.map((n) => element('td', {}, n)))));
  byId('titles').replaceChildren(table);
}

face.round = (state) => state.final ? 'Final round' : state.round ? `Round ${state.round}` : 'Set-up';
face.draw = (state, board, side) => {
  drawBoard(state, board);
  drawSide(state, side);
};
face.figures = () => {
  addFigure('sources', 'Points by source', 'Mean of the bot\'s games.' + (isSolo ? ' Time: what a game starts with, less a ' +
    'point for every steam and flight.' : ''));
  drawSources();
  if (isSolo) {
    addFigure('titles', 'Titles', 'Games by the title that their points bring.', true);
    drawTitles();
  }
  addFigure('bought', 'What was bought', 'Tiles and markers per game and seat, by bot.');
  drawBought();
  addFigure('ends', 'How games ended', 'What triggered the final round.');
  drawEnds();
  addFigure('tiles', 'Machine tiles', 'How often each was bought, as a machine or, paler, as a banner; colours are those of ' +
    'the banners.', true);
  drawTiles();
};
