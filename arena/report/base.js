'use strict';
// Draws the page from the data beside it. No library, no network.
const data = JSON.parse(document.getElementById('data').textContent);
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#8b6914', '#6a51a3', '#7f7f7f',
  '#b2182b'
];
const RESOURCES = ['quartz', 'ore', 'water', 'energy'];
const ROLE_NAMES = { lady: 'Lady Steam', venturer: 'Venturer', captain: 'Captain', engineer: 'Engineer',
  agent: 'Bank Agent' };
const colour = (bot) => COLOURS[((bot % COLOURS.length) + COLOURS.length) % COLOURS.length];
const byId = (id) => document.getElementById(id);
const short = (name, most = 26) => (name.length <= most ? name : '…' + name.slice(1 - most));
const cardName = (card) => (data.cards[card - 1] || []).map((role) => ROLE_NAMES[role] || role).join(' + ') ||
  'card ' + card;
const fixed = (value, digits = 0) => (value === null || value === undefined ? '' : value.toFixed(digits));
const signed = (value, digits = 0) => {
  const size = Math.abs(value).toFixed(digits);
  return (value < 0 && Number(size) ? '−' : '+') + size; // what rounds to zero is +0
};

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) key === 'onclick' ? (made.onclick = value) : made
    .setAttribute(key, value);
  made.append(...children.map((child) => (child instanceof Node ? child : document.createTextNode(String(child)))));
  return made;
}
