// Draws everything and connects the controls.

byId('scoresTitle').textContent = `Final ${data.face.score}`;
if (isSolo) byId('pairsHow').textContent = ' on the same deal';
drawTable();
if (data.totals.games) {
  if (data.history.length) {
    figure('ratings', drawRatings);
    figure('pairs', drawPairs);
    figure('history', drawHistory);
  } else for (const id of ['ratings', 'pairs', 'history']) removeFigure(id); // nobody met the anchor
  figure('scores', drawScores);
  if (isSolo) removeFigure('seats');
  else figure('seats', drawSeats);
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
drawGamesHead();
drawGames();
byId('close').onclick = () => byId('replay').close();
byId('replay').onclose = leave;
byId('back').onclick = () => step(-1);
byId('forward').onclick = () => step(1);
byId('toStart').onclick = KEYS.Home;
byId('toEnd').onclick = KEYS.End;
byId('nextRound').onclick = KEYS.r;
byId('lastMistake').onclick = KEYS.p;
byId('nextMistake').onclick = KEYS.n;
byId('better').onclick = KEYS.b;
byId('play').onclick = KEYS.a;
byId('speed').append(...SPEEDS.map((speed) => element('option', { value: speed }, `${speed} moves/s`)));
byId('speed').value = 2;
byId('slider').oninput = () => go(Number(byId('slider').value));
byId('graph').onclick = goToClicked;
for (const one of document.querySelectorAll('.helpButton')) one.onclick = () => byId('help').showModal();
byId('closeHelp').onclick = () => byId('help').close();
document.addEventListener('keydown', onKey);
addEventListener('resize', () => {
  if (!shown?.analysis) return;
  drawGraph();
  showAnalysis();
});
addEventListener('popstate', showLinked);
showPlaying();
showLinked();
