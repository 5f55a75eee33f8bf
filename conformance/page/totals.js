// totals shows how each implementation ended, on top; a count is a filter.
function totals(choose) {
  const suite = report.suite === 'recorded' ? 'recorded calls' : `suite ${report.suite}`;
  byID('suite').textContent = report.suite ? suite : '';
  const asked = testees.filter((t) => !t.notRun).length;
  const found = cases.reduce((n, c) => n + c.results.filter((r) => findings.has(r.outcome)).length, 0) + testees.reduce((n, t) => n + (t.stale || []).length, 0);
  byID('said').append(`${count(cases.length, 'case')} in ${count(report.groups.length, 'group')}, ${count(asked, 'implementation')} asked`,
    asked < testees.length ? `, ${testees.length - asked} not run. ` : '. ',
    make('strong', { class: found ? 'found' : 'clean' }, found ? count(found, 'finding') + '.' : asked ? 'Nothing was found.' : 'Nothing was proved.'));
  testees.forEach((t, i) => byID('totals').append(card(t, i, choose)));
}

// versionOf is the version of a language without its name before it: go1.26 is 1.26.
function versionOf(it) {
  const version = it.languageVersion || '', language = it.language || '';
  return version.toLowerCase().startsWith(language.toLowerCase()) ? version.slice(language.length).trim() : version;
}

function card(t, i, choose) {
  const it = t.implementation || {};
  const who = [it.name && it.name !== t.name ? it.name : '', it.version].filter(Boolean).join(' ');
  const by = [it.language, versionOf(it)].filter(Boolean).join(' ');
  const counts = tally(cases, i);
  const found = [...findings].some((o) => counts[o]) || (t.stale || []).length > 0;
  const state = t.notRun ? 'not-run' : found ? 'found' : 'clean';
  const passed = counts.pass || 0;
  return make('article', { class: `card ${state}`, 'aria-label': t.name },
    make('h2', {}, t.name),
    make('p', { class: 'who' }, t.notRun ? '' : [who, by].filter(Boolean).join(' · ')),
    t.notRun ? make('p', { class: 'big' }, 'not run')
      : make('p', { class: 'big' }, String(passed), make('small', {}, ` of ${cases.length} passed`)),
    barOf(t.notRun ? { 'not-run': 1 } : counts),
    t.notRun ? make('p', { class: 'reason' }, t.notRun)
      : make('ul', { class: 'counts' }, outcomes.filter((o) => counts[o.id]).map((o) => make('li', {},
        make('button', { type: 'button', class: `count ${o.id}`, title: `Show these: ${o.about}`, onclick: () => choose({ outcome: o.id, testee: String(i) }) },
          signOf(o.id), `${counts[o.id]} ${o.counted}`)))),
    (t.stale || []).map((e) => make('p', { class: 'reason' }, `No case of the run meets the expected failure ${e.case}: take it out of its file.`)));
}
