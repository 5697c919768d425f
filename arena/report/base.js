'use strict';
// Draws the page from the data beside it. No library, no network.
const data = JSON.parse(document.getElementById('data').textContent);
// Told apart with most kinds of colour vision, and 3:1 or more against light and dark paper.
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#c08400', '#2f97d3', '#8b6914', '#8468c8', '#7f7f7f',
  '#d6334a'
];
// More bots than colours: a hue each.
const colour = (bot) => data.bots.length <= COLOURS.length ? COLOURS[bot] :
  `oklch(${bot % 2 ? 56 : 64}% 0.13 ${Math.round(360 * bot / data.bots.length)})`;
const byId = (id) => document.getElementById(id);
const short = (name, most = 26) => (name.length <= most ? name : '…' + name.slice(1 - most));
const count = (n, what) => `${n} ${what}${n === 1 ? '' : 's'}`;
const fixed = (value, digits = 0) => (value === null || value === undefined ? '' : value.toFixed(digits));
const signed = (value, digits = 0) => {
  const size = Math.abs(value).toFixed(digits);
  return (value < 0 && Number(size) ? '−' : '+') + size; // what rounds to zero is +0
};

const scoreText = (score) => String(Number(score.toFixed(2))); // whole, or with two digits

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) key === 'onclick' ? (made.onclick = value) : made
    .setAttribute(key, value);
  made.append(...children.map((child) => (child instanceof Node ? child : document.createTextNode(String(child)))));
  return made;
}
// What an element is drawn from: an entry of the position, by its keys.
const part = (...path) => (path.length ? { 'data-part': path.join(' ') } : {});
const noted = (words, ...path) => element('span', part(...path), words);
const dot = (bot) => element('span', { class: 'dot', style: `background:${colour(bot)}` });
