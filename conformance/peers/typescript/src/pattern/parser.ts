import { type CodeSet, digits, dot, negate, ordered, property, spaces, words } from "./sets.js";
import { PatternError, type Syntax, notECMA, notLinear, notPortable } from "./syntax.js";

const deepest = 200;
const longest = 1 << 16;
const controls: Record<string, number> = { t: 0x09, n: 0x0a, v: 0x0b, f: 0x0c, r: 0x0d };
const classEscapes: Record<string, CodeSet> = {
  d: digits, D: negate(digits), w: words, W: negate(words), s: spaces, S: negate(spaces),
};
const refusedGroups: readonly (readonly [start: string, reason: string])[] = [
  ["(?=", notLinear], ["(?!", notLinear], ["(?<=", notLinear], ["(?<!", notLinear], ["(?P", notECMA], ["(?>", notECMA],
];

/** A character or the set of a class escape. */
type Escaped = number | CodeSet;

/**
 * Parses a pattern by the grammar of ECMA-262 section 22.2.1 with the u flag.
 *
 * 1. Refused are look-around, back-references, flags, and whatever ECMA-262 with u
 *    refuses, but for a needless escape of ASCII punctuation, which is the character.
 * 2. Of a declared function only the portable subset is accepted: literals, classes,
 *    \d, \w, ^, $, groups ( and (?:, alternation, greedy quantifiers with counts up
 *    to 1000, and the escapes \t \n \v \f \r \xHH \uXXXX and of punctuation.
 */
export function parse(pattern: string, portable: boolean): Syntax {
  if (Buffer.byteLength(pattern) > longest) throw new PatternError("the pattern", 0, "is longer than 65536 bytes: shorten it");
  return new Parser([...pattern], portable).pattern();
}

class Parser {
  private pos = 0;
  private depth = 0;

  constructor(
    private readonly text: readonly string[],
    private readonly portable: boolean,
  ) {}

  pattern(): Syntax {
    const [syntax] = this.disjunction();
    if (this.pos < this.text.length) this.refuse("an unpaired )", this.pos, notECMA);
    return syntax;
  }

  private disjunction(): [Syntax, Set<string>] {
    const parts: Syntax[] = [];
    const names = new Set<string>();
    do {
      const [part, within] = this.alternative();
      parts.push(part);
      for (const name of within) names.add(name); // ECMA-262 2025: two alternatives may use one name
    } while (this.skip("|"));
    return [parts.length === 1 ? parts[0]! : { kind: "alternatives", parts }, names];
  }

  private alternative(): [Syntax, Set<string>] {
    const parts: Syntax[] = [];
    const names = new Set<string>();
    while (this.pos < this.text.length && this.peek() !== "|" && this.peek() !== ")") {
      const at = this.pos;
      const assertion = this.assertion();
      if (assertion) {
        if (/[*+?{]/.test(this.peek())) this.refuse("a quantifier", this.pos, "stands after an assertion");
        parts.push(assertion);
        continue;
      }
      const [atom, within] = this.atom();
      for (const name of within) {
        if (names.has(name)) this.refuse(`the group name ${name}`, at, "stands twice in one alternative");
        names.add(name);
      }
      const term = this.quantified(atom);
      if (!isEmpty(term)) parts.push(term);
    }
    return [parts.length === 1 ? parts[0]! : { kind: "sequence", parts }, names];
  }

  private assertion(): Syntax | undefined {
    const at = this.pos;
    if (this.skip("^")) return { kind: "start" };
    if (this.skip("$")) return { kind: "end" };
    for (const [escape, kind] of [["\\b", "boundary"], ["\\B", "not-boundary"]] as const) {
      if (this.skip(escape)) {
        this.onlyECMA(`the escape ${escape}`, at);
        return { kind };
      }
    }
    return undefined;
  }

  private atom(): [Syntax, Set<string>] {
    const at = this.pos;
    const c = this.peek();
    const none = new Set<string>();
    switch (c) {
      case "(":
        return this.group();
      case "[":
        return [{ kind: "set", set: this.class() }, none];
      case "\\": {
        if (/[1-9k]/.test(this.peek(1))) this.refuse("a back-reference", at, notLinear);
        return [{ kind: "set", set: spansOf(this.escape()) }, none];
      }
      case ".":
        this.pos++;
        this.onlyECMA("the dot", at);
        return [{ kind: "set", set: dot }, none];
      case "*":
      case "+":
      case "?":
        return this.refuse(`the quantifier ${c}`, at, "has nothing to repeat");
      case "{":
      case "}":
      case "]":
        return this.refuse(`a lone ${c}`, at, notECMA);
    }
    this.pos++;
    return [{ kind: "set", set: spansOf(c.codePointAt(0)!) }, none];
  }

  private group(): [Syntax, Set<string>] {
    const at = this.pos;
    for (const [start, reason] of refusedGroups) if (this.skip(start)) this.refuse(`the group ${start}…)`, at, reason);
    let own: string | undefined;
    if (this.skip("(?:")) own = undefined;
    else if (this.skip("(?<")) {
      own = this.groupName(at);
      this.onlyECMA("a named group", at);
    } else if (this.skip("(?")) this.refuse("a group with flags", at, "cannot be used in a schema");
    else this.pos++;
    if (++this.depth > deepest) this.refuse("a group", at, `is nested deeper than ${deepest}`);
    const [syntax, names] = this.disjunction();
    this.depth--;
    if (!this.skip(")")) this.refuse("an unpaired (", at, notECMA);
    if (own !== undefined) {
      if (names.has(own)) this.refuse(`the group name ${own}`, at, "stands twice in one alternative");
      names.add(own);
    }
    return [syntax, names];
  }

  private groupName(at: number): string {
    let name = "";
    while (this.pos < this.text.length && !this.skip(">")) {
      if (this.peek() === "\\" && this.peek(1) === "u") {
        const start = this.pos;
        this.pos += 2;
        name += String.fromCodePoint(this.unicodeEscape(start));
      } else name += this.text[this.pos++];
    }
    if (this.text[this.pos - 1] !== ">" || !/^[$_\p{ID_Start}][$\u200c\u200d\p{ID_Continue}]*$/u.test(name)) {
      this.refuse("a group name", at, "is no identifier ended by >");
    }
    return name;
  }

  private class(): CodeSet {
    const start = this.pos++;
    const not = this.skip("^");
    if (this.peek() === "]") this.onlyECMA("an empty class", start);
    const spans: (readonly [number, number])[] = [];
    while (!this.skip("]")) {
      const at = this.pos;
      const low = this.classAtom(start);
      if (this.peek() !== "-" || this.peek(1) === "]") {
        spans.push(...spansOf(low));
        continue;
      }
      this.pos++;
      const high = this.classAtom(start);
      if (typeof low !== "number" || typeof high !== "number") return this.refuse("a class range", at, "has a class for an end");
      if (low > high) this.refuse("a class range", at, "is out of order");
      spans.push([low, high]);
    }
    return not ? negate(ordered(spans)) : ordered(spans);
  }

  private classAtom(start: number): Escaped {
    if (this.pos >= this.text.length) this.refuse("an unpaired [", start, notECMA);
    if (this.peek() !== "\\") return this.text[this.pos++]!.codePointAt(0)!;
    const at = this.pos;
    if (this.skip("\\b")) {
      this.onlyECMA("the escape \\b", at);
      return 0x08;
    }
    return this.escape();
  }

  /** Reads what inside and outside of classes have in common. */
  private escape(): Escaped {
    const at = this.pos++;
    const c = this.text[this.pos++];
    if (c === undefined) return this.refuse("a backslash", at, "escapes nothing");
    if (Object.hasOwn(controls, c)) return controls[c]!;
    if (Object.hasOwn(classEscapes, c)) {
      if (c !== "d" && c !== "w") this.onlyECMA(`the escape \\${c}`, at);
      return classEscapes[c]!;
    }
    switch (c) {
      case "p":
      case "P":
        this.onlyECMA(`the escape \\${c}`, at);
        return this.property(at, c === "P");
      case "c": {
        const letter = this.peek();
        if (!/^[A-Za-z]$/.test(letter)) this.refuse("the escape \\c", at, "is not followed by a letter A to Z");
        this.pos++;
        this.onlyECMA("the escape \\c", at);
        return letter.codePointAt(0)! % 32;
      }
      case "0":
        if (/^[0-9]$/.test(this.peek())) this.refuse("an octal escape", at, notECMA);
        this.onlyECMA("the escape \\0", at);
        return 0;
      case "x":
        return this.hex(2) ?? this.refuse("the escape \\x", at, "is not followed by two hexadecimal digits");
      case "u":
        return this.unicodeEscape(at);
    }
    if (/^[!-/:-@[-`{-~]$/.test(c)) return c.codePointAt(0)!;
    return this.refuse(`the escape \\${c}`, at, notECMA);
  }

  private property(at: number, not: boolean): CodeSet {
    const end = this.text.indexOf("}", this.pos);
    if (this.peek() !== "{" || end < 0) this.refuse("the escape \\p", at, "has no name in braces");
    const set = property(this.text.slice(this.pos + 1, end).join(""));
    if (!set) return this.refuse("the property of an escape \\p", at, "is unknown to ECMA-262");
    this.pos = end + 1;
    return not ? negate(set) : set;
  }

  private unicodeEscape(at: number): number {
    if (this.skip("{")) {
      const end = this.text.indexOf("}", this.pos);
      const hex = this.text.slice(this.pos, Math.max(end, this.pos)).join("");
      const point = /^[0-9a-fA-F]+$/.test(hex) ? parseInt(hex, 16) : Infinity;
      if (point > 0x10ffff) this.refuse("the escape \\u{", at, "is not followed by a hexadecimal number up to 10FFFF and }");
      this.pos = end + 1;
      this.onlyECMA("the escape \\u{", at);
      return point;
    }
    const unit = this.hex(4) ?? this.refuse("the escape \\u", at, "is not followed by four hexadecimal digits");
    if (unit >= 0xd800 && unit <= 0xdbff && this.peek() === "\\" && this.peek(1) === "u") {
      const after = this.pos;
      this.pos += 2;
      const low = this.hex(4);
      if (low !== undefined && low >= 0xdc00 && low <= 0xdfff) return (unit - 0xd800) * 0x400 + low - 0xdc00 + 0x10000;
      this.pos = after;
    }
    if (unit >= 0xd800 && unit <= 0xdfff) this.onlyECMA("the escape of a lone surrogate", at);
    return unit;
  }

  private hex(length: number): number | undefined {
    const text = this.text.slice(this.pos, this.pos + length).join("");
    if (text.length !== length || !/^[0-9a-fA-F]+$/.test(text)) return undefined;
    this.pos += length;
    return parseInt(text, 16);
  }

  private quantified(part: Syntax): Syntax {
    const at = this.pos;
    let min = 0;
    let max = Infinity;
    if (this.skip("*")) min = 0;
    else if (this.skip("+")) min = 1;
    else if (this.skip("?")) max = 1;
    else if (this.peek() === "{") [min, max] = this.counts();
    else return part;
    const lazy = this.pos;
    if (this.skip("?")) this.onlyECMA("a lazy quantifier", lazy);
    if (min > 1000 || (max > 1000 && max !== Infinity)) this.onlyECMA("a count over 1000", at);
    if (max === 0 || isEmpty(part)) return { kind: "sequence", parts: [] };
    return { kind: "repeat", part, min, max };
  }

  private counts(): [number, number] {
    const at = this.pos;
    const end = this.text.indexOf("}", at);
    const [, from, comma, to] = /^\{(\d+)(?:(,)(\d*))?\}$/.exec(this.text.slice(at, end + 1).join("")) ?? [];
    if (from === undefined) this.refuse("a lone {", at, notECMA);
    this.pos = end + 1;
    const min = Number(from);
    const max = comma === undefined ? min : to === "" ? Infinity : Number(to);
    if (min > max) this.refuse("a quantifier {n,m}", at, "is out of order");
    return [min, max];
  }

  private onlyECMA(construct: string, at: number): void {
    if (this.portable) this.refuse(construct, at, notPortable);
  }

  private refuse(construct: string, at: number, reason: string): never {
    throw new PatternError(construct, at, reason);
  }

  private skip(prefix: string): boolean {
    for (let i = 0; i < prefix.length; i++) if (this.text[this.pos + i] !== prefix[i]) return false;
    this.pos += prefix.length;
    return true;
  }

  private peek(ahead = 0): string {
    return this.text[this.pos + ahead] ?? "";
  }
}

function spansOf(escaped: Escaped): CodeSet {
  return typeof escaped === "number" ? [[escaped, escaped]] : escaped;
}

function isEmpty(syntax: Syntax): boolean {
  return syntax.kind === "sequence" && syntax.parts.length === 0;
}
