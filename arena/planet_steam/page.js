// Planet Steam on the page: its board and players, and what specialists and auctions were worth.

const RESOURCES = ['quartz', 'ore', 'water', 'energy'];
// Letter, colour, and the colour of the letter on it.
const TANK = { quartz: ['Q', '#9b59b6', '#fff'], ore: ['O', '#a0522d', '#fff'], water: ['W', '#2472a8', '#fff'],
  energy: ['E', '#d4ac0d', '#1d2733'] };
const RIVER = 'color-mix(in srgb, #3f9bd8 23%, var(--paper))';
const LINES = [1, 2, 3, 4, 5, 6, 7], POSITIONS = [...'ABCDEF'];
const SIZE = 62, STEP = SIZE + 4; // of a zone
const cardName = (card) => data.own.cards[card - 1] || `card ${card}`;

function drawZone(state, zone, x, y) {
  const owner = state.zones[zone], seat = typeof owner === 'number' ? owner : null;
  const fill = owner === 'x' ? 'var(--line)' : data.own.river.includes(zone) ? RIVER : 'var(--back)';
  const edge = seat === null ? 'stroke="var(--line)" stroke-width="1"' :
    `stroke="${seatColour(seat)}" stroke-width="4"`;
  const parts = [rect(x, y, SIZE, SIZE, fill, hint(zone), `rx="6" ${edge}`),
    text(x + 5, y + 14, zone, 'class="soft" style="font-size:10px"')];
  if (seat !== null) parts.push(text(x + SIZE - 6, y + 15, seat, 'text-anchor="end" style="font-weight:700"'));
  if (owner === 'n') parts.push(rect(x + SIZE / 2 - 9, y + SIZE / 2 - 9, 18, 18, 'var(--soft)', hint('neutral'),
    'rx="3" opacity=".55"'));
  if (state.tanks[zone]) parts.push(drawTank(state.tanks[zone], x, y));
  return `<g data-part="zones ${zone},tanks ${zone}">${parts.join('')}</g>`;
}

function drawTank([converter, hasSupercharger, isTipped], x, y) {
  const [letter, paint, ink] = TANK[converter || 'water'], middle = x + SIZE / 2, centre = y + SIZE / 2 + 5;
  const body = `<circle cx="${middle}" cy="${centre}" r="17" fill="${paint}"/>` +
    text(middle, centre + 5, letter + (hasSupercharger ? '+' : ''),
      `text-anchor="middle" style="fill:${ink};font-weight:700;font-size:15px"`);
  if (!isTipped) return body;
  return `<g opacity=".55" transform="rotate(90 ${middle} ${centre})">${body}</g>` +
    text(x + 6, y + SIZE - 6, 'tipped', 'style="font-size:10px"');
}

// Lines are rows, with the moorings at their right, or columns, with the slots below.
function drawBoard(state, board) {
  const { across, mooring } = data.own, far = POSITIONS.length * STEP, long = LINES.length * STEP, parts = [];
  for (const line of LINES) {
    const along = (line - 1) * STEP, isHere = state.airship === line;
    POSITIONS.forEach((position, k) => parts.push(drawZone(state, position + line, ...(across ? [along, k * STEP] :
      [k * STEP, along]))));
    const [x, y] = across ? [along + SIZE / 2, far + 14] : [far + 14, along + SIZE / 2];
    parts.push(`<circle ${isHere ? 'data-part="airship" ' : ''}cx="${x}" cy="${y}" r="${isHere ? 13 : 5}" fill="${isHere ? '#b3261e' : 'var(--line)'}">` +
      `${hint(`line ${line}`)}</circle>`);
    if (isHere) parts.push(text(x, y + 4, mooring, 'text-anchor="middle" style="fill:#fff;font-weight:700"'));
  }
  const [w, h] = across ? [long, far + 32] : [far + 32, long];
  board.innerHTML = `<svg viewBox="-4 -4 ${w + 8} ${h + 8}" role="img" aria-label="board">${parts.join('')}</svg>`;
}

const cell = (content, ...path) => element('td', part(...path), content);
const words = (path, ...content) => element('td', { class: 'text', ...part(...path) }, ...content);

function drawSide(state, side) {
  const players = element('table', {}, headRow('<seat', 'credits', 'Q', 'O', 'W', 'E', '<carriers', data.own.words.licences_short, data.own.words.quarters_short,
    '<card'));
  state.credits.forEach((credits, seat) => players.append(element('tr', mover() === seat ?
    { style: 'font-weight:700' } : {}, words([], seatDot(seat), seat), cell(credits, 'credits', seat),
    ...state.goods[seat].map((n, k) => cell(n, 'goods', seat, k)),
    words(['carriers', seat], state.carriers[seat].map((size, k) => 'QOWE'[k] + size).join(' ')),
    cell(state.licenses[seat], 'licenses', seat), cell(state.quarters[seat], 'quarters', seat),
    element('td', { class: 'text long', ...part('specialist', seat) }, state.specialist[seat] ? cardName(state.specialist[seat]) : ''))));
  const market = element('table', {}, headRow('<resource', 'price', 'supply', 'bonus'));
  RESOURCES.forEach((name, k) => market.append(element('tr', {}, words([], name), cell(state.price[k], 'price', k),
    cell(state.supply[k], 'supply', k), cell(state.bonus[k], 'bonus', k))));
  const { tanks, licenses, quarters } = state.reserve, { freelance } = state;
  const rest = element('p', { class: 'note' }, noted(`${capital(data.own.words.market)} ${state.market}`, 'market'), '; reserve: ',
    noted(`${tanks} tanks`, 'reserve', 'tanks'), ', ', noted(`${licenses} licences`, 'reserve', 'licenses'), ', ',
    noted(`${quarters} quarters`, 'reserve', 'quarters'), '; ',
    noted(`trading order ${state.order.map((name) => name || '?').join(', ')}`, 'order'),
    ...(freelance ? ['; ', noted(`freelance carrier: seat ${freelance.holder}`, 'freelance')] : []), '.');
  side.replaceChildren(players, market, rest);
}

function drawSpecialists() {
  const { bought } = data.figures;
  if (!bought.length) {
    byId('specialists').textContent = data.own.cards.length ? 'Nobody bought a specialist.' : 'This game has no specialists.';
    return;
  }
  const cards = [...new Set(bought.map((row) => row[1]))].sort();
  const width = room('specialists'), left = 44, right = width - 8, top = 24, bottom = 230, parts = [];
  const cells = cards.map((card) => data.bots.map((_, bot) => {
    const rows = bought.filter((row) => row[0] === bot && row[1] === card);
    const n = rows.reduce((sum, row) => sum + row[3], 0);
    const mean = (column) => rows.reduce((sum, row) => sum + row[3] * row[column], 0) / n;
    return n ? { n, price: mean(4), share: mean(5) } : null;
  }));
  const buyers = cells.map((row) => row.filter((one) => one));
  const y = scale(0, Math.max(0.1, ...buyers.flat().map((one) => one.share)), bottom, top, 0.01),
    group = (right - left) / cards.length,
    bar = Math.min(26, (group - 16) / data.bots.length);
  parts.push(...upAxis(y, left, right, 'won', (tick) => `${(100 * tick).toFixed(0)}%`));
  const names = cards.map((card) => linesOf(cardName(card), group)), nameLines = Math.max(...names.map((lines) => lines.length));
  cards.forEach((card, i) => {
    const start = left + group * i + (group - bar * data.bots.length) / 2, middle = left + group * (i + 0.5);
    cells[i].forEach((one, bot) => {
      if (!one) return;
      const h = Math.max(3, bottom - y(one.share)); // who never won with it shows all the same
      parts.push(rect(start + bar * bot, bottom - h, bar - Math.min(2, bar / 4), h, colour(bot), hint(
        `${data.bots[bot]} with ${cardName(card)}: bought ${count(one.n, 'time')} for ${one.price.toFixed(1)}, ${(100 * one.share).toFixed(1)}% won`
      )));
    });
    const n = buyers[i].reduce((sum, one) => sum + one.n, 0),
      paid = buyers[i].reduce((sum, one) => sum + one.n * one.price, 0);
    parts.push(textLines(middle, bottom + 16, names[i], 'text-anchor="middle"'),
      textLines(middle, bottom + 16 + 14 * nameLines, linesOf(`mean price ${(paid / n).toFixed(1)}`, group), 'text-anchor="middle" class="soft"'));
  });
  const par = 1 / data.settings.players;
  parts.push(line(left, y(par), right, y(par), 'class="mid"'));
  svg('specialists', width, bottom + 54 + 14 * nameLines, parts, 'specialist effects');
  addLegend('specialists');
}

const MIN_BOUGHT = 3; // fewer purchases say little about what they were worth

function drawAuctions() {
  const { bought, said } = data.figures, rows = bought.filter((row) => row[3] >= MIN_BOUGHT);
  if (!rows.length && !said.length) {
    byId('auctions').textContent = bought.length ?
      `Too few games: no bot bought the same specialist in the same round ${MIN_BOUGHT} times.` : 'No auctions to compare.';
    return;
  }
  const width = room('auctions'), left = 52, right = width - 26, top = 24, bottom = 330;
  const prices = [...rows.map((row) => row[4]), ...said.map((point) => point[2])],
    worths = [...rows.map((row) => row[6]), ...said.map((point) => point[3])];
  const dearest = Math.max(1, ...prices);
  const x = scale(0, dearest, left, right),
    y = scale(Math.min(0, ...worths), Math.max(dearest, ...worths), bottom, top);
  const parts = [...acrossAxis(x, left, right, top, bottom, 'price paid, credits'),
    ...upAxis(y, left, right, 'worth, credits'), line(x(0), y(0), x(dearest), y(dearest), 'class="mid"')];
  for (const [bot, card, price, worth] of said) parts.push(
    `<circle cx="${x(price)}" cy="${y(worth)}" r="3" fill="none" stroke="${colour(bot)}" stroke-opacity=".6">${hint(`${data.bots[bot]}: ${cardName(card)} for ${price}, said to be worth ${worth}`)}</circle>`
  );
  for (const [bot, card, round, n, price, , gain] of rows) parts.push(
    `<circle cx="${x(price)}" cy="${y(gain)}" r="${Math.min(12, 2.5 + Math.sqrt(n) / 2).toFixed(1)}" fill="${colour(bot)}" fill-opacity=".7">${hint(`${data.bots[bot]}, ${cardName(card)}, round ${round}: bought ${n} times for ${price.toFixed(1)}, worth ${gain.toFixed(1)} in hindsight`)}</circle>`
  );
  svg('auctions', width, bottom + 38, parts, 'auction prices against worth');
  addLegend('auctions');
  byId('auctionsNote').textContent =
    'Full circles: one bot, specialist and round; the height is the price that would have left the buyer where the bot usually ends: its worth in hindsight. ' +
    (said.length ? `Open circles: ${count(said.length, 'single auction')}, at the worth the buyer stated before. ` :
      'No bot of this tournament states what it thinks an auction is worth. ') +
    'Above the dashed line the price was worth it.';
}

const capital = (word) => word[0].toUpperCase() + word.slice(1);
face.round = (state) => `${capital(data.own.words.round)} ${state.round} of ${data.own.rounds}`;
face.draw = (state, board, side) => {
  drawBoard(state, board);
  drawSide(state, side);
};
face.figures = () => {
  addFigure('specialists', 'Specialists', 'Share of victories of those who bought the card, over all rounds; no bar: ' +
    'never bought. The line is par.', false, drawSpecialists);
  addFigure('auctions', 'Auctions: price paid and what it was worth', '', true, drawAuctions);
};
