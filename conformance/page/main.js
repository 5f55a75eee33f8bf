function change(filter) {
  Object.assign(chosen, filter);
  if ('typed' in filter || 'outcome' in filter || 'group' in filter || 'testee' in filter) report.groups.forEach((g) => { g.open = undefined; });
  applyFilters();
}

function showCase(c, at) {
  const dialog = byID('detail');
  detail.case = c;
  detail.at = at;
  drawDetail(c, at, change);
  if (!dialog.open) {
    detail.from = document.activeElement;
    dialog.showModal();
    document.documentElement.classList.add('modal');
  }
  byID(`tab-${at}`).focus({ preventScroll: true });
  dialog.scrollTop = 0;
  history.replaceState(null, '', '#' + addressOf(c, at));
}

// closed goes back to the cell of the case that was shown last, if it is shown.
function closed() {
  const c = detail.case;
  document.documentElement.classList.remove('modal');
  detail.case = null;
  history.replaceState(null, '', '#');
  if (!c) return;
  const cell = c.row.hidden || c.group.body.hidden ? detail.from : c.row.stops[detail.at];
  if (cell && cell.isConnected) cell.focus();
}

byID('detail').addEventListener('close', closed);
byID('detail').addEventListener('click', (e) => { if (e.target === byID('detail')) byID('detail').close(); });
byID('detail').addEventListener('keydown', (e) => {
  if (e.ctrlKey || e.altKey || e.metaKey || !detail.case) return;
  const list = shownCases(), y = list.indexOf(detail.case);
  const inTabs = e.target.getAttribute('role') === 'tab';
  const sideways = inTabs && { ArrowLeft: -1, ArrowRight: 1 }[e.key];
  const onwards = { j: 1, k: -1 }[e.key];
  if (sideways) showCase(detail.case, (detail.at + sideways + testees.length) % testees.length);
  else if (onwards && y >= 0 && list[y + onwards]) showCase(list[y + onwards], detail.at);
  else return;
  e.preventDefault();
});
document.addEventListener('keydown', (e) => {
  if (e.ctrlKey || e.altKey || e.metaKey || byID('detail').open) return;
  if (e.key === '/' && !/^(INPUT|SELECT)$/.test(e.target.tagName)) {
    byID('search').select();
    byID('search').focus();
  } else if (e.key === 'Escape' && e.target.id === 'search') {
    change({ typed: '' });
    if (grid.at) grid.at.focus();
  } else if (e.key === 'ArrowDown' && e.target.id === 'search' && grid.at) grid.at.focus();
  else return;
  e.preventDefault();
});
addEventListener('hashchange', () => {
  const at = atAddress();
  if (at) showCase(...at);
  else if (byID('detail').open) byID('detail').close();
});

// What is under the filters, which stay on top, is kept below them.
new ResizeObserver(() => {
  const filters = byID('filters');
  const sticks = getComputedStyle(filters).position === 'sticky';
  document.documentElement.style.setProperty('--under', (sticks ? filters.offsetHeight : 0) + 'px');
}).observe(byID('filters'));

totals((filter) => { change({ typed: '', group: '', ...filter }); byID('filters').scrollIntoView({ block: 'start' }); });
drawGrid(showCase, (g) => { g.open = g.button.getAttribute('aria-expanded') !== 'true'; applyFilters(); });
drawFilters(change);
applyFilters();
if (atAddress()) showCase(...atAddress());
