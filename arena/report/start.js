// Draws everything and connects the controls.

byId('scoresTitle').textContent = `Final ${data.face.score}`;
if (isSolo) byId('pairsHow').textContent = ' on the same deal';
drawTable();
if (data.totals.games) {
  if (data.history.length) {
    drawRatings();
    drawPairs();
    drawHistory();
  } else for (const id of ['ratings', 'pairs', 'history']) removeFigure(id); // nobody met the anchor
  drawScores();
  if (isSolo) removeFigure('seats');
  else drawSeats();
  face.figures();
} else document.querySelectorAll('.figure').forEach((figure) => figure.closest('section').remove()); // all void
drawFaults();
byId('filterBot').append(element('option', { value: '' }, 'all'), ...data.bots.map((bot, k) => element(
'option', { value: k }, short(bot))));
byId('filterBot').onchange = byId('filterFaults').onchange = () => { page = 0;
  drawGames(); };
byId('previous').onclick = () => { page--;
  drawGames(); };
byId('next').onclick = () => { page++;
  drawGames(); };
drawGames();
byId('close').onclick = () => byId('replay').close();
byId('back').onclick = () => showMove(shown.at - 1);
byId('forward').onclick = () => showMove(shown.at + 1);
byId('toStart').onclick = () => showMove(0);
byId('toEnd').onclick = () => showMove(shown.steps.length);
byId('nextRound').onclick = showNextRound;
byId('slider').oninput = () => showMove(Number(byId('slider').value));
document.addEventListener('keydown', (event) => {
  if (!byId('replay').open || event.target.tagName === 'INPUT') return;
  const { at, steps } = shown;
  const goal = { ArrowRight: at + 1, ArrowLeft: at - 1, PageDown: at + 20, PageUp: at - 20, Home: 0, End: steps.length };
  if (!(event.key in goal)) return;
  event.preventDefault();
  showMove(goal[event.key]);
});
