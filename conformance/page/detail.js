// The dialog shows one case: what was asked on the one side, what each
// implementation answered on the other.
const detail = { case: null, at: 0, from: null };

const section = (title, ...content) => make('section', {}, make('h3', {}, title), content);
const chip = (text, attributes) => make('span', { class: 'chip', ...attributes }, text);

function drawDetail(c, at, choose) {
  const dialog = byID('detail');
  const list = shownCases();
  const y = list.indexOf(c);
  const step = (n, name, sign) => make('button', { type: 'button', class: 'plain', 'aria-label': name, title: name, disabled: !list[y + n] || y < 0, onclick: () => showCase(list[y + n], detail.at) }, sign);
  dialog.replaceChildren(
    make('header', {},
      make('p', { class: 'path' }, c.group.id, y >= 0 ? ` · ${y + 1} of ${list.length} shown` : ''),
      make('h2', { id: 'detail-title' }, c.name),
      make('p', { class: `brief ${c.results[at].outcome}`, 'aria-hidden': 'true' }, signOf(c.results[at].outcome), `${testees[at].name}: ${c.results[at].outcome}`),
      make('div', { class: 'steps' }, make('a', { class: 'plain', href: '#' + addressOf(c, at), title: 'A link to this case' }, 'Link'), step(-1, 'Previous case (k)', '↑'), step(1, 'Next case (j)', '↓'),
        make('button', { type: 'button', class: 'plain', 'aria-label': 'Close', title: 'Close (Esc)', onclick: () => dialog.close() }, '✕'))),
    make('div', { class: 'sides' }, make('div', { class: 'question' }, questionParts(c, choose)), make('div', { class: 'answers' }, answerParts(c, at))));
}

function questionParts(c, choose) {
  const q = c.asked;
  if (!q) return make('p', { class: 'why' }, report.suite === 'recorded' ? 'A recorded call: its schema and arguments are in the file that was asked.' : 'The case file does not have this case.');
  const close = (filter) => () => { byID('detail').close(); choose(filter); };
  return [
    q.why ? make('p', { class: 'why' }, q.why) : null,
    make('p', { class: 'chips' },
      (q.rules || []).map((n) => make('button', { type: 'button', class: 'chip', title: 'Show all cases of this rule', onclick: close({ typed: 'rule:' + n, outcome: 'all', group: '', testee: '' }) }, `rule ${n}`)),
      chip(q.op), q.level && q.level !== 'required' ? chip(q.level) : null,
      (q.requires || []).map((name) => chip(`needs ${name}`, { title: report.capabilities[name] })),
      (q.source || []).map((s) => chip(s)), q.since ? chip(`since ${q.since}`) : null),
    q.arguments ? section('Arguments', argumentParts(q.arguments)) : null,
    q.given ? section('Given with them', block(q.given)) : null,
    section('Expectation', block(q.expect)),
    subjectParts(q),
  ];
}

function argumentParts(parts) {
  const text = make('pre', { tabindex: '0', class: 'exact' });
  for (const p of parts) {
    if (p.base64) text.append(...bytesOf(p.text));
    else if (p.times) text.append(make('span', { class: 'times' }, visible(p.text), make('b', {}, `× ${p.times}`)));
    else text.append(...visible(p.text));
  }
  return parts.length === 1 && parts[0].text === '' ? make('p', { class: 'why' }, 'The empty text.') : text;
}

function subjectParts(q) {
  const out = [];
  if (q.function) {
    const f = report.functions[q.function] || { text: '{}' };
    out.push(section(`Function ${q.function}`, f.about ? make('p', { class: 'why' }, f.about) : null, block(f.text)));
    const seen = new Set();
    const models = (names) => (names || []).forEach((name) => {
      if (seen.has(name) || !report.models[name]) return;
      seen.add(name);
      out.push(section(`Type ${name}`, block(report.models[name].text)));
      models(report.models[name].uses);
    });
    models(f.uses);
    if (f.schema) out.push(section('Schema of the function', block(f.schema)));
    if (f.metadata && f.metadata !== f.schema) out.push(section('What the model is told', block(f.metadata)));
  }
  if (q.schema) out.push(section('Schema', block(q.schema)));
  if (q.schemaBase64) out.push(section('Schema, in bytes', make('pre', { tabindex: '0', class: 'exact' }, bytesOf(q.schemaBase64))));
  if (q.options) out.push(section('Options', block(q.options)));
  return out;
}

function answerParts(c, at) {
  const tabs = c.results.map((r, i) => make('button', {
    type: 'button', role: 'tab', id: `tab-${i}`, class: r.outcome, 'aria-selected': String(i === at), 'aria-controls': 'answer', tabindex: i === at ? '0' : '-1', onclick: () => { showCase(c, i); byID(`tab-${i}`).focus(); },
  }, make('span', { class: `cell ${r.outcome}` }, signOf(r.outcome)), testees[i].name, make('span', { class: 'hidden' }, `: ${r.outcome}`)));
  const bar = make('div', { role: 'tablist', class: 'tabs', 'aria-label': 'Implementations' }, tabs);
  return [bar, make('div', { role: 'tabpanel', id: 'answer', 'aria-labelledby': `tab-${at}` }, resultParts(c.results[at]))];
}

function resultParts(r) {
  const o = outcomeOf.get(r.outcome);
  const out = [make('p', { class: `verdict ${r.outcome}` }, make('b', {}, signOf(r.outcome), r.outcome), ` ${o.about}`)];
  for (const name of r.missing || []) out.push(make('p', { class: 'why' }, `It does not declare ${name}`, report.capabilities && report.capabilities[name] ? `: ${report.capabilities[name]}.` : '.'));
  if (r.reason) out.push(section('Reason', block(r.reason, true)));
  for (const d of r.differences || []) out.push(section(['Difference in ', make('code', {}, d.member)], diffOf(d.want, d.got)));
  if (r.answer !== undefined) out.push(section('Answer', block(report.answers[r.answer])));
  else if (r.outcome !== 'skip' && r.outcome !== 'not-run') out.push(make('p', { class: 'why' }, 'There is no answer.'));
  return out;
}

// addressOf names a case and an implementation in the part of an address behind #.
const addressOf = (c, at) => encodeURIComponent(c.id).replaceAll('%2F', '/') + (testees.length > 1 ? '@' + encodeURIComponent(testees[at].name) : '');

function atAddress() {
  const [id, name] = location.hash.slice(1).split('@');
  try {
    const c = caseOf.get(decodeURIComponent(id)), at = name === undefined ? 0 : testees.findIndex((t) => t.name === decodeURIComponent(name));
    return c ? [c, Math.max(0, at)] : null;
  } catch {
    return null; // not an address of this page
  }
}
