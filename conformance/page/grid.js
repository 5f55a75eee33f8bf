// The grid is a table of buttons. All rows are made at once and hidden or shown;
// one button of them is in the order of tabs, and the arrows move it.
const grid = { rows: [], at: null, column: 0 };

function drawGrid(openCase, toggle) {
  const many = testees.length > 6;
  const head = make('tr', { role: 'row' }, make('th', { role: 'columnheader', scope: 'col', class: 'case' }, 'Case'),
    make('th', { role: 'columnheader', scope: 'col', class: 'asked' }, report.capabilities ? 'Arguments' : ''),
    testees.map((t) => make('th', { role: 'columnheader', scope: 'col', class: 'testee', title: t.name }, make('span', {}, t.name))));
  const table = make('table', { role: 'grid', 'aria-label': 'Cases by implementations' }, make('thead', { role: 'rowgroup' }, head));
  for (const g of report.groups) table.append(groupBody(g, openCase, toggle));
  byID('grid').classList.toggle('many', many);
  byID('grid').append(table);
  table.addEventListener('keydown', move);
  table.addEventListener('focusin', (e) => rest(e.target));
}

function groupBody(g, openCase, toggle) {
  const about = make('span', { class: 'about' }, g.about || '');
  g.button = make('button', { type: 'button', tabindex: '-1', 'aria-expanded': 'false', onclick: () => toggle(g) },
    make('span', { class: 'chevron', 'aria-hidden': 'true' }), g.id, g.number = make('span', { class: 'number' }));
  g.cells = testees.map(() => make('td', { role: 'gridcell', class: 'share' }));
  g.row = make('tr', { role: 'row', class: 'group' }, make('th', { role: 'rowheader', scope: 'rowgroup', class: 'case' }, g.button), make('td', { role: 'gridcell', class: 'asked' }, about), g.cells);
  g.row.stops = [g.button];
  g.row.group = g;
  grid.rows.push(g.row);
  g.body = make('tbody', { role: 'rowgroup' }, g.row);
  for (const c of g.cases) {
    c.row = make('tr', { role: 'row', hidden: true }, make('th', { role: 'rowheader', scope: 'row', class: 'case', title: c.asked && c.asked.why || c.id }, c.name),
      make('td', { role: 'gridcell', class: 'asked' }, make('code', {}, argumentsOf(c))));
    c.row.stops = c.results.map((r, i) => {
      const said = `${c.id}, ${testees[i].name}: ${r.outcome}`;
      const button = make('button', { type: 'button', tabindex: '-1', class: `cell ${r.outcome}`, 'aria-label': said, title: `${testees[i].name}: ${r.outcome}`, 'aria-haspopup': 'dialog', onclick: () => openCase(c, i) },
        signOf(r.outcome), r.outcome === 'pass' ? '' : make('span', { class: 'word', 'aria-hidden': 'true' }, r.outcome));
      c.row.append(make('td', { role: 'gridcell' }, button));
      return button;
    });
    c.row.case = c;
    grid.rows.push(c.row);
    g.body.append(c.row);
  }
  return g.body;
}

// share says for a group how the cases shown ended.
function share(g, shown) {
  g.number.textContent = shown.length === g.cases.length ? String(g.cases.length) : `${shown.length} of ${g.cases.length}`;
  testees.forEach((t, i) => {
    const counts = tally(shown, i);
    const words = outcomes.filter((o) => counts[o.id]).map((o) => `${counts[o.id]} ${o.counted}`).join(', ');
    g.cells[i].replaceChildren(barOf(counts), make('span', { class: 'hidden' }, `${t.name}: ${words}`));
    g.cells[i].title = `${t.name}: ${words}`;
  });
}

// rest makes a button the one that the tab key reaches.
function rest(button) {
  const row = button.closest('tr');
  if (!row || !row.stops || !row.stops.includes(button)) return;
  if (grid.at) grid.at.tabIndex = -1;
  grid.at = button;
  button.tabIndex = 0;
  if (row.case) grid.column = row.stops.indexOf(button);
}

// settle keeps one visible button in the order of tabs.
function settle() {
  if (grid.at && !grid.at.closest('tr').hidden && !grid.at.closest('tbody').hidden) return;
  const first = grid.rows.find((r) => !r.hidden && !r.parentNode.hidden);
  if (first) rest(first.stops[0]);
}

function move(e) {
  if (e.altKey || e.metaKey) return;
  const row = e.target.closest('tr');
  if (!row || !row.stops) return;
  const seen = grid.rows.filter((r) => !r.hidden && !r.parentNode.hidden);
  const y = seen.indexOf(row), x = row.stops.indexOf(e.target);
  const to = (r, column) => {
    const target = seen[Math.max(0, Math.min(seen.length - 1, r))];
    const stop = target.stops[Math.min(target.stops.length - 1, column)];
    const keep = grid.column;
    stop.focus({ preventScroll: true });
    if (!target.case) grid.column = keep;
    stop.scrollIntoView({ block: 'nearest' });
  };
  const folds = row.group && (e.key === 'ArrowLeft') === (row.group.button.getAttribute('aria-expanded') === 'true');
  switch (e.key) {
    case 'ArrowDown': to(y + 1, grid.column); break;
    case 'ArrowUp': to(y - 1, grid.column); break;
    case 'PageDown': to(y + 12, grid.column); break;
    case 'PageUp': to(y - 12, grid.column); break;
    case 'ArrowLeft': case 'ArrowRight':
      if (!row.group) to(y, Math.max(0, x + (e.key === 'ArrowRight' ? 1 : -1)));
      else if (folds) row.group.button.click();
      break;
    case 'Home': e.ctrlKey ? to(0, 0) : to(y, 0); break;
    case 'End': e.ctrlKey ? to(seen.length - 1, Infinity) : to(y, Infinity); break;
    default: return;
  }
  e.preventDefault();
}
