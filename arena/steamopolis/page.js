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
  if (signs) parts.push(text(x + CELL / 2 - 3, y + 28, signs, 'text-anchor="middle" style="font-weight:700;font-size:12px"'));
  return `<g data-part="stones ${name}">${parts.join('')}</g>`;
}

function drawMarket(state, level, y) {
  if (level === 1) return text(MARKET_X, y + 22, `markers: crystal ${state.bonus[0]}, gear ${state.bonus[1]}`, 'data-part="bonus"');
  const parts = [];
  let x = MARKET_X;
  for (const market of [`${level}`, `${level}x`]) {
    const name = state.open[market];
    if (!name) continue;
    parts.push(rect(x, y, 46, ROW - 8, BANNER[tileOf(name)[1]] || 'var(--soft)', hint(tileHint(name)), `rx="4" data-part="open ${market}"`),
      text(x + 23, y + 23, name, 'text-anchor="middle" style="fill:#fff;font-weight:700;font-size:12px"'));
    x += 52;
  }
  for (const [k, [rank, colour, name]] of (state.down[level] || []).entries()) {
    parts.push(rect(x, y + 6, 26, ROW - 20, BANNER[colour], hint(name ? tileHint(name) : `rank ${rank}, ${colour} banner`),
      `rx="3" opacity=".55" data-part="down ${level} ${k}"`), text(x + 13, y + 23, rank, 'text-anchor="middle" style="fill:#fff;font-size:12px"'));
    x += 30;
  }
  if (state.statues.includes(level)) parts.push(text(x + 4, y + 23, 'statue', 'data-part="statues" style="font-weight:700"'));
  return parts.join('');
}

function drawBoard(state, board) {
  const parts = [];
  for (let level = 8; level >= 1; level -= 1) {
    const y = (8 - level) * ROW;
    const people = (state.passengers[0] === level ? 'B' : '') + (state.passengers[1] === level ? 'S' : '');
    parts.push(text(0, y + 22, level, 'style="font-weight:700"'), text(14, y + 22, people, 'data-part="passengers" style="fill:#b3261e;font-weight:700"'));
    SIDES.forEach((side, k) => {
      if (data.own.districts[level + side]) parts.push(drawDistrict(state, level + side, 34 + k * CELL, y));
    });
    parts.push(drawMarket(state, level, y));
  }
  board.innerHTML = `<svg viewBox="-4 -4 470 ${8 * ROW + 8}" role="img" aria-label="city">${parts.join('')}</svg>`;
}

function drawSide(state, side) {
  const cell = (content, ...path) => element('td', part(...path), content);
  const words = (path, ...content) => element('td', { class: 'text', ...part(...path) }, ...content);
  const players = element('table', {}, headRow('<seat', 'points', 'crystals', 'gears', '<gauge', '<machine room', 'banners',
    'tiles', 'parasites'));
  state.points.forEach((points, seat) => players.append(element('tr', mover() === seat ? { style: 'font-weight:700' } : {},
    words([], seatDot(seat), seat), cell(points, 'points', seat), cell(state.goods[seat][0], 'goods', seat, 0),
    cell(state.goods[seat][1], 'goods', seat, 1),
    words(['gauge', seat], '|'.repeat(state.base[seat]) + state.gauge[seat].slice(state.base[seat])),
    words(['room', seat], state.room[seat].map((name) => name || '-').join(' ')), cell(state.banners[seat].length, 'banners', seat),
    cell(state.tiles[seat], 'tiles', seat), cell(state.parasites[seat][0] + (state.parasites[seat][1].length ? `+${state.parasites[seat][1].length}` : ''), 'parasites', seat))));
  const tile = state.tile ? `banker to ${state.tile[0]}, stoker to ${state.tile[1]}` : 'none, printed targets';
  side.replaceChildren(players, element('p', { class: 'note' }, 'Passenger tile: ', noted(tile, 'tile'), '; ',
    noted(`${state.stack} left`, 'stack'), '. Supply: ', noted(`${state.supply.crystals} crystals`, 'supply', 'crystals'), ', ',
    noted(`${state.supply.gears} gears`, 'supply', 'gears'), '. Gauge: o stone, a with arrow, m marker.'));
}

// What each source is called, and its colour.
const SOURCE = { machine: ['machines bought', '#8e44ad'], banner: ['banners', '#2472a8'], marker: ['markers', '#009e73'],
  statue: ['statues', '#7f7f7f'], banker: ['the banker', '#c08400'], district: ['districts', '#d35400'],
  effect: ['machine effects', '#cc79a7'], time: ['time', '#d6334a'] };

function drawSources() {
  const { sources } = data.figures, width = room('sources'), left = labelRoom(width, 150), right = width - 50, step = 34, top = 8;
  const shown = data.own.sources.map((source, k) => [source, k]).filter(([, k]) => sources.some((row) => row[k]));
  const ups = sources.map((row) => row.reduce((sum, n) => sum + Math.max(n, 0), 0));
  const downs = sources.map((row) => row.reduce((sum, n) => sum + Math.min(n, 0), 0));
  const x = scale(Math.min(0, ...downs), Math.max(1, ...ups), left, right), bottom = top + step * data.bots.length;
  const parts = acrossAxis(x, left, right, top, bottom, 'points per game');
  data.bots.forEach((name, bot) => {
    const y = top + step * bot + 6;
    let up = 0, down = 0;
    parts.push(text(left - 8, y + 15, label(name, left), 'text-anchor="end"'));
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
  legend('sources', ...shown.map(([source]) => [element('span', { class: 'dot', style: `background:${SOURCE[source][1]}` }),
    SOURCE[source][0]]));
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
  const { tiles } = data.figures, names = Object.keys(data.own.machines), width = room('tiles'), left = 40, right = width - 6;
  const MIN_STEP = 18, nRows = Math.ceil(names.length * MIN_STEP / (right - left)), perRow = Math.ceil(names.length / nRows);
  const top = 24, height = 166, rowHeight = height + 50, step = (right - left) / perRow, parts = [];
  const row = (name) => tiles[name] || [0, 0, 0];
  const most = Math.max(1, ...names.map((name) => row(name)[0] + row(name)[1]));
  const ups = Array.from({ length: nRows }, (_, k) => scale(0, most, top + rowHeight * k + height, top + rowHeight * k));
  ups.forEach((y, k) => parts.push(...upAxis(y, left, right, k ? '' : 'bought')));
  names.forEach((name, k) => {
    const y = ups[Math.floor(k / perRow)], bottom = y(0);
    const [machines, banners, won] = row(name), at = left + step * (k % perRow), fill = BANNER[tileOf(name)[1]], n = machines + banners;
    const said = hint(`${tileHint(name)}; bought ${count(machines, 'time')} as a machine, ${banners} as a banner` +
      (n ? `, ${(100 * won / n).toFixed(0)}% of its buyers' games won` : ''));
    parts.push(rect(at + 2, y(machines), step - 4, bottom - y(machines), fill, said),
      rect(at + 2, y(n), step - 4, y(machines) - y(n), fill, said, 'opacity=".45"'),
      text(at + step / 2, bottom + 14, name.slice(1), 'text-anchor="middle" class="soft" style="font-size:10px"'));
  });
  svg('tiles', width, top + rowHeight * nRows - 26, parts, 'purchases of every tile');
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
    'point for every steam and flight.' : ''), false, drawSources);
  if (isSolo) addFigure('titles', 'Titles', 'Games by the title that their points bring.', true, drawTitles);
  addFigure('bought', 'What was bought', 'Tiles and markers per game and seat, by bot.', false, drawBought);
  addFigure('ends', 'How games ended', 'What triggered the final round.', false, drawEnds);
  addFigure('tiles', 'Machine tiles', 'How often each was bought, as a machine or, paler, as a banner; colours are those of ' +
    'the banners.', true, drawTiles);
};
