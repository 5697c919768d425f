// Tables that are sorted by a click on a head, or by a key on it.

// What a cell is sorted by: its own `data-key`, else the number it shows, else its words; null: nothing, always last.
function keyOf(cell) {
  const words = (cell.dataset.key ?? cell.textContent).trim(), plain = words.replace('−', '-').replace(/^\+|%$/g, '');
  if (plain === '') return null;
  return Number.isNaN(Number(plain)) ? words : Number(plain);
}

function compareKeys(a, b, isUp) {
  if (a === null || b === null) return (a === null) - (b === null);
  const [aIsWords, bIsWords] = [a, b].map((key) => typeof key === 'string');
  if (aIsWords !== bIsWords) return aIsWords - bIsWords; // words behind numbers, in either direction
  const order = aIsWords ? a.localeCompare(b) : a - b;
  return isUp ? order : -order;
}

function sortRows(table, column, isUp) {
  const [, ...rows] = table.rows, keys = new Map(rows.map((row) => [row, keyOf(row.cells[column])]));
  rows.sort((a, b) => compareKeys(keys.get(a), keys.get(b), isUp));
  for (const row of rows) row.parentNode.append(row);
}

// Makes the heads of a table buttons. Words begin at the first letter, numbers at the largest; again: the other way.
function sortable(table, sort = (column, isUp) => sortRows(table, column, isUp)) {
  const heads = [...table.rows[0].cells];
  heads.forEach((head, column) => {
    if (!head.textContent) return;
    const press = () => {
      const before = head.getAttribute('aria-sort');
      const isUp = before ? before === 'descending' : head.classList.contains('text');
      for (const other of heads) other.removeAttribute('aria-sort');
      head.setAttribute('aria-sort', isUp ? 'ascending' : 'descending');
      sort(column, isUp);
    };
    head.replaceChildren(element('button', { onclick: press, title: 'sort' }, ...head.childNodes));
  });
  return table;
}
