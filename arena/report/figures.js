// The figures, as SVG.

const escape = (text) => String(text).replace(/[&<>"]/g, (c) =>
({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);

// A figure is drawn as wide as its section is, so its letters have 12 px in any window; a new width draws it anew.
const room = (id) => Math.max(260, byId(id).clientWidth || 560);

function svg(id, width, height, parts, label) {
  byId(id).innerHTML = `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escape(label)}">` +
    `${parts.join('')}</svg>`;
}

// Above a figure: what its colours mean.
function legend(id, ...entries) {
  byId(id).parentNode.querySelector('.legend')?.remove();
  byId(id).before(element('p', { class: 'legend' }, ...entries.map((entry) => element('span', {}, ...entry))));
}
const addLegend = (id) => legend(id, ...data.bots.map((bot, k) => [dot(k), short(bot)]));

const LETTER = 7; // px, of 12 px letters, roughly
// What names take at the left of a figure this wide, and a name as it fits there.
const labelRoom = (width, most = 190) => Math.min(most, Math.round(0.3 * width));
const label = (name, px) => short(name, Math.max(6, Math.floor((px - 8) / LETTER)));

// Words in as many lines as the width asks for, the first at this height; how many there are: `linesOf(...).length`.
function linesOf(content, width) {
  const lines = [''], most = Math.max(6, Math.floor(width / LETTER));
  for (const word of content.split(' ')) {
    if (lines.at(-1) && lines.at(-1).length + 1 + word.length > most) lines.push('');
    lines.push(`${lines.pop()} ${word}`.trim());
  }
  return lines;
}
const textLines = (x, y, lines, more) => lines.map((words, k) => text(x, y + 14 * k, words, more)).join('');
const text = (x, y, content, more = '') => `<text x="${x}" y="${y}" ${more}>${escape(content)}</text>`;
const line = (x1, y1, x2, y2, more = 'class="axis"') => `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" ${more}/>`;
const rect = (x, y, w, h, fill, inside = '', more = '') =>
  `<rect x="${x}" y="${y}" width="${Math.max(0, w)}" height="${Math.max(0, h)}" fill="${fill}" ${more}>${inside}</rect>`;
const hint = (content) => `<title>${escape(content)}</title>`;

const drawers = new Map(); // what draws each figure

function figure(id, draw) {
  drawers.set(id, draw);
  draw();
}

// A section for one more figure, behind the last one; `draw` draws it into the element with this id.
function addFigure(id, title, note, isWide = false, draw = () => {}) {
  [...document.querySelectorAll('.figure')].at(-1).closest('section').after(element('section', isWide ? { class: 'wide' } : {}, element('h2', {}, title),
    element('div', { id, class: 'figure' }), element('p', { id: `${id}Note`, class: 'note' }, note)));
  figure(id, draw);
  for (const table of byId(id).querySelectorAll('table')) sortable(table);
}

const removeFigure = (id) => byId(id).closest('section').remove();

let drawnAt = innerWidth;
addEventListener('resize', () => {
  if (innerWidth === drawnAt) return; // only the height: a telephone's address bar
  drawnAt = innerWidth;
  for (const [id, draw] of drawers)
    if (byId(id).querySelector('svg')) draw(); // tables stay as they are sorted
});

// Maps low..high to from..to. Ticks are multiples of a round step, which is `least` or more; a narrower range counts as
// one value in the middle.
function scale(low, high, from, to, least = 1) {
  if (high - low < least) {
    low -= least;
    high += least;
  }
  const map = (value) => from + ((value - low) / (high - low)) * (to - from);
  const rough = Math.max(least, (high - low) / 5),
    unit = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * unit).find((n) => n >= rough);
  const first = Math.ceil(low / step - 1e-9), // 0.6 / 0.2 is a little less than 3
    n = Math.floor(high / step + 1e-9) - first + 1;
  map.ticks = Array.from({ length: n }, (_, k) => Number(((first + k) * step).toPrecision(12)));
  return map;
}
const tickText = (tick) => String(tick).replace('-', '−');

// Grid lines with their numbers, and below or above them what they count.
function acrossAxis(x, from, to, top, bottom, unit) {
  return [...x.ticks.map((tick) => line(x(tick), top, x(tick), bottom) + text(x(tick), bottom + 16, tickText(tick),
    'text-anchor="middle" class="soft"')), text((from + to) / 2, bottom + 32, unit, 'text-anchor="middle" class="soft"')];
}

function upAxis(y, left, right, unit, words = tickText) {
  return [...y.ticks.map((tick) => line(left, y(tick), right, y(tick)) + text(left - 6, y(tick) + 4, words(tick),
    'text-anchor="end" class="soft"')), text(2, 11, unit, 'class="soft"')];
}

function drawRatings() {
  const rows = data.table.map((row, bot) => ({ ...row, bot })).filter((row) => row.elo !== null);
  const width = room('ratings'), left = labelRoom(width), right = width - 60, top = 8, step = 30, bottom = top + step * rows.length;
  // A few games leave intervals of thousands of points. The axis has as much room for them on either side as the
  // ratings take, and arrows where they go on.
  const elos = rows.map((row) => row.elo), least = Math.min(...elos), most = Math.max(...elos);
  const margin = Math.max(200, most - least);
  const low = Math.max(least - margin, Math.min(...rows.map((row) => row.low))),
    high = Math.min(most + margin, Math.max(...rows.map((row) => row.high)));
  const x = scale(low, high, left, right);
  const parts = acrossAxis(x, left, right, top, bottom, 'Elo');
  rows.forEach((row, k) => {
    const y = top + step * (k + 0.5), c = colour(row.bot);
    parts.push(text(left - 10, y + 4, label(data.bots[row.bot], left), 'text-anchor="end"'));
    parts.push(line(x(Math.max(low, row.low)), y, x(Math.min(high, row.high)), y, `stroke="${c}" stroke-width="3"`));
    for (const [end, edge, out] of [[row.low, low, -1], [row.high, high, 1]]) {
      const at = x(edge), goesOn = out * (end - edge) > 0;
      parts.push(goesOn ? `<polygon points="${at + 9 * out},${y} ${at},${y - 6} ${at},${y + 6}" fill="${c}"/>` :
        line(x(end), y - 6, x(end), y + 6, `stroke="${c}" stroke-width="2"`));
    }
    parts.push(
      `<circle cx="${x(row.elo)}" cy="${y}" r="5.5" fill="${c}">${hint(`${data.bots[row.bot]}: ${signed(row.elo)} (${signed(row.low)} to ${signed(row.high)})`)}</circle>`
    );
    parts.push(text(width - 4, y + 4, signed(row.elo), 'text-anchor="end"'));
  });
  svg('ratings', width, bottom + 38, parts, 'ratings with error bars');
}

function drawPairs() {
  const n = data.bots.length, width = room('pairs'), left = labelRoom(width, 170), top = 26;
  const cell = Math.min(width > 700 ? 80 : 62, (width - left - 8) / n);
  const parts = [], percent = (share) => (100 * share).toFixed(0);
  const put = (a, b, score, low, high, games) => {
    const gap = (score - 0.5) * 2,
      strength = Math.abs(gap) * 0.55; // paler than the ink on either paper
    const fill = gap >= 0 ? `rgba(0,114,178,${strength})` : `rgba(213,94,0,${strength})`;
    const x = left + b * cell, y = top + a * cell, middle = x + cell / 2 - 1;
    parts.push(rect(x, y, cell - 2, cell - 2, fill, hint(
      `${data.bots[a]} against ${data.bots[b]}: ${(100 * score).toFixed(1)}% (${percent(low)} to ${percent(high)}) of ${count(games, 'meeting')}`
    ), 'stroke="var(--line)"'));
    parts.push(text(middle, y + cell / 2 + (cell > 44 ? 0 : 4), percent(score),
      `text-anchor="middle"${cell < 24 ? ' style="font-size:9px"' : ''}`));
    if (cell > 44) parts.push(text(middle, y + cell / 2 + 14, `${percent(low)}–${percent(high)}`,
      'text-anchor="middle" style="font-size:11px"'));
  };
  for (const [a, b, games, score, low, high] of data.pairs) {
    put(a, b, score, low, high, games);
    put(b, a, 1 - score, 1 - high, 1 - low, games);
  }
  data.bots.forEach((bot, k) => {
    parts.push(text(left - 8, top + cell * (k + 0.5) + 4, `${k + 1}  ${label(bot, left - 18)}`, 'text-anchor="end"'));
    parts.push(text(left + cell * (k + 0.5), top - 8, k + 1, 'text-anchor="middle" class="soft"'));
  });
  svg('pairs', width, top + cell * n + 8, parts, 'pairwise scores');
}

function drawHistory() {
  const width = room('history'), left = 52, right = width - 26, top = 24, bottom = 270;
  const all = data.history.flatMap(([, elos]) => elos).filter((elo) => elo !== null);
  const x = scale(0, data.history[data.history.length - 1][0], left, right),
    y = scale(Math.min(...all), Math.max(...all), bottom, top);
  const parts = [...upAxis(y, left, right, 'Elo'), ...acrossAxis(x, left, right, bottom, bottom, 'games')];
  data.bots.forEach((bot, k) => {
    const points = data.history.filter(([, elos]) => elos[k] !== null).map(([games, elos]) =>
      `${x(games).toFixed(1)},${y(elos[k]).toFixed(1)}`);
    parts.push(
      `<polyline points="${points.join(' ')}" fill="none" stroke="${colour(k)}" stroke-width="2.2">${hint(bot)}</polyline>`
    );
    for (const point of points) {
      const [px, py] = point.split(',');
      parts.push(`<circle cx="${px}" cy="${py}" r="2.6" fill="${colour(k)}"/>`);
    }
  });
  svg('history', width, bottom + 38, parts, 'rating over games');
  addLegend('history');
}

function drawScores() {
  const { edges, counts, quartiles } = data.scores;
  const width = room('scores'), left = labelRoom(width, 150), right = width - 20, step = 46, top = 6, bottom = top + step * data.bots.length;
  const x = scale(edges[0], edges[edges.length - 1], left, right);
  const parts = acrossAxis(x, left, right, top, bottom, data.face.unit);
  data.bots.forEach((bot, k) => {
    const base = top + step * (k + 1) - 8, most = Math.max(1, ...counts[k]), c = colour(k);
    parts.push(text(left - 8, base - 6, label(bot, left), 'text-anchor="end"'));
    if (quartiles[k] === null) return;
    const points = [`${x(edges[0])},${base}`];
    counts[k].forEach((n, i) => {
      const h = (n / most) * (step - 14);
      points.push(`${x(edges[i]).toFixed(1)},${(base - h).toFixed(1)}`,
        `${x(edges[i + 1]).toFixed(1)},${(base - h).toFixed(1)}`);
    });
    points.push(`${x(edges[edges.length - 1])},${base}`);
    const [q5, q25, q50, q75, q95] = quartiles[k];
    parts.push(
      `<polygon points="${points.join(' ')}" fill="${c}" fill-opacity=".35" stroke="${c}">${hint(`${bot}: median ${q50.toFixed(0)}, half between ${q25.toFixed(0)} and ${q75.toFixed(0)}`)}</polygon>`
    );
    parts.push(line(x(q5), base + 3, x(q95), base + 3, `stroke="${c}"`),
      line(x(q25), base + 3, x(q75), base + 3, `stroke="${c}" stroke-width="5"`),
      line(x(q50), base - 2, x(q50), base + 8, 'stroke="var(--ink)" stroke-width="2.5"'));
  });
  svg('scores', width, bottom + 38, parts, `distributions of the final ${data.face.score}`);
}

function drawSeats() {
  const n = data.seats.length, width = room('seats'), left = labelRoom(width, 150), top = 24, cell = (width - left - 10) / n;
  const isNarrow = cell < 90, height = isNarrow ? 42 : 30; // the score goes below the victories
  const parts = [], par = 1 / n;
  for (let seat = 0; seat < n; seat++) parts.push(text(left + cell * (seat + 0.5), 14, `seat ${seat}`,
    'text-anchor="middle" class="soft"'));
  data.bots.forEach((bot, k) => {
    const y = top + k * height;
    parts.push(text(left - 8, y + height / 2 + 4, label(bot, left), 'text-anchor="end"'));
    data.bySeat[k].forEach(([games, share, score], seat) => {
      const strength = Math.min(1, share / (2.2 * par)) * 0.6; // paler than the ink on either paper
      parts.push(rect(left + cell * seat, y, cell - 3, height - 3, `rgba(0,158,115,${strength})`, hint(
        `${bot} in seat ${seat}: ${count(games, 'game')}` +
        (games ? `, ${(100 * share).toFixed(1)}% won, mean ${data.face.score} ${score.toFixed(0)}` : '')
      ), 'stroke="var(--line)"'));
      const words = games ? [`${(100 * share).toFixed(0)}%`, score.toFixed(0)] : ['–'];
      parts.push(textLines(left + cell * (seat + 0.5) - 2, y + 18, isNarrow ? words : [words.join('  ·  ')], 'text-anchor="middle"'));
    });
  });
  const base = top + data.bots.length * height + 44, reach = Math.max(10, ...data.seats.map(Math.abs));
  parts.push(text(left - 8, base + 4, isNarrow ? 'in Elo' : 'effect in Elo', 'text-anchor="end"'), line(left, base, width - 10, base));
  data.seats.forEach((effect, seat) => {
    const h = (Math.abs(effect) / reach) * 26, x = left + cell * (seat + 0.5);
    parts.push(rect(x - Math.min(16, cell / 4), effect >= 0 ? base - h : base, Math.min(32, cell / 2), Math.max(1, h), effect >= 0 ? '#0072b2' :
      '#d55e00', hint(`seat ${seat}: ${signed(effect, 1)} Elo`)));
    parts.push(text(x, base + 42, signed(effect), 'text-anchor="middle"'));
  });
  svg('seats', width, base + 50, parts, 'seat effects');
  byId('balance').textContent =
    `Cells: victories and mean ${data.face.score}. Seat counts of a bot differ by at most ${data.balance.imbalance}.`;
}
