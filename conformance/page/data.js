// report is what the page shows; no text of it is changed.
const report = JSON.parse(byID('data').textContent);
const testees = report.testees;
const notAsked = { outcome: 'not-run', reason: 'it was not asked this case' };

// cases are the rows, each with its results, one for each implementation.
const cases = [];
for (const group of report.groups) {
  for (const c of group.cases) {
    c.group = group;
    c.name = c.id.startsWith(group.id + '/') ? c.id.slice(group.id.length + 1) : c.id;
    c.results = testees.map((t, i) => t.notRun ? { outcome: 'not-run', reason: t.notRun } : c.results[i] || notAsked);
    const ended = new Set(c.results.map((r) => r.outcome).filter((o) => o !== 'skip' && o !== 'not-run'));
    c.disagreeing = ended.size > 1;
    c.open = c.results.some((r) => findings.has(r.outcome));
    cases.push(c);
  }
}
const caseOf = new Map(cases.map((c) => [c.id, c]));

// tally counts how the results of some cases ended, for one implementation or all.
function tally(list, testee) {
  const counts = {};
  for (const c of list) {
    for (const r of testee === undefined ? c.results : [c.results[testee]]) counts[r.outcome] = (counts[r.outcome] || 0) + 1;
  }
  return counts;
}

// wordsOf is what a search looks through.
function wordsOf(c) {
  if (c.words === undefined) {
    const q = c.asked || {};
    const subject = report.functions && report.functions[q.function];
    c.words = [c.id, q.why, q.op, q.level, q.function, q.schema, subject && subject.schema, q.options, q.given, q.expect, ...(q.source || []), ...(q.requires || []),
      ...(q.arguments || []).map((p) => p.text), ...c.results.map((r) => [r.reason, ...(r.differences || []).map((d) => d.member)].join(' '))].join('\n').toLowerCase();
  }
  return c.words;
}

// says returns a test of cases by what was typed: all words are there; rule:N is a
// rule of the contract.
function says(typed) {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return (c) => words.every((w) => {
    const rule = /^rule:(\d*)$/.exec(w);
    if (!rule) return wordsOf(c).includes(w);
    return rule[1] === '' || (c.asked && c.asked.rules || []).includes(rule[1]);
  });
}

// argumentsOf is the arguments in one line, cut, for the grid.
function argumentsOf(c) {
  const q = c.asked;
  if (!q) return '';
  if (!q.arguments) return q.op;
  return q.arguments.map((p) => p.base64 ? 'bytes ' + p.text : p.times ? `${p.text} ×${p.times} ` : p.text).join('').slice(0, 160);
}
