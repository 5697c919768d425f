// What a game's own script may replace: functions that get a position as the game's page gives it. What is drawn from an
// entry of the position says so (`data-part="key"`, `"key entry"`, several with commas): the page highlights those that a
// move changed.

const face = {
  round: (state) => `Round ${state.round}`,

  // The position, into an element for the board and one beside it; `before`: the one a move before, null at the start.
  draw(state, board, side, before) {
    board.replaceChildren(element('pre', {}, ...markedText(state.drawing, before?.drawing ?? state.drawing)));
    const table = element('table', {}, headRow('<seat', data.face.score));
    state.scores.forEach((score, seat) => table.append(element('tr', mover() === seat ? { style: 'font-weight:700' } : {},
      element('td', { class: 'text long' }, seatDot(seat), seatName(seat)), element('td', part('scores', seat), scoreText(score)))));
    side.replaceChildren(table);
  },

  // Adds the game's own figures; called if any game counts.
  figures() {},
};

// A drawing in which the letters that differ from an older one are marked, line by line.
function markedText(now, before) {
  const old = before.split('\n');
  return now.split('\n').flatMap((line, k) => [...(k ? ['\n'] : []), ...markedLine(line, old[k] ?? '')]);
}

function markedLine(line, old) {
  if (line === old) return [line];
  let start = 0, end = 0;
  const most = Math.min(line.length, old.length);
  while (start < most && line[start] === old[start]) start++;
  while (end < most - start && line.at(-1 - end) === old.at(-1 - end)) end++;
  const changed = line.slice(start, line.length - end);
  return [line.slice(0, start), ...(changed ? [element('mark', {}, changed)] : []), line.slice(line.length - end)];
}
