// What is shown of a text is all of it: spaces, line ends, and characters and bytes
// that have no shape of their own are marked.
const unseen = /[\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}]/u;
const marks = /( +|\n|[^\n -~])/u; // what is looked at by itself

function visible(text) {
  const out = [];
  for (const piece of text.split(new RegExp(marks.source, 'gu'))) {
    if (piece === '') continue;
    if (piece === '\n') out.push(make('span', { class: 'mark' }, '↵'), '\n');
    else if (piece === '\t') out.push(make('span', { class: 'mark' }, '→'), '\t');
    else if (piece[0] === ' ') out.push(make('span', { class: 'space' }, piece));
    else if (unseen.test(piece)) out.push(make('span', { class: 'odd' }, 'U+' + piece.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')));
    else out.push(piece);
  }
  return out;
}

// bytesOf decodes base64; the bytes that are no UTF-8 are marked one by one.
function bytesOf(base64) {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const out = [];
  let good = '';
  for (let i = 0; i < bytes.length;) {
    let n = 0;
    for (let length = 1; length <= 4 && n === 0; length++) {
      try {
        good += strict.decode(bytes.subarray(i, i + length));
        n = Math.min(length, bytes.length - i);
      } catch { /* not yet, or never */ }
    }
    if (n === 0) {
      out.push(...visible(good), make('span', { class: 'odd bad' }, '\\x' + bytes[i].toString(16).toUpperCase().padStart(2, '0')));
      good = '';
      n = 1;
    }
    i += n;
  }
  return [...out, ...visible(good)];
}

const token = /"(?:[^"\\]|\\.)*"|[-+.0-9eE]+|[a-z]+|[[\]{}:,]/y;

// pretty lays out JSON without touching its tokens; null if the text is no JSON.
function pretty(text) {
  try {
    JSON.parse(text);
    const tokens = [];
    for (let i = 0; i < text.length;) {
      if (/\s/.test(text[i])) { i++; continue; }
      token.lastIndex = i;
      tokens.push(token.exec(text)[0]);
      i = token.lastIndex;
    }
    let at = 0;
    const value = (indent) => {
      const open = tokens[at++];
      if (open !== '{' && open !== '[') return open;
      const close = open === '{' ? '}' : ']';
      const parts = [];
      while (tokens[at] !== close) {
        if (tokens[at] === ',') at++;
        let name = '';
        if (open === '{') { name = tokens[at] + ': '; at += 2; }
        parts.push(name + value(indent + '  '));
      }
      at++;
      const line = open + parts.join(', ') + close;
      if (!line.includes('\n') && line.length + indent.length <= 64) return line;
      return open + '\n' + parts.map((p) => indent + '  ' + p).join(',\n') + '\n' + indent + close;
    };
    return value('');
  } catch {
    return null;
  }
}

// painted is JSON with its names and its scalars apart.
function painted(text) {
  const out = [];
  let last = 0;
  for (const m of text.matchAll(/"(?:[^"\\]|\\.)*"(?=(\s*:)?)|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g)) {
    out.push(text.slice(last, m.index));
    const kind = m[0][0] !== '"' ? 'scalar' : m[1] ? 'name' : 'string';
    out.push(make('span', { class: kind }, visible(m[0])));
    last = m.index + m[0].length;
  }
  out.push(text.slice(last));
  return out;
}

// block shows a text: JSON laid out, anything else as it stands.
function block(text, exact) {
  const json = exact ? null : pretty(text);
  return make('pre', { tabindex: '0' }, json === null ? visible(text) : painted(json));
}
