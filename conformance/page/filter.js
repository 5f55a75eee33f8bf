// chosen is what is shown. A group is open because somebody opened it, or because
// something in it is worth seeing.
const chosen = { typed: '', outcome: 'all', group: '', testee: '' };

const kinds = [
  { id: 'all', name: 'all', test: () => true },
  { id: 'not-passed', name: 'not passed', test: (r) => r.outcome !== 'pass' && r.outcome !== 'not-run', about: 'by an implementation that was run' },
  { id: 'disagreeing', name: 'disagreeing', whole: (c) => c.disagreeing, about: 'implementations that were asked ended in different ways' },
  ...outcomes.map((o) => ({ id: o.id, name: o.id, sign: true, about: o.about, test: (r) => r.outcome === o.id })),
];

// shows reports whether a case has a result of a kind, of the implementation chosen.
function shows(kind, c) {
  if (kind.whole) return kind.whole(c);
  return chosen.testee === '' ? c.results.some(kind.test) : kind.test(c.results[chosen.testee]);
}

function drawFilters(change) {
  const group = byID('group'), testee = byID('testee'), search = byID('search');
  group.append(make('option', { value: '' }, 'All groups'), ...report.groups.map((g) => make('option', { value: g.id }, `${g.id} (${g.cases.length})`)));
  testee.append(make('option', { value: '' }, 'Any implementation'), ...testees.map((t, i) => make('option', { value: String(i) }, t.name)));
  testee.hidden = testees.length < 2;
  for (const k of kinds) {
    k.button = make('button', { type: 'button', class: `kind ${k.id}`, title: k.about, 'aria-pressed': 'false', onclick: () => change({ outcome: chosen.outcome === k.id ? 'all' : k.id }) },
      k.sign ? signOf(k.id) : '', k.name, k.number = make('span', { class: 'number' }));
    k.button.hidden = !['all', 'not-passed', 'disagreeing'].includes(k.id) && !cases.some((c) => c.results.some(k.test));
    byID('outcomes').append(k.button);
  }
  search.addEventListener('input', () => change({ typed: search.value }));
  group.addEventListener('change', () => change({ group: group.value }));
  testee.addEventListener('change', () => change({ testee: testee.value }));
  byID('reset').addEventListener('click', () => { change({ typed: '', outcome: 'all', group: '', testee: '' }); search.focus(); });
  byID('unfold').addEventListener('click', () => { report.groups.forEach((g) => { g.open = true; }); change({}); });
  byID('fold').addEventListener('click', () => { report.groups.forEach((g) => { g.open = false; }); change({}); });
}

// applyFilters shows what is chosen. The counts on the buttons are those of the
// cases that the other filters leave.
function applyFilters() {
  for (const [id, value] of [['search', chosen.typed], ['group', chosen.group], ['testee', chosen.testee]]) {
    if (byID(id).value !== value) byID(id).value = value;
  }
  const said = says(chosen.typed);
  const left = new Set(cases.filter((c) => (chosen.group === '' || c.group.id === chosen.group) && said(c)));
  for (const k of kinds) {
    let n = 0;
    for (const c of left) if (shows(k, c)) n++;
    k.number.textContent = n;
    k.button.setAttribute('aria-pressed', String(k.id === chosen.outcome));
  }
  const kind = kinds.find((k) => k.id === chosen.outcome);
  const narrowed = chosen.typed.trim() !== '' || chosen.outcome !== 'all' || chosen.group !== '' || chosen.testee !== '';
  let sum = 0;
  for (const g of report.groups) {
    const shown = g.cases.filter((c) => left.has(c) && shows(kind, c));
    const open = g.open === undefined ? narrowed || g.cases.some((c) => c.open) : g.open;
    sum += shown.length;
    g.body.hidden = shown.length === 0;
    g.button.setAttribute('aria-expanded', String(open));
    const visibleCases = new Set(shown);
    for (const c of g.cases) c.row.hidden = !open || !visibleCases.has(c);
    share(g, shown);
  }
  byID('shown').textContent = sum === cases.length ? count(sum, 'case') : `${sum} of ${count(cases.length, 'case')}`;
  byID('nothing').hidden = sum > 0;
  byID('reset').hidden = cases.length === 0;
  settle();
}

// shownCases are the cases that the filters leave, in the order of the page, also
// those of groups that are closed.
function shownCases() {
  const kind = kinds.find((k) => k.id === chosen.outcome), said = says(chosen.typed);
  return cases.filter((c) => (chosen.group === '' || c.group.id === chosen.group) && said(c) && shows(kind, c));
}
