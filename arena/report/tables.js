// The tables: ratings, faults, games.

const isSolo = data.settings.players === 1; // bots are compared by what each did alone on the same deal
const isTournament = data.settings.format !== 'records';
const isBest = ([, , , , , , , winners], seat) => winners.includes(seat);
const badge = (kind) => element('span', { class: 'badge' }, kind);

function headRow(...names) { return element('tr', {}, ...names.map((name, k) => element('th', name.startsWith('<') ?
  { class: 'text' } : {}, name.replace('<', '')))); }

function drawTable() {
  const table = byId('table');
  table.append(headRow('', '<bot', 'Elo', '95% interval', 'games', isSolo ? 'best' : 'wins', isSolo ? 'best %' : 'win %', 'mean place', `mean ${data.face.score}`,
    'better than next', 'faults', 'ms per move'));
  data.table.forEach((row, bot) => table.append(element('tr', {}, element('td', {}, bot + 1), element(
    'td', { class: 'text' }, dot(bot), row.bot),
    element('td', {}, row.elo !== null ? signed(row.elo) : row.games ? 'not comparable' : 'not rated'),
    element('td', row.elo === null ? {} : { 'data-key': row.low }, row.elo === null ? '' : row.bot === data.anchor ? 'anchor' :
      `${signed(row.low)} to ${signed(row.high)}`),
    element('td', {}, row.games), element('td', {}, fixed(row.wins, 1)), element('td', {}, fixed(100 * row
      .winRate, 1)), element('td', {}, fixed(row.place, 2)), element('td', {}, fixed(row.score, 1)),
    element('td', {}, row.better === null ? '' : fixed(100 * Math.min(row.better, 0.999), 1) + '%'), element(
      'td', {}, row.faults), element('td', {}, row.pace === null ? '' : fixed(1000 * row.pace, 2)))));
  sortable(table);
  if (data.clean.length) byId('clean').textContent = 'Without the games that had faults: ' + data.clean.map((row) =>
    `${row.bot} ${row.elo === null ? 'not comparable' : signed(row.elo)}`).join(', ') + '.';
  const s = data.settings, deals = new Set(data.games.map((game) => game[1])).size;
  byId('lead').textContent =
    `${count(data.games.length, isTournament ? 'game' : 'recorded game')} of ${data.face.title}` +
    `${data.face.settings ? ` (${data.face.settings})` : ''} with ${count(s.players, 'seat')}` +
    (isTournament ? `, ${s.format}${s.time && `, ${s.time}`}, seed ${s.seed}; ${count(deals, 'deal')}, each ` +
      (isSolo ? 'played by every bot alone; ' : 'with every rotation of the seats; ') : `; ${count(deals, 'deal')}; `) +
    (data.totals.games ? `ratings anchored at ${data.anchor}; ` : 'no game counts, so there are no ratings; ') +
    (data.totals.void ? `${count(data.totals.void, 'game')} void; ` : '') + `${count(data.totals.faults, 'fault')}.`;
  drawMade();
}

// When, by which version and on which machine games were played and the page was made.
function drawMade() {
  const { played, made } = data.made;
  const machine = (one) => one.processor ? ` on ${one.processor}, ${count(one.cores, 'core')}, ${one.system}` : '';
  const told = (one) => `${one.date}, boomtown ${one.boomtown}${machine(one)}`;
  byId('made').textContent = (played.date ? `Played ${told(played)}. ` : '') + `Page made ${told(machine(made) === machine(played) ?
    { ...made, processor: '' } : made)}.`;
}

function drawFaults() {
  const faulty = data.games.filter((game) => game[5].length);
  if (!faulty.length) { byId('faultSection').remove(); return; }
  const table = byId('faults');
  table.append(headRow('game', '<bot', '<fault', 'move', '<detail'));
  for (const game of faulty.slice(0, 200))
    for (const fault of game[5]) {
      const [seat, kind, move] = fault;
      table.append(gameRow(game[0], move, element('td', {}, game[0]),
        element('td', { class: 'text' }, dot(game[2][seat]), short(data.bots[game[2][seat]])),
        element('td', { class: 'text' }, badge(kind)), element('td', {}, move),
        element('td', { class: 'text wrap' }, faultText(fault))));
    }
  sortable(table);
}

// The ends of the message and of what the program wrote to stderr.
function faultText([, , , detail, stderr]) {
  const end = (words, n) => words.trim().split('\n').slice(-n).join('\n');
  return end(detail, 3) + (stderr.trim() ? `\nstderr: ${end(stderr, 6)}` : '');
}

function gameRow(number, at, ...cells) {
  const row = element('tr', {}, ...cells);
  if (String(number) in data.replays) {
    row.className = 'click';
    row.tabIndex = 0;
    row.onclick = () => follow(number, at);
    row.onkeydown = (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault(); // a space would scroll the page, and either press the button that has the focus next
      follow(number, at);
    };
  }
  return row;
}

const PER_PAGE = 25;
let page = 0;
let order = { column: 0, isUp: true };

const hasMarks = Object.keys(data.marks).length > 0; // by game, of those that are analysed: how many of each of `MARKS`
// The columns of the games: head, and what a game is sorted by.
const GAME_COLUMNS = [
  ['game', (game) => game[0]],
  ['deal', (game) => game[1]],
  ...data.seats.map((_, seat) => [isSolo ? '<bot' : `<seat ${seat}`, (game) => (game[3] ? game[4][seat] : null)]),
  ['moves', (game) => game[6]],
  ...(hasMarks ? [['mistakes', ([number]) => (data.marks[number] || [null]).reduce((a, b) => a + b)]] : []),
  ['<', null],
];

function drawGamesHead() {
  const table = byId('games');
  table.replaceChildren(element('thead', {}, headRow(...GAME_COLUMNS.map(([name]) => name))), element('tbody'));
  sortable(table, (column, isUp) => {
    order = { column, isUp };
    page = 0;
    drawGames();
  });
  table.rows[0].cells[0].setAttribute('aria-sort', 'ascending');
}

function drawGames() {
  const wanted = byId('filterBot').value, faulty = byId('filterFaults').checked, key = GAME_COLUMNS[order.column][1];
  const found = data.games.filter((game) => (wanted === '' || game[2].includes(Number(wanted))) && (!faulty || game[5].length));
  found.sort((a, b) => compareKeys(key(a), key(b), order.isUp));
  const pages = Math.max(1, Math.ceil(found.length / PER_PAGE));
  page = Math.max(0, Math.min(page, pages - 1));
  byId('games').tBodies[0].replaceChildren(...found.slice(page * PER_PAGE, (page + 1) * PER_PAGE).map(rowOfGame));
  byId('pageInfo').textContent = `${count(found.length, 'game')}, page ${page + 1} of ${pages}`;
  byId('previous').disabled = page === 0;
  byId('next').disabled = page === pages - 1;
}

function rowOfGame(game) {
  const [number, deal, seats, counts, scores, faults, moves] = game, marks = data.marks[number];
  const seated = seats.map((bot, seat) => element('td', { class: 'text' }, dot(bot),
    short(data.bots[bot], 18), counts ? ` ${scoreText(scores[seat])}` : '', isBest(game, seat) ? ' ★' : ''));
  const counted = marks ? MARKS.flatMap((mark, k) => (marks[k] ? [`${marks[k]} ${mark}`] : [])).join(', ') || 'none found' : '';
  return gameRow(number, 0, element('td', {}, number), element('td', {}, deal), ...seated, element('td', {}, moves),
    ...(hasMarks ? [element('td', {}, counted)] : []),
    element('td', { class: 'text' }, counts ? '' : 'void ', ...faults.flatMap(([, kind]) => [badge(kind), ' ']),
      String(number) in data.replays ? 'replay ▸' : ''));
}
