/** A set of code points: spans in order that neither overlap nor touch. */
export type CodeSet = readonly (readonly [low: number, high: number])[];

const last = 0x10ffff;

export function ordered(spans: readonly (readonly [number, number])[]): CodeSet {
  const set: [number, number][] = [];
  for (const [low, high] of [...spans].sort((a, b) => a[0] - b[0])) {
    const top = set.at(-1);
    if (top && low <= top[1] + 1) top[1] = Math.max(top[1], high);
    else set.push([low, high]);
  }
  return set;
}

export function negate(set: CodeSet): CodeSet {
  const out: [number, number][] = [];
  let next = 0;
  for (const [low, high] of set) {
    if (low > next) out.push([next, low - 1]);
    next = high + 1;
  }
  if (next <= last) out.push([next, last]);
  return out;
}

export function has(set: CodeSet, point: number): boolean {
  let from = 0;
  let to = set.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    const [low, high] = set[middle]!;
    if (point < low) to = middle;
    else if (point > high) from = middle + 1;
    else return true;
  }
  return false;
}

export const digits: CodeSet = [[0x30, 0x39]];
export const words: CodeSet = [[0x30, 0x39], [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a]];
/** ECMA-262's WhiteSpace and LineTerminator. */
export const spaces: CodeSet = [
  [0x09, 0x0d], [0x20, 0x20], [0xa0, 0xa0], [0x1680, 0x1680], [0x2000, 0x200a], [0x2028, 0x2029],
  [0x202f, 0x202f], [0x205f, 0x205f], [0x3000, 0x3000], [0xfeff, 0xfeff],
];
export const dot: CodeSet = negate([[0x0a, 0x0a], [0x0d, 0x0d], [0x2028, 0x2029]]);

const properties = new Map<string, CodeSet>();

/**
 * The set of \p{expression}, or undefined if ECMA-262 has none of that name. The
 * platform's own engine says which code points are in it, so its Unicode version
 * holds.
 */
export function property(expression: string): CodeSet | undefined {
  const known = properties.get(expression);
  if (known) return known;
  if (!/^[A-Za-z0-9_]+(=[A-Za-z0-9_]+)?$/.test(expression)) return undefined;
  let one: RegExp;
  try {
    one = new RegExp(`\\p{${expression}}+`, "gu");
  } catch {
    return undefined;
  }
  const spans: [number, number][] = [];
  for (const [from, to] of [[0, 0xd7ff], [0xe000, last]] as const) {
    for (let low = from; low <= to; low += 0x1000) {
      const points = Array.from({ length: Math.min(0x1000, to - low + 1) }, (_, i) => low + i);
      for (const match of String.fromCodePoint(...points).matchAll(one)) {
        const run = [...match[0]];
        spans.push([run[0]!.codePointAt(0)!, run.at(-1)!.codePointAt(0)!]);
      }
    }
  }
  const set = ordered(spans);
  properties.set(expression, set);
  return set;
}
