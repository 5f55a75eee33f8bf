// linesOf pairs the lines of two texts: 'same', 'want' or 'got', by the longest
// common subsequence. Texts with too many lines are one block each.
function linesOf(want, got) {
  const a = want.split('\n'), b = got.split('\n');
  let head = 0, tail = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  const n = a.length - head - tail, m = b.length - head - tail;
  const out = a.slice(0, head).map((line) => ['same', line]);
  const width = m + 1;
  const length = n * m <= 4e6 ? new Uint16Array((n + 1) * width) : null;
  if (length) {
    for (let i = n - 1; i >= 0; i--) {
      for (let j = m - 1; j >= 0; j--) {
        length[i * width + j] = a[head + i] === b[head + j] ? length[(i + 1) * width + j + 1] + 1
          : Math.max(length[(i + 1) * width + j], length[i * width + j + 1]);
      }
    }
  }
  for (let i = 0, j = 0; i < n || j < m;) {
    if (length && i < n && j < m && a[head + i] === b[head + j]) {
      out.push(['same', a[head + i++]]);
      j++;
    } else if (j >= m || i < n && (!length || length[(i + 1) * width + j] >= length[i * width + j + 1])) {
      out.push(['want', a[head + i++]]);
    } else {
      out.push(['got', b[head + j++]]);
    }
  }
  return out.concat(a.slice(a.length - tail).map((line) => ['same', line]));
}

// apart splits a line where it begins and ends to differ from another.
function apart(line, other) {
  const a = [...line], b = [...other];
  let head = 0, tail = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  if (head + tail === 0) return visible(line);
  return [visible(a.slice(0, head).join('')), make('mark', {}, visible(a.slice(head, a.length - tail).join(''))), visible(a.slice(a.length - tail).join(''))];
}

// diffOf shows how an answer is not what was wanted, line by line.
function diffOf(want, got) {
  const w = pretty(want), g = pretty(got);
  const lines = w !== null && g !== null ? linesOf(w, g) : linesOf(want, got);
  const rows = [];
  for (let i = 0; i < lines.length;) {
    let end = i;
    while (end < lines.length && lines[end][0] !== 'same') end++;
    const old = lines.slice(i, end).filter((l) => l[0] === 'want'), now = lines.slice(i, end).filter((l) => l[0] === 'got');
    const paired = old.length === now.length;
    for (const [side, list, others] of [['want', old, now], ['got', now, old]]) {
      list.forEach((l, k) => rows.push([side, paired ? apart(l[1], others[k][1]) : visible(l[1])]));
    }
    if (end < lines.length) rows.push(['same', visible(lines[end][1])]);
    i = end + 1;
  }
  return make('div', { class: 'diff', tabindex: '0', role: 'group', 'aria-label': 'Differences, line by line' }, rows.map(([side, text]) =>
    make('div', { class: `line ${side}` },
      make('span', { class: 'side' }, side === 'same' ? '' : side),
      make('code', {}, text.flat(2).length ? text : '\u00a0'))));
}
