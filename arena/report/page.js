'use strict';
// Draws the page from the data beside it. No library, no network.
const data = JSON.parse(document.getElementById('data').textContent);
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#8b6914', '#6a51a3', '#7f7f7f', '#b2182b'];
const RESOURCES = ['quartz', 'ore', 'water', 'energy'];
const ROLE_NAMES = { lady: 'Lady Steam', venturer: 'Venturer', captain: 'Captain', engineer: 'Engineer', agent: 'Bank Agent' };
const colour = (bot) => COLOURS[((bot % COLOURS.length) + COLOURS.length) % COLOURS.length];
const byId = (id) => document.getElementById(id);
const short = (name, most = 26) => (name.length <= most ? name : '…' + name.slice(1 - most));
const cardName = (card) => (data.cards[card - 1] || []).map((role) => ROLE_NAMES[role] || role).join(' + ') || 'card ' + card;
const fixed = (value, digits = 0) => (value === null || value === undefined ? '' : value.toFixed(digits));
const signed = (value, digits = 0) => (value === null ? '' : (value >= 0 ? '+' : '−') + Math.abs(value).toFixed(digits));

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) key === 'onclick' ? (made.onclick = value) : made.setAttribute(key, value);
  made.append(...children.map((child) => (child instanceof Node ? child : document.createTextNode(String(child)))));
  return made;
}

// -- figures ----------------------------------------------------------------------------------------------------------

const escape = (text) => String(text).replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);
function svg(id, width, height, parts, label) {
  byId(id).innerHTML = `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escape(label)}">${parts.join('')}</svg>`;
}
const text = (x, y, content, more = '') => `<text x="${x}" y="${y}" ${more}>${escape(content)}</text>`;
const line = (x1, y1, x2, y2, more = 'class="axis"') => `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" ${more}/>`;
const rect = (x, y, w, h, fill, inside = '', more = '') => `<rect x="${x}" y="${y}" width="${Math.max(0, w)}" height="${Math.max(0, h)}" fill="${fill}" ${more}>${inside}</rect>`;
const hint = (content) => `<title>${escape(content)}</title>`;

function scale(low, high, from, to) {
  if (!(high > low)) { low -= 1; high += 1; }
  const map = (value) => from + ((value - low) / (high - low)) * (to - from);
  const rough = (high - low) / 5, unit = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * unit).find((n) => n >= rough);
  map.ticks = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high + 1e-9; tick += step) map.ticks.push(Math.abs(tick) < 1e-9 ? 0 : tick);
  return map;
}

function drawRatings() {
  const rows = data.table.map((row, bot) => ({ ...row, bot })).filter((row) => row.elo !== null);
  const width = 560, left = 190, top = 8, step = 30, bottom = top + step * rows.length;
  const x = scale(Math.min(...rows.map((r) => r.low)), Math.max(...rows.map((r) => r.high)), left, width - 60);
  const parts = x.ticks.map((tick) => line(x(tick), top, x(tick), bottom) + text(x(tick), bottom + 16, tick, 'text-anchor="middle" class="soft"'));
  rows.forEach((row, k) => {
    const y = top + step * (k + 0.5), c = colour(row.bot);
    parts.push(text(left - 10, y + 4, short(data.bots[row.bot]), 'text-anchor="end"'));
    parts.push(line(x(row.low), y, x(row.high), y, `stroke="${c}" stroke-width="3"`));
    for (const end of [row.low, row.high]) parts.push(line(x(end), y - 6, x(end), y + 6, `stroke="${c}" stroke-width="2"`));
    parts.push(`<circle cx="${x(row.elo)}" cy="${y}" r="5.5" fill="${c}">${hint(`${data.bots[row.bot]}: ${signed(row.elo)} (${signed(row.low)} to ${signed(row.high)})`)}</circle>`);
    parts.push(text(width - 4, y + 4, signed(row.elo), 'text-anchor="end"'));
  });
  svg('ratings', width, bottom + 24, parts, 'ratings with error bars');
}

function drawPairs() {
  const n = data.bots.length, left = 170, top = 26, cell = Math.min(62, 380 / n), width = left + cell * n + 8;
  const parts = [];
  const put = (a, b, score, low, high, games) => {
    const gap = Math.max(-1, Math.min(1, (score - 0.5) * 2)), strength = Math.abs(gap) * 0.85;
    const fill = gap >= 0 ? `rgba(0,114,178,${strength})` : `rgba(213,94,0,${strength})`;
    const x = left + b * cell, y = top + a * cell;
    parts.push(rect(x, y, cell - 2, cell - 2, fill, hint(`${data.bots[a]} against ${data.bots[b]}: ${(100 * score).toFixed(1)}% (${(100 * low).toFixed(0)} to ${(100 * high).toFixed(0)}) of ${games} meetings`), 'stroke="var(--line)"'));
    const ink = strength > 0.5 ? 'style="fill:#fff"' : '';
    parts.push(text(x + cell / 2 - 1, y + cell / 2 + (cell > 40 ? 0 : 4), (100 * score).toFixed(0), `text-anchor="middle" ${ink}`));
    if (cell > 40) parts.push(text(x + cell / 2 - 1, y + cell / 2 + 14, '±' + (50 * (high - low)).toFixed(0), `text-anchor="middle" ${ink || 'class="soft"'}`));
  };
  for (const [a, b, games, score, low, high] of data.pairs) { put(a, b, score, low, high, games); put(b, a, 1 - score, 1 - high, 1 - low, games); }
  data.bots.forEach((bot, k) => {
    parts.push(text(left - 8, top + cell * (k + 0.5) + 4, `${k + 1}  ${short(bot, 20)}`, 'text-anchor="end"'));
    parts.push(text(left + cell * (k + 0.5), top - 8, k + 1, 'text-anchor="middle" class="soft"'));
  });
  svg('pairs', Math.max(width, 420), top + cell * n + 8, parts, 'pairwise scores');
}

function drawHistory() {
  const width = 560, height = 300, left = 52, right = width - 12, top = 10, bottom = height - 34;
  const all = data.history.flatMap(([, elos]) => elos).filter((elo) => elo !== null);
  const x = scale(0, data.history[data.history.length - 1][0], left, right), y = scale(Math.min(...all), Math.max(...all), bottom, top);
  const parts = y.ticks.map((tick) => line(left, y(tick), right, y(tick)) + text(left - 6, y(tick) + 4, tick, 'text-anchor="end" class="soft"'));
  parts.push(...x.ticks.map((tick) => text(x(tick), bottom + 16, tick, 'text-anchor="middle" class="soft"')));
  parts.push(text((left + right) / 2, height - 3, 'games', 'text-anchor="middle" class="soft"'));
  data.bots.forEach((bot, k) => {
    const points = data.history.filter(([, elos]) => elos[k] !== null).map(([games, elos]) => `${x(games).toFixed(1)},${y(elos[k]).toFixed(1)}`);
    parts.push(`<polyline points="${points.join(' ')}" fill="none" stroke="${colour(k)}" stroke-width="2.2">${hint(bot)}</polyline>`);
    for (const point of points) { const [px, py] = point.split(','); parts.push(`<circle cx="${px}" cy="${py}" r="2.6" fill="${colour(k)}"/>`); }
  });
  svg('history', width, height, parts, 'rating over games');
}

function drawWealth() {
  const { edges, counts, quartiles } = data.wealth, width = 560, left = 150, step = 46, top = 6, bottom = top + step * data.bots.length;
  const x = scale(edges[0], edges[edges.length - 1], left, width - 12), parts = [];
  for (const tick of x.ticks) parts.push(line(x(tick), top, x(tick), bottom), text(x(tick), bottom + 16, tick, 'text-anchor="middle" class="soft"'));
  data.bots.forEach((bot, k) => {
    const base = top + step * (k + 1) - 8, most = Math.max(1, ...counts[k]), c = colour(k);
    const points = [`${x(edges[0])},${base}`];
    counts[k].forEach((n, i) => { const h = (n / most) * (step - 14); points.push(`${x(edges[i]).toFixed(1)},${(base - h).toFixed(1)}`, `${x(edges[i + 1]).toFixed(1)},${(base - h).toFixed(1)}`); });
    points.push(`${x(edges[edges.length - 1])},${base}`);
    const [q5, q25, q50, q75, q95] = quartiles[k];
    parts.push(`<polygon points="${points.join(' ')}" fill="${c}" fill-opacity=".35" stroke="${c}">${hint(`${bot}: median ${q50.toFixed(0)}, half between ${q25.toFixed(0)} and ${q75.toFixed(0)}`)}</polygon>`);
    parts.push(line(x(q5), base + 3, x(q95), base + 3, `stroke="${c}"`), line(x(q25), base + 3, x(q75), base + 3, `stroke="${c}" stroke-width="5"`), line(x(q50), base - 2, x(q50), base + 8, `stroke="var(--ink)" stroke-width="2.5"`));
    parts.push(text(left - 8, base - 6, short(bot, 20), 'text-anchor="end"'));
  });
  svg('wealth', width, bottom + 24, parts, 'distributions of final wealth');
}

function drawSeats() {
  const n = data.seats.length, width = 560, left = 150, top = 24, cell = (width - left - 10) / n, height = 30, parts = [];
  for (let seat = 0; seat < n; seat++) parts.push(text(left + cell * (seat + 0.5), 14, `seat ${seat}`, 'text-anchor="middle" class="soft"'));
  const par = 1 / n;
  data.bots.forEach((bot, k) => {
    const y = top + k * height;
    parts.push(text(left - 8, y + 19, short(bot, 20), 'text-anchor="end"'));
    data.bySeat[k].forEach(([games, share, wealth], seat) => {
      const strength = Math.min(0.85, share / Math.max(0.02, 2.2 * par) * 0.85);
      parts.push(rect(left + cell * seat, y, cell - 3, height - 3, `rgba(0,158,115,${strength})`, hint(`${bot} in seat ${seat}: ${games} games, ${(100 * share).toFixed(1)}% won, mean wealth ${wealth.toFixed(0)}`), 'stroke="var(--line)"'));
      parts.push(text(left + cell * (seat + 0.5) - 2, y + 18, `${(100 * share).toFixed(0)}%  ·  ${wealth.toFixed(0)}`, 'text-anchor="middle"'));
    });
  });
  const base = top + data.bots.length * height + 44, reach = Math.max(10, ...data.seats.map(Math.abs));
  parts.push(text(left - 8, base + 4, 'effect in Elo', 'text-anchor="end"'), line(left, base, width - 10, base));
  data.seats.forEach((effect, seat) => {
    const h = (Math.abs(effect) / reach) * 26, x = left + cell * (seat + 0.5);
    parts.push(rect(x - 16, effect >= 0 ? base - h : base, 32, Math.max(1, h), effect >= 0 ? '#0072b2' : '#d55e00', hint(`seat ${seat}: ${signed(effect, 1)} Elo`)));
    parts.push(text(x + 22, base + 4, signed(effect), ''));
  });
  svg('seats', width, base + 34, parts, 'seat effects');
  byId('balance').textContent = `Cells: victories and mean wealth. Seat counts of a bot differ by at most ${data.balance.imbalance}.`;
}

function drawSpecialists() {
  if (!data.specialists.length) { byId('specialists').textContent = 'This game has no specialists.'; return; }
  const cards = [...new Set(data.specialists.map((row) => row[1]))].sort(), width = 560, left = 44, top = 10, bottom = 220, parts = [];
  const cells = cards.map((card) => data.bots.map((_, bot) => {
    const rows = data.specialists.filter((row) => row[0] === bot && row[1] === card), n = rows.reduce((sum, row) => sum + row[3], 0);
    return { n, share: n ? rows.reduce((sum, row) => sum + row[3] * row[5], 0) / n : null, price: n ? rows.reduce((sum, row) => sum + row[3] * row[4], 0) / n : null };
  }));
  const y = scale(0, Math.max(0.1, ...cells.flat().map((c) => c.share || 0)), bottom, top), group = (width - left - 8) / cards.length, bar = Math.min(26, (group - 16) / data.bots.length);
  for (const tick of y.ticks) parts.push(line(left, y(tick), width - 8, y(tick)), text(left - 6, y(tick) + 4, `${(100 * tick).toFixed(0)}%`, 'text-anchor="end" class="soft"'));
  cards.forEach((card, i) => {
    const start = left + group * i + (group - bar * data.bots.length) / 2;
    cells[i].forEach((c, bot) => { if (c.n) parts.push(rect(start + bar * bot, y(c.share), bar - 2, bottom - y(c.share), colour(bot), hint(`${data.bots[bot]} with ${cardName(card)}: bought ${c.n} times for ${c.price.toFixed(1)}, ${(100 * c.share).toFixed(1)}% won`))); });
    parts.push(text(left + group * (i + 0.5), bottom + 16, cardName(card), 'text-anchor="middle"'));
    const bought = cells[i].reduce((sum, c) => sum + c.n, 0), paid = cells[i].reduce((sum, c) => sum + (c.n ? c.n * c.price : 0), 0);
    parts.push(text(left + group * (i + 0.5), bottom + 32, `mean price ${(paid / Math.max(1, bought)).toFixed(1)}`, 'text-anchor="middle" class="soft"'));
  });
  const par = 1 / data.settings.players;
  parts.push(line(left, y(par), width - 8, y(par), 'class="mid"'));
  svg('specialists', width, bottom + 40, parts, 'specialist effects');
}

function drawAuctions() {
  const rows = data.specialists.filter((row) => row[3] >= 3), said = data.auctions;
  if (!rows.length && !said.length) { byId('auctions').textContent = 'No auctions to compare.'; return; }
  const width = 980, height = 380, left = 52, right = width - 16, top = 34, bottom = height - 40, parts = [];
  const prices = [...rows.map((r) => r[4]), ...said.map((p) => p[2])], worths = [...rows.map((r) => r[6]), ...said.map((p) => p[3])];
  const x = scale(0, Math.max(1, ...prices), left, right), y = scale(Math.min(0, ...worths), Math.max(1, ...worths), bottom, top);
  for (const tick of x.ticks) parts.push(line(x(tick), top, x(tick), bottom), text(x(tick), bottom + 16, tick, 'text-anchor="middle" class="soft"'));
  for (const tick of y.ticks) parts.push(line(left, y(tick), right, y(tick)), text(left - 6, y(tick) + 4, tick, 'text-anchor="end" class="soft"'));
  const reach = Math.min(x.ticks[x.ticks.length - 1], Math.max(...worths));
  parts.push(line(x(0), y(0), x(Math.max(1, reach)), y(Math.max(1, reach)), 'class="mid"'));
  parts.push(text((left + right) / 2, height - 4, 'price paid, credits', 'text-anchor="middle" class="soft"'));
  for (const [bot, card, price, worth] of said) parts.push(`<circle cx="${x(price)}" cy="${y(worth)}" r="3" fill="none" stroke="${colour(bot)}" stroke-opacity=".6">${hint(`${data.bots[bot]}: ${cardName(card)} for ${price}, said to be worth ${worth}`)}</circle>`);
  for (const [bot, card, round, n, price, , gain] of rows) parts.push(`<circle cx="${x(price)}" cy="${y(gain)}" r="${Math.min(12, 2.5 + Math.sqrt(n) / 2).toFixed(1)}" fill="${colour(bot)}" fill-opacity=".7">${hint(`${data.bots[bot]}, ${cardName(card)}, round ${round}: bought ${n} times for ${price.toFixed(1)}, worth ${gain.toFixed(1)} in hindsight`)}</circle>`);
  const room = (right - left) / data.bots.length;
  data.bots.forEach((bot, k) => { parts.push(`<circle cx="${left + 8 + room * k}" cy="12" r="5" fill="${colour(k)}"/>`, text(left + 18 + room * k, 16, short(bot, Math.max(6, Math.floor(room / 8))))); });
  svg('auctions', width, height, parts, 'auction prices against worth');
  byId('auctionNote').textContent = 'Full circles: one bot, specialist and round; the height is the price that would have left the buyer where the bot usually ends: its worth in hindsight. ' +
    (said.length ? `Open circles: ${said.length} single auctions, at the worth the buyer stated before. ` : 'No bot of this tournament states what it thinks an auction is worth. ') + 'Above the dashed line the price was worth it.';
}

// -- tables -----------------------------------------------------------------------------------------------------------

const dot = (bot) => element('span', { class: 'dot', style: `background:${colour(bot)}` });
function headRow(...names) { return element('tr', {}, ...names.map((name, k) => element('th', name.startsWith('<') ? { class: 'text' } : {}, name.replace('<', '')))); }

function drawTable() {
  const table = byId('table');
  table.append(headRow('', '<bot', 'Elo', '95% interval', 'games', 'wins', 'win %', 'mean place', 'mean wealth', 'better than next', 'faults', 'ms per move'));
  data.table.forEach((row, bot) => table.append(element('tr', {}, element('td', {}, bot + 1), element('td', { class: 'text' }, dot(bot), row.bot),
    element('td', {}, row.elo === null ? 'not comparable' : signed(row.elo)), element('td', {}, row.elo === null ? '' : row.low === row.high ? 'anchor' : `${signed(row.low)} to ${signed(row.high)}`),
    element('td', {}, row.games), element('td', {}, fixed(row.wins, 1)), element('td', {}, fixed(100 * row.winRate, 1)), element('td', {}, fixed(row.place, 2)), element('td', {}, fixed(row.wealth, 1)),
    element('td', {}, row.better === null ? '' : fixed(100 * Math.min(row.better, 0.999), 1) + '%'), element('td', {}, row.faults), element('td', {}, row.pace === null ? '' : fixed(1000 * row.pace, 2)))));
  if (data.clean.length) byId('clean').textContent = 'Without the games that had faults: ' + data.clean.map((row) => `${row.bot} ${row.elo === null ? 'not comparable' : signed(row.elo)}`).join(', ') + '.';
  const s = data.settings, rules = s.rules.length ? s.rules.join(', ') : 'standard rules';
  byId('lead').textContent = `${data.totals.games} games of ${s.game}${s.edition ? ` (${s.edition}, ${rules})` : ''} with ${s.players} seats, ${s.format}, seed ${s.seed}; ` +
    `${data.totals.blocks} deals, each with every rotation of the seats; ratings anchored at ${data.anchor}; ${data.totals.faults} faults.`;
}

function drawFaults() {
  const faulty = data.games.filter((game) => game[5].length);
  if (!faulty.length) { byId('faultSection').remove(); return; }
  const table = byId('faults');
  table.append(headRow('game', '<bot', '<fault', 'move', '<detail'));
  for (const game of faulty.slice(0, 200)) for (const [seat, kind, move, detail] of game[5]) table.append(gameRow(game[0], move, element('td', {}, game[0]), element('td', { class: 'text' }, dot(game[2][seat]), short(data.bots[game[2][seat]] || '')),
    element('td', { class: 'text' }, element('span', { class: 'badge' }, kind)), element('td', {}, move), element('td', { class: 'text wrap' }, detail.trim().split('\n').slice(-3).join('\n'))));
}

function gameRow(number, at, ...cells) {
  const row = element('tr', {}, ...cells);
  if (String(number) in data.replays) {
    row.className = 'click'; row.tabIndex = 0;
    row.onclick = () => openReplay(number, at);
    row.onkeydown = (event) => { if (event.key === 'Enter') openReplay(number, at); };
  }
  return row;
}

const PER_PAGE = 25;
let page = 0;
function drawGames() {
  const wanted = byId('filterBot').value, faulty = byId('filterFaults').checked;
  const found = data.games.filter((game) => (wanted === '' || game[2].includes(Number(wanted))) && (!faulty || game[5].length));
  const pages = Math.max(1, Math.ceil(found.length / PER_PAGE));
  page = Math.max(0, Math.min(page, pages - 1));
  const table = byId('games');
  table.replaceChildren(headRow('game', 'deal', ...data.seats.map((_, seat) => `<seat ${seat}`), 'moves', '<'));
  for (const game of found.slice(page * PER_PAGE, (page + 1) * PER_PAGE)) {
    const [number, block, seats, places, wealth, faults, moves] = game;
    const cells = seats.map((bot, seat) => element('td', { class: 'text' }, dot(bot), `${short(data.bots[bot] || '', 18)} ${wealth[seat]}`, places && places[seat] < 2 ? ' ★' : ''));
    const marks = places === null ? 'void' : '';
    table.append(gameRow(number, 0, element('td', {}, number), element('td', {}, block), ...cells, element('td', {}, moves),
      element('td', { class: 'text' }, marks, ...faults.map((fault) => element('span', { class: 'badge' }, fault[1])), String(number) in data.replays ? ' replay ▸' : '')));
  }
  byId('pageInfo').textContent = `${found.length} games, page ${page + 1} of ${pages}`;
  byId('previous').disabled = page === 0; byId('next').disabled = page === pages - 1;
}

// -- replay -----------------------------------------------------------------------------------------------------------

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
  const place = data.replays[String(number)], chunk = Math.floor(place / data.perChunk);
  const [first, steps] = (await unpack(chunk))[place % data.perChunk];
  shown = { game: data.games.find((game) => game[0] === number), first, steps, at: 0 };
  const faults = new Map(shown.game[5].map((fault) => [fault[2], fault]));
  byId('replayTitle').textContent = `Game ${number}, deal ${shown.game[1]}: ` + shown.game[2].map((bot, seat) => `${seat} ${short(data.bots[bot] || '', 18)}`).join(', ');
  byId('slider').max = steps.length;
  byId('moves').replaceChildren(...steps.map(([mover, words], k) => {
    const item = element('li', faults.has(k) ? { class: 'fault' } : {}, `${mover < 0 ? '' : mover + ' '}${words}`);
    item.onclick = () => showMove(k);
    return item;
  }));
  if (!byId('replay').open) byId('replay').showModal();
  showMove(Math.min(at, steps.length));
}

function stateAt(at) {
  const state = JSON.parse(JSON.stringify(shown.first));
  for (let k = 0; k < at; k++) for (const change of shown.steps[k][2]) {
    if (change.length === 2) state[change[0]] = change[1];
    else if (change[2] === null && !Array.isArray(state[change[0]])) delete state[change[0]][change[1]];
    else state[change[0]][change[1]] = change[2];
  }
  return state;
}

function showMove(at) {
  if (!shown) return;
  shown.at = at = Math.max(0, Math.min(at, shown.steps.length));
  const state = stateAt(at), next = shown.steps[at];
  byId('slider').value = at;
  byId('at').textContent = `${at} / ${shown.steps.length}`;
  const fault = shown.game[5].find((one) => one[2] === at);
  const who = (mover) => (mover < 0 ? 'chance' : `seat ${mover} (${short(data.bots[shown.game[2][mover]] || '', 20)})`);
  byId('now').textContent = (state.round ? `Round ${state.round}` + (data.settings.rounds ? ` of ${data.settings.rounds}` : '') + '. ' : '') +
    (next ? `${who(next[0])} ${next[1]}` : 'The end.') + (fault ? ` — fault of seat ${fault[0]}: ${fault[1]}` : '');
  if (state.zones) { drawBoard(state); drawSide(state); } else { byId('board').replaceChildren(element('pre', {}, JSON.stringify(state, null, 2))); byId('side').replaceChildren(); }
  const items = byId('moves').children;
  for (const item of byId('moves').querySelectorAll('.here')) item.classList.remove('here');
  if (items[at]) { items[at].classList.add('here'); items[at].scrollIntoView({ block: 'nearest' }); }
}

const TANK = { quartz: ['Q', '#9b59b6'], ore: ['O', '#a0522d'], water: ['W', '#2e86c1'], energy: ['E', '#d4ac0d'] };
function drawBoard(state) {
  const size = 62, gap = 4, across = data.settings.edition === 'ludoart', parts = [], letters = 'ABCDEF';
  const at = (position, lineNumber) => (across ? [(lineNumber - 1) * (size + gap), position * (size + gap)] : [position * (size + gap), (lineNumber - 1) * (size + gap)]);
  for (let lineNumber = 1; lineNumber <= 7; lineNumber++) for (let position = 0; position < 6; position++) {
    const zone = letters[position] + lineNumber, owner = state.zones[zone], [x, y] = at(position, lineNumber);
    const seat = typeof owner === 'number' ? owner : null;
    const fill = owner === 'x' ? 'var(--line)' : lineNumber === 4 ? 'var(--river)' : 'var(--back)';
    parts.push(rect(x, y, size, size, fill, hint(zone), `rx="6" stroke="${seat === null ? 'var(--line)' : seatColour(seat)}" stroke-width="${seat === null ? 1 : 4}"`));
    parts.push(text(x + 5, y + 14, zone, 'class="soft" style="font-size:10px"'));
    if (seat !== null) parts.push(text(x + size - 6, y + 15, seat, `text-anchor="end" style="font-weight:700;fill:${seatColour(seat)}"`));
    if (owner === 'n') parts.push(`<rect x="${x + size / 2 - 9}" y="${y + size / 2 - 9}" width="18" height="18" rx="3" fill="var(--soft)" opacity=".55">${hint('neutral')}</rect>`);
    const tank = state.tanks[zone];
    if (tank) {
      const [letter, c] = TANK[tank[0] || 'water'];
      const body = `<circle cx="${x + size / 2}" cy="${y + size / 2 + 5}" r="17" fill="${c}"/>` + text(x + size / 2, y + size / 2 + 10, letter + (tank[1] ? '+' : ''), 'text-anchor="middle" style="fill:#fff;font-weight:700;font-size:15px"');
      parts.push(tank[2] ? `<g opacity=".55" transform="rotate(90 ${x + size / 2} ${y + size / 2 + 5})">${body}</g>` + text(x + 6, y + size - 6, 'tipped', 'style="font-size:10px"') : body);
    }
  }
  const far = 6 * (size + gap);
  for (let lineNumber = 1; lineNumber <= 7; lineNumber++) {
    const along = (lineNumber - 1) * (size + gap) + size / 2, [x, y] = across ? [along, far + 14] : [far + 14, along];
    const here = state.airship === lineNumber;
    parts.push(`<circle cx="${x}" cy="${y}" r="${here ? 13 : 5}" fill="${here ? '#b3261e' : 'var(--line)'}">${hint(`line ${lineNumber}`)}</circle>`);
    if (here) parts.push(text(x, y + 4, across ? 'C' : 'A', 'text-anchor="middle" style="fill:#fff;font-weight:700"'));
  }
  const [w, h] = across ? [7 * (size + gap), far + 32] : [far + 32, 7 * (size + gap)];
  byId('board').innerHTML = `<svg viewBox="-4 -4 ${w + 8} ${h + 8}" role="img" aria-label="board">${parts.join('')}</svg>`;
}
// The bots' colours, unless one bot sits in several seats.
const seatColour = (seat) => (new Set(shown.game[2]).size === shown.game[2].length ? colour(shown.game[2][seat]) : COLOURS[seat % COLOURS.length]);

function drawSide(state) {
  const players = element('table', {}, headRow('<seat', 'credits', 'Q', 'O', 'W', 'E', '<carriers', 'lic.', 'quart.', '<card'));
  state.credits.forEach((credits, seat) => players.append(element('tr', state.to_move === seat ? { style: 'font-weight:700' } : {}, element('td', { class: 'text' }, element('span', { class: 'dot', style: `background:${seatColour(seat)}` }), seat),
    element('td', {}, credits), ...state.goods[seat].map((n) => element('td', {}, n)), element('td', { class: 'text' }, state.carriers[seat].join(' ')), element('td', {}, state.licenses[seat]), element('td', {}, state.quarters[seat]),
    element('td', { class: 'text' }, state.specialist[seat] ? cardName(state.specialist[seat]) : ''))));
  const market = element('table', {}, headRow('<resource', 'price', 'supply', 'bonus'));
  RESOURCES.forEach((name, k) => market.append(element('tr', {}, element('td', { class: 'text' }, name), element('td', {}, state.price[k]), element('td', {}, state.supply[k]), element('td', {}, state.bonus[k]))));
  const rest = element('p', { class: 'note' }, `Tank market ${state.market}; reserve: ${state.reserve.tanks} tanks, ${state.reserve.licenses} licences, ${state.reserve.quarters} quarters; ` +
    `trading order ${state.order.map((name) => name || '?').join(', ')}` + (state.freelance ? `; freelance carrier: seat ${state.freelance.holder}` : '') + '.');
  byId('side').replaceChildren(players, market, rest);
}

// -- start ------------------------------------------------------------------------------------------------------------

drawTable(); drawRatings(); drawPairs(); drawHistory(); drawWealth(); drawSeats(); drawSpecialists(); drawAuctions(); drawFaults();
byId('filterBot').append(element('option', { value: '' }, 'all'), ...data.bots.map((bot, k) => element('option', { value: k }, short(bot))));
byId('filterBot').onchange = byId('filterFaults').onchange = () => { page = 0; drawGames(); };
byId('previous').onclick = () => { page--; drawGames(); };
byId('next').onclick = () => { page++; drawGames(); };
drawGames();
byId('close').onclick = () => byId('replay').close();
byId('back').onclick = () => showMove(shown.at - 1);
byId('forward').onclick = () => showMove(shown.at + 1);
byId('toStart').onclick = () => showMove(0);
byId('toEnd').onclick = () => showMove(shown.steps.length);
byId('nextRound').onclick = () => { let k = shown.at; const now = stateAt(k).round; while (k < shown.steps.length && stateAt(k).round === now) k++; showMove(k); };
byId('slider').oninput = () => showMove(Number(byId('slider').value));
document.addEventListener('keydown', (event) => {
  if (!byId('replay').open || event.target.tagName === 'INPUT') return;
  const step = { ArrowRight: 1, ArrowLeft: -1, PageDown: 20, PageUp: -20 }[event.key];
  if (step) { event.preventDefault(); showMove(shown.at + step); }
});
