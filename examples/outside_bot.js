#!/usr/bin/env node
// A complete outside bot in JavaScript: boomtown tournament exec:./examples/outside_bot.js greedy
// It never pays more than 5 credits in an auction and sells whatever it has. The protocol is in docs/outside-bots.md.
'use strict';
const lines = require('node:readline').createInterface({ input: process.stdin });
const say = (message) => process.stdout.write(JSON.stringify(message) + '\n');

let state = 1;
const random = (n) => { // a small generator of our own, so that a seed gives the same game again
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * n);
};

function choose(legal) { // a legal move is [seat, verb, arguments...]
  const of = (verb) => legal.filter((move) => move[1] === verb);
  const bids = of('bid'), passes = of('pass'), sales = of('sell');
  if (bids.length && passes.length) return bids[0][2] <= 5 ? bids[0] : passes[0];
  if (sales.length) return sales[sales.length - 1];
  return legal[random(legal.length)];
}

lines.on('line', (line) => {
  const message = JSON.parse(line);
  if (message.type === 'hello') say({ type: 'hello', protocol: 1, name: 'miser' });
  else if (message.type === 'new') { state = message.seed >>> 0; say({ type: 'ready' }); }
  else if (message.type === 'move') say({ type: 'bestmove', number: message.number, move: choose(message.legal) });
  else if (message.type === 'quit') process.exit(0);
});
