'use strict';

// make returns an element. Texts go in as text nodes and attributes as attributes:
// nothing on this page is ever parsed as HTML.
function make(name, attributes, ...children) {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key.startsWith('on')) e.addEventListener(key.slice(2), value);
    else if (value === true) e.setAttribute(key, '');
    else if (value !== false && value !== undefined && value !== null) e.setAttribute(key, value);
  }
  e.append(...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== ''));
  return e;
}

const byID = (id) => document.getElementById(id);
const count = (n, one, many) => `${n.toLocaleString('en')} ${n === 1 ? one : many || one + 's'}`;

// outcomes, in the order in which they are shown. A sign stands beside each colour.
const outcomes = [
  { id: 'pass', sign: '✓', counted: 'passed', about: 'answered as the case wants' },
  { id: 'fail', sign: '✕', counted: 'failed', about: 'answered otherwise' },
  { id: 'timeout', sign: '…', counted: 'timed out', about: 'no answer in time' },
  { id: 'crash', sign: '!', counted: 'crashed', about: 'it ended, or was not there any more' },
  { id: 'protocol-error', sign: '?', counted: 'broke the protocol', about: 'what it wrote is not of the protocol' },
  { id: 'unexpected-pass', sign: '+', counted: 'passed unexpectedly', about: 'its file of expected failures says that it fails' },
  { id: 'expected-fail', sign: '≈', counted: 'failed as expected', about: 'as its file of expected failures says' },
  { id: 'skip', sign: '○', counted: 'skipped', about: 'for want of a capability' },
  { id: 'not-run', sign: '–', counted: 'not run', about: 'the implementation could not be asked' },
];
const outcomeOf = new Map(outcomes.map((o) => [o.id, o]));
const findings = new Set(['fail', 'timeout', 'crash', 'protocol-error', 'unexpected-pass']);

// signOf is the mark of an outcome, for eyes: what it says is said in words beside it.
const signOf = (outcome) => make('span', { class: 'sign', 'aria-hidden': 'true' }, outcomeOf.get(outcome).sign);

// barOf is a bar whose parts are as long as the counts.
function barOf(counts) {
  const bar = make('span', { class: 'bar', 'aria-hidden': 'true' });
  for (const o of outcomes) {
    if (!counts[o.id]) continue;
    const part = make('span', { class: `part ${o.id}` });
    part.style.flexGrow = counts[o.id];
    bar.append(part);
  }
  return bar;
}
