// What `boomtown analyse` found in the game shown: everybody's chances, the marks, and what was better.

const MARKS = ['?!', '?', '??'];
// Of a marked move: [number, mark, what it cost, what was better, the better line as steps, what speaks for it]; undefined of
// any other.
const markAt = (at) => shown.analysis?.marks.find(([number]) => number === at);

// Everybody's chance before a move, in hundredths of a percent; those given hold until the next ones.
function chancesAt(at) {
  return shown.analysis.chances.findLast(([from]) => from <= at)[1];
}

// Whole percents that add up to what the chances do: the largest remainders are rounded up.
function percents(chances) {
  const whole = chances.map((chance) => Math.floor(chance / 100)), sum = chances.reduce((a, b) => a + b, 0);
  const order = [...chances.keys()].sort((a, b) => chances[b] % 100 - chances[a] % 100 || a - b);
  for (const seat of order.slice(0, Math.round(sum / 100) - whole.reduce((a, b) => a + b, 0))) whole[seat]++;
  return whole;
}

const chanceName = isSolo ? 'expected share' : 'winning chances';
const GRAPH = { left: 42, top: 12, bottom: 108, height: 124 };

function graphScale(width) {
  const span = width - GRAPH.left - 22, n = Math.max(1, shown.steps.length);
  return { x: (at) => GRAPH.left + span * at / n, at: (x) => Math.round((x - GRAPH.left) / span * n) };
}

function drawAnalysis() {
  const { analysis } = shown, isThere = Boolean(analysis);
  byId('analysis').hidden = !isThere;
  for (const id of ['lastMistake', 'nextMistake', 'better']) byId(id).hidden = !isThere;
  byId('unanalysed').textContent = isThere ? '' : 'Not analysed yet. To see everybody\'s chances, mistakes and what was better: ' +
    `${data.commands.analyse} --number ${data.games.indexOf(shown.game) + 1}, then ${data.commands.report}`;
  if (isThere) drawGraph();
}

// Where the lines are named at their ends: 12 px apart, the lowest at the bottom or above.
function endHeights(heights, bottom) {
  const found = [...heights], order = [...heights.keys()].sort((a, b) => heights[b] - heights[a] || b - a);
  let free = bottom;
  for (const seat of order) {
    found[seat] = Math.min(heights[seat], free);
    free = found[seat] - 12;
  }
  return found;
}

function drawGraph() {
  const width = room('graph'), { left, top, bottom, height } = GRAPH, { x } = graphScale(width), right = width - 22;
  const y = (chance) => bottom - chance / 10000 * (bottom - top), { chances, marks, way } = shown.analysis;
  const parts = [0, 50, 100].map((tick) => line(left, y(100 * tick), right, y(100 * tick)) + text(left - 6, y(100 * tick) + 4,
    `${tick}%`, 'text-anchor="end" class="soft"'));
  const ends = endHeights(chances.at(-1)[1].map(y), bottom);
  shown.game[2].forEach((_, seat) => {
    const points = chances.flatMap(([from, all], k) => [from, chances[k + 1]?.[0] ?? shown.steps.length].map((at) =>
      `${x(at).toFixed(1)},${y(all[seat]).toFixed(1)}`));
    parts.push(`<polyline points="${points.join(' ')}" fill="none" stroke="${seatColour(seat)}" stroke-width="2">` +
      `${hint(seatName(seat))}</polyline>`, text(right + 5, ends[seat] + 4, seat, `style="fill:${seatColour(seat)}"`));
  });
  for (const [number, mark, cost] of marks) {
    const seat = shown.steps[number][0];
    parts.push(`<text x="${x(number).toFixed(1)}" y="${(y(chancesAt(number + 1)[seat]) - 4).toFixed(1)}" text-anchor="middle" ` +
      `class="mark" data-move="${number}">${mark}${hint(`${number} ${told(shown.steps[number])}: ${cost}`)}</text>`);
  }
  parts.push(line(0, top - 6, 0, bottom, 'id="cursor"'));
  svg('graph', width, height, parts, `${chanceName} of all seats over the game`);
  byId('way').textContent = `Judged with ${way}.`;
}

function goToClicked(event) {
  const mark = event.target.closest('[data-move]'), box = byId('graph').getBoundingClientRect();
  go(mark ? Number(mark.dataset.move) : graphScale(room('graph')).at((event.clientX - box.left) * room('graph') / box.width));
}

// For the position shown: the cursor, everybody's chance, and what is said of the move that comes next.
function showAnalysis() {
  if (!shown.analysis) return;
  const { at, aside } = shown, mark = markAt(at), x = graphScale(room('graph')).x(at);
  byId('cursor').setAttribute('x1', x);
  byId('cursor').setAttribute('x2', x);
  byId('chances').replaceChildren(`${chanceName}: `, ...percents(chancesAt(at)).map((percent, seat) => element('span',
    { class: 'chance' }, seatDot(seat), `${seatName(seat)} ${percent}%`)));
  byId('verdict').textContent = mark ? `${mark[1]} ${mark[2]}. Better: ${mark[3]}.${mark[5] ? ` ${mark[5]}.` : ''}` : '';
  byId('better').disabled = !mark;
  byId('better').setAttribute('aria-pressed', aside !== null);
  byId('betterLine').replaceChildren(...(aside === null ? [] : mark[4].map(([, words], k) => {
    const item = element('li', k === aside ? { class: 'here' } : {}, words);
    item.onclick = () => { shown.aside = k;
      showPosition(); };
    return item;
  })));
}

function goToMistake(direction) {
  const numbers = (shown.analysis?.marks ?? []).map(([number]) => number);
  const found = direction > 0 ? numbers.find((number) => number > shown.at) : numbers.findLast((number) => number < shown.at);
  if (found !== undefined) go(found);
}

// Steps aside into the better line, or back to the game.
function toggleBetter() {
  if (!markAt(shown.at)) return;
  pause();
  shown.aside = shown.aside === null ? 1 : null;
  showPosition();
}
