import type { Limits } from "./limits.js";
import { join, plural, quote } from "./text.js";
import type { Tree } from "./tree.js";

export type Reason =
  | "syntax" | "truncated" | "trailing-data" | "duplicate-key" | "utf8" | "surrogate" | "number" | "depth" | "size" | "values";

/** Why a text was refused (rule 10). */
export class ReadError extends Error {
  constructor(
    readonly reason: Reason,
    message: string,
    readonly pointer = "",
    readonly property?: string,
  ) {
    super(message);
  }
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Reads the one value of a text, by rules 8 to 10.
 *
 * 1. Size is judged first, then UTF-8 of the whole text, then the first offence in
 *    reading order.
 * 2. A value is counted where it begins and a container's depth where it opens, in
 *    this order; a number is read to its end, then measured; a name is compared as
 *    soon as it has been read.
 * 3. A text that has no offence but its early end is truncated; an empty one is
 *    syntax.
 */
export function read(bytes: Uint8Array, limits: Limits): Tree {
  if (bytes.length > limits.bytes) {
    throw new ReadError("size", `the text of ${plural(bytes.length, "byte")} is too long: a text has at most ${plural(limits.bytes, "byte")}`);
  }
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    throw new ReadError("utf8", "the text is not UTF-8: encode the whole of it as UTF-8");
  }
  return new Reader(text, limits).document();
}

/** Reads a text that is a string already; a lone surrogate in it is no UTF-8. */
export function readText(text: string, limits: Limits): Tree {
  return read(Buffer.from(text, "utf8"), limits);
}

/** A container that is open. */
interface Level {
  readonly start: number;
  readonly members: Map<string, Tree> | undefined;
  readonly items: Tree[];
  name: string;
}

const plain = /[^"\\\u0000-\u001f]*/y;
const numberToken = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const hex = /^[0-9a-fA-F]$/;
const escapes: Record<string, string> = { '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

const shortest = 20;

function isDigit(c: number): boolean {
  return c >= 0x30 && c <= 0x39;
}

class Reader {
  private pos = 0;
  private values = 0;
  private readonly open: Level[] = [];

  constructor(
    private readonly src: string,
    private readonly limits: Limits,
  ) {}

  /** Reads without recursion: how deep a text may be is the limit's affair. */
  document(): Tree {
    this.skip();
    if (this.pos === this.src.length) this.fail("syntax", "there is no value: send one JSON value, such as {}");
    for (;;) {
      let done = this.begin();
      while (done !== undefined && this.open.length > 0) done = this.add(done);
      if (done === undefined) continue;
      this.skip();
      if (this.pos < this.src.length) this.fail("trailing-data", "send exactly one JSON value and nothing after it");
      return done;
    }
  }

  /** Reads a scalar, or opens a container, which is returned if it is empty. */
  private begin(): Tree | undefined {
    const { src, pos } = this;
    const c = src[pos];
    if (c === undefined) this.truncated("where a value must stand");
    if (!'{["tfn-0123456789'.includes(c)) this.unexpected("where a value must stand");
    if (this.values === this.limits.values) this.fail("values", `a text has at most ${plural(this.limits.values, "value")}, objects and arrays included`);
    this.values++;
    switch (c) {
      case "{":
      case "[":
        return this.enter(c);
      case '"': {
        const text = this.string();
        return { kind: "string", text, raw: src.slice(pos, this.pos) };
      }
      case "t":
        this.word("true");
        return { kind: "boolean", value: true, raw: "true" };
      case "f":
        this.word("false");
        return { kind: "boolean", value: false, raw: "false" };
      case "n":
        this.word("null");
        return { kind: "null", raw: "null" };
    }
    const token = this.number();
    return { kind: "number", token, raw: token };
  }

  private enter(c: string): Tree | undefined {
    if (this.open.length + 1 > this.limits.depth) this.fail("depth", `objects and arrays may stand in one another ${this.limits.depth} deep`);
    this.open.push({ start: this.pos, members: c === "{" ? new Map() : undefined, items: [], name: "" });
    this.pos++;
    this.skip();
    if (this.src[this.pos] === (c === "{" ? "}" : "]")) return this.leave();
    if (c === "{") this.name();
    return undefined;
  }

  /** Gives a value to the innermost container, which is returned if it ends here. */
  private add(value: Tree): Tree | undefined {
    const level = this.open.at(-1)!;
    if (level.members) level.members.set(level.name, value);
    else level.items.push(value);
    this.skip();
    const c = this.src[this.pos];
    if (c === undefined) this.truncated(level.members ? "inside an object" : "inside an array");
    if (c === ",") {
      this.pos++;
      this.skip();
      if (level.members) this.name();
      return undefined;
    }
    if (c !== (level.members ? "}" : "]")) this.unexpected(level.members ? "behind a member" : "behind an item");
    return this.leave();
  }

  private leave(): Tree {
    const level = this.open.pop()!;
    this.pos++;
    const raw = this.src.slice(level.start, this.pos);
    return level.members ? { kind: "object", members: level.members, raw } : { kind: "array", items: level.items, raw };
  }

  private name(): void {
    const c = this.src[this.pos];
    if (c === undefined) this.truncated("inside an object");
    if (c !== '"') this.unexpected("where a name must stand");
    const name = this.string();
    const level = this.open.at(-1)!;
    if (level.members!.has(name)) {
      throw new ReadError("duplicate-key", `the name ${quote(name)} stands twice in one object: give each member once`, this.pointer(), name);
    }
    level.name = name;
    this.skip();
    if (this.pos === this.src.length) this.truncated("behind a name");
    if (this.src[this.pos] !== ":") this.unexpected("where a colon must stand");
    this.pos++;
    this.skip();
  }

  /** The place of the innermost container. */
  private pointer(): string {
    return join("", ...this.open.slice(0, -1).map((level) => (level.members ? level.name : level.items.length)));
  }

  private string(): string {
    const { src } = this;
    this.pos++;
    let text = "";
    for (;;) {
      plain.lastIndex = this.pos;
      plain.test(src);
      text += src.slice(this.pos, plain.lastIndex);
      this.pos = plain.lastIndex;
      const c = src[this.pos];
      if (c === undefined) this.truncated("inside a string");
      if (c === '"') {
        this.pos++;
        return text;
      }
      if (c !== "\\") this.fail("syntax", "a control character stands inside a string: write it as an escape, such as \\n");
      text += this.escape();
    }
  }

  private escape(): string {
    const c = this.src[this.pos + 1];
    if (c === undefined) this.truncated("inside an escape");
    const simple = Object.hasOwn(escapes, c) ? escapes[c] : undefined;
    if (simple !== undefined) {
      this.pos += 2;
      return simple;
    }
    if (c !== "u") this.fail("syntax", 'an escape is unknown: the escapes are \\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u');
    const unit = this.unit();
    if (unit < 0xd800 || unit > 0xdfff) {
      this.pos += 6;
      return String.fromCharCode(unit);
    }
    if (unit >= 0xdc00) this.lone();
    const low = this.low();
    this.pos += 12;
    return String.fromCharCode(unit, low);
  }

  private unit(): number {
    for (let i = this.pos + 2; i < this.pos + 6; i++) {
      const c = this.src[i];
      if (c === undefined) this.truncated("inside an escape");
      if (!hex.test(c)) this.fail("syntax", "\\u takes four hexadecimal digits");
    }
    return parseInt(this.src.slice(this.pos + 2, this.pos + 6), 16);
  }

  /** The low surrogate that must follow the high one; a text that ends before it is truncated. */
  private low(): number {
    const expected = [/\\/, /u/, /[dD]/, /[c-fC-F]/, hex, hex];
    for (const [i, want] of expected.entries()) {
      const c = this.src[this.pos + 6 + i];
      if (c === undefined) this.truncated("inside a surrogate pair");
      if (!want.test(c)) this.lone();
    }
    return parseInt(this.src.slice(this.pos + 8, this.pos + 12), 16);
  }

  private lone(): never {
    this.fail("surrogate", "half of a surrogate pair stands alone: write the character itself, or both halves");
  }

  /** A short integer, which most numbers are, or undefined. */
  private integer(): string | undefined {
    const { src, pos } = this;
    let end = src[pos] === "-" ? pos + 1 : pos;
    const first = end;
    while (end - first < shortest && isDigit(src.charCodeAt(end))) end++;
    const next = src.charCodeAt(end);
    if (end === first || isDigit(next) || next === 0x2e || (next | 0x20) === 0x65 || (src[first] === "0" && end > first + 1)) return undefined;
    if (end - first > this.limits.digits) return undefined;
    this.pos = end;
    return src.slice(pos, end);
  }

  private number(): string {
    const integer = this.integer();
    if (integer !== undefined) return integer;
    const { src } = this;
    numberToken.lastIndex = this.pos;
    const token = numberToken.exec(src)?.[0] ?? "";
    const end = this.pos + token.length;
    const rest = src.slice(end, end + 2);
    const lacksDigit = token === "" ? end + 1 : /^[.]/.test(rest) && !/[.eE]/.test(token) ? end + 1
      : /^[eE]/.test(rest) && !/[eE]/.test(token) ? end + (/[+-]/.test(rest[1] ?? "") ? 2 : 1) : undefined;
    if (lacksDigit !== undefined) {
      if (lacksDigit >= src.length) this.truncated("inside a number");
      this.pos = lacksDigit;
      this.fail("syntax", "a digit must follow a minus sign, a point and an exponent sign");
    }
    if (/^-?0$/.test(token) && /^[0-9]/.test(rest)) this.fail("syntax", "a number has no leading zeros");
    const digits = token.length - (token.match(/[^0-9]/g)?.length ?? 0);
    if (digits > this.limits.digits) this.fail("number", `a number has at most ${plural(this.limits.digits, "digit")}, its exponent's included`);
    const exponent = /[eE][+-]?(\d+)/.exec(token)?.[1];
    if (exponent !== undefined && Number(exponent) > this.limits.exponent) {
      this.fail("number", `an exponent lies between -${this.limits.exponent} and ${this.limits.exponent}`);
    }
    this.pos = end;
    return token;
  }

  private word(word: string): void {
    for (const [i, want] of [...word].entries()) {
      const c = this.src[this.pos + i];
      if (c === undefined) this.truncated(`inside ${word}`);
      if (c !== want) this.fail("syntax", "the only bare words are true, false and null");
    }
    this.pos += word.length;
  }

  private skip(): void {
    for (;;) {
      const c = this.src.charCodeAt(this.pos);
      if (c > 0x20 || (c !== 0x20 && c !== 0x0a && c !== 0x0d && c !== 0x09)) return; // NaN at the end
      this.pos++;
    }
  }

  private truncated(where: string): never {
    this.pos = this.src.length;
    this.fail("truncated", `the text ends ${where}: send the whole of it`);
  }

  private unexpected(where: string): never {
    this.fail("syntax", `an unexpected character stands ${where}`);
  }

  private fail(reason: Reason, what: string): never {
    const offset = Buffer.byteLength(this.src.slice(0, this.pos));
    throw new ReadError(reason, `at byte ${offset}: ${what}`);
  }
}
