/** Orders two texts by their UTF-8 bytes, which is the order of their code points. */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return rank(x) - rank(y);
  }
  return a.length - b.length;
}

/** UTF-16 puts surrogates before U+E000 to U+FFFF, code points put them behind. */
function rank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

const longest = 40;

/** Quotes a text for a message, shortened. */
export function quote(text: string): string {
  const points = [];
  for (const point of text) {
    if (points.length === longest) {
      points[longest - 1] = "…";
      break;
    }
    points.push(point);
  }
  return JSON.stringify(points.join(""));
}

/** "1 digit", "2 digits". */
export function plural(n: number, noun: string): string {
  return n === 1 ? `1 ${noun}` : `${n} ${noun}s`;
}

/** Appends reference tokens to a JSON Pointer (RFC 6901). */
export function join(pointer: string, ...tokens: (string | number)[]): string {
  for (const token of tokens) {
    pointer += "/" + (typeof token === "number" ? token : token.replaceAll("~", "~0").replaceAll("/", "~1"));
  }
  return pointer;
}

/** The reference tokens of a JSON Pointer. */
export function tokens(pointer: string): string[] {
  return pointer === "" ? [] : pointer.slice(1).split("/").map((t) => t.replaceAll("~1", "/").replaceAll("~0", "~"));
}
