// What a game's own script may replace: functions that get a position as the game's page gives it.

const face = {
  round: (state) => `Round ${state.round}`,

  // The position, into an element for the board and one beside it.
  draw(state, board, side) {
    board.replaceChildren(element('pre', {}, state.drawing));
    const table = element('table', {}, headRow('<seat', data.face.score));
    state.scores.forEach((score, seat) => table.append(element('tr', mover() === seat ? { style: 'font-weight:700' } : {},
      element('td', { class: 'text long' }, seatDot(seat), seatName(seat)), element('td', {}, scoreText(score)))));
    side.replaceChildren(table);
  },

  // Adds the game's own figures; called if any game counts.
  figures() {},
};
