import { BudgetSpent } from "../judge/judgement.js";
import { base64Standard } from "../lexical.js";
import type { Limits } from "../limits.js";
import { ReadError, readText } from "../reader.js";
import { Certain, type Place } from "../schema/certain.js";
import { type Kinds, anyKind, kind, kindOf } from "../schema/kinds.js";
import { join } from "../text.js";
import { type ArrayTree, type ObjectTree, type Tree, arrayTree, itemsOf, membersOf, nullTree, objectTree, stringTree } from "../tree.js";
import type { Applied, Repair, Repairer } from "./repair.js";

const containers = kind.object | kind.array;
const scalars = kind.boolean | kind.integer | kind.number;

/** Whether what can stand at a place is among some types and null, and any of those can. */
function only(kinds: Kinds, some: Kinds): boolean {
  return (kinds & ~(some | kind.null)) === 0 && (kinds & some) !== 0;
}

/** One repair of arguments under way. */
export class Walk {
  readonly applied: Applied[] = [];
  private readonly path: (string | number)[] = [];
  /** Of the whole. */
  private values: number;
  /** Bytes of the pointers that are listed, escapes aside. */
  private listed = 0;
  /** Applications that may still be spent. */
  private left: number;
  private readonly spend = () => this.left > 0 && this.left-- > 0;

  constructor(
    private readonly repairer: Repairer,
    private readonly limits: Limits,
    sent: Tree,
    /** Of the whole, about. */
    private bytes: number,
  ) {
    this.values = count(sent);
    this.left = limits.applications;
  }

  /** Repairs all arguments. They are an object, whatever the schema says. */
  whole(sent: Tree): Tree {
    return this.value([this.repairer.schema.root], this.root(sent));
  }

  private root(sent: Tree): Tree {
    const empty = sent.kind === "null" || (sent.kind === "string" && sent.text === "");
    const room = this.limits.depth > 0 && this.limits.values > 0 && this.limits.bytes >= "{}".length;
    if (empty && room && this.on("EmptyArguments") && this.made("EmptyArguments")) return objectTree([]);
    return (sent.kind === "string" && this.decode(sent.text, kind.object)) || sent;
  }

  private on(repair: Repair): boolean {
    return this.repairer.on.has(repair);
  }

  /**
   * Lists a repair at the place where the walk is, or at a member of it. It is not made if
   * the pointers of the list would be longer together than the text may be.
   */
  private made(repair: Repair, ...member: string[]): boolean {
    const tokens = [...this.path, ...member];
    const size = tokens.reduce((sum: number, token) => sum + Buffer.byteLength(`/${token}`), 0);
    if (size > this.limits.bytes - this.listed) return false;
    this.listed += size;
    this.applied.push({ pointer: join("", ...tokens), repair });
    return true;
  }

  /** Repairs what stands at a place, and within it; it is the value itself if there is nothing to repair. */
  private value(place: Place, value: Tree): Tree {
    if (place.length === 0) return value;
    if (value.kind === "string") value = this.text(place, value);
    if (value.kind === "object") return this.members(new Certain(place, value, this.spend), value);
    if (value.kind === "array") return this.items(new Certain(place, value, this.spend), value);
    return value;
  }

  private below(token: string | number, place: Place, value: Tree): Tree {
    this.path.push(token);
    const repaired = this.value(place, value);
    this.path.pop();
    return repaired;
  }

  /** Repairs a string: what it becomes is no string, or another spelling of it. */
  private text(place: Place, value: Extract<Tree, { kind: "string" }>): Tree {
    const { text } = value;
    const kinds = this.repairer.kinds.at(place);
    if (kinds & kind.string) {
      const bytes = this.on("Base64Spelling") && new Certain(place, value, this.spend).asserts("base64");
      const standard = bytes ? base64Standard(text) : undefined;
      if (standard === undefined) return value;
      const longer = standard.length - text.length; // by the padding
      if (longer > this.limits.bytes - this.bytes || !this.made("Base64Spelling")) return value;
      this.bytes += longer;
      return stringTree(standard);
    }
    const decoded = only(kinds, containers) ? this.decode(text, kinds) : undefined;
    if (decoded) return decoded;
    const scalar = this.on("StringScalars") && only(kinds, scalars) ? this.scalar(text, kinds) : undefined;
    if (scalar && this.made("StringScalars")) return scalar;
    const isNull = this.on("NullText") && text === "null" && (kinds & kind.null) !== 0;
    return isNull && this.admitsNull(place) && this.made("NullText") ? nullTree : value;
  }

  /** The object or array that a text holds, if it is of these kinds and breaks no limit of the whole. */
  private decode(text: string, kinds: Kinds): Tree | undefined {
    // A long text that does not begin as one of them is not read.
    const begins = /[^ \t\r\n]/.exec(text)?.[0];
    const opens = begins === "{" ? kind.object : begins === "[" ? kind.array : 0;
    if (!this.on("EncodedContainers") || (kinds & opens) === 0) return undefined;
    const depth = this.limits.depth - this.path.length;
    const values = this.limits.values - this.values + 1; // in place of the string
    const decoded = attempt(text, { ...this.limits, depth, values });
    if (!decoded || !this.made("EncodedContainers")) return undefined;
    this.values += count(decoded) - 1;
    return decoded;
  }

  /** The number or boolean that a text is exactly, without white space around it. */
  private scalar(text: string, kinds: Kinds): Tree | undefined {
    if (!/^(?:[-0-9]|true$|false$)/.test(text)) return undefined;
    const read = attempt(text, this.limits);
    return read?.raw?.length === text.length && kinds & kindOf(read) ? read : undefined;
  }

  private admitsNull(place: Place): boolean {
    const spend = () => {
      if (!this.spend()) throw new BudgetSpent();
    };
    try {
      return place.every((node) => this.repairer.nullity.admits(node, spend));
    } catch (error) {
      if (error instanceof BudgetSpent || error instanceof RangeError) return false;
      throw error;
    }
  }

  /** Not the contrary of admitsNull: without a budget neither is known, and what a $dynamicRef leads to depends on the way to it. */
  private refusesNull(place: Place): boolean {
    if ((this.repairer.kinds.at(place) & kind.null) === 0) return true;
    return !this.repairer.schema.dynamic && !this.admitsNull(place) && this.left > 0;
  }

  private items(certain: Certain, value: ArrayTree): Tree {
    let changed = false;
    const items = value.items.map((item, i) => {
      if (isLeft(item) || item.kind === "null") return item;
      const repaired = this.below(i, certain.item(i), item);
      changed ||= repaired !== item;
      return repaired;
    });
    return changed ? arrayTree(items) : value;
  }

  /** Repairs the members of an object, leaves out those that stand for an omitted one, and adds those that stand for null. */
  private members(certain: Certain, value: ObjectTree): Tree {
    let changed = false;
    const members = new Map<string, Tree>();
    for (const [name, member] of value.members) {
      if (isLeft(member) || this.isHidden(name)) {
        members.set(name, member);
        continue;
      }
      const place = certain.member(name);
      const omitted = this.omitted(certain, place, name, member);
      if (omitted && this.made(omitted, name)) {
        changed = true;
        continue;
      }
      const repaired = this.below(name, place, member);
      changed ||= repaired !== member;
      members.set(name, repaired);
    }
    for (const name of this.on("OmittedAsNull") ? certain.missing(value) : []) {
      if (this.isHidden(name) || !this.standsForNull(certain, name)) continue;
      changed = true;
      members.set(name, nullTree);
    }
    return changed ? objectTree(members) : value;
  }

  private isHidden(name: string): boolean {
    return this.path.length === 0 && this.repairer.hidden.includes(name);
  }

  /** The repair by which a member is left out. */
  private omitted(certain: Certain, place: Place, name: string, member: Tree): Repair | undefined {
    const isNull = member.kind === "null";
    const isEmpty = member.kind === "string" && member.text === "";
    if ((!isNull && !isEmpty) || !certain.declares(name) || certain.requires(name)) return undefined;
    if (this.left <= 0) return undefined; // not all that requires the member is known
    if (isNull) return this.on("NullAsOmitted") && this.refusesNull(place) ? "NullAsOmitted" : undefined;
    return this.on("EmptyAsOmitted") && (this.repairer.kinds.at(place) & kind.string) === 0 ? "EmptyAsOmitted" : undefined;
  }

  /** Whether a missing member can only mean null: its property says that it is required, and says so of null too. */
  private standsForNull(certain: Certain, name: string): boolean {
    const place = certain.member(name);
    const kinds = this.repairer.kinds.at(place);
    if (!this.spend() || !certain.declares(name) || (kinds & kind.null) === 0 || kinds === anyKind || !this.admitsNull(place)) return false;
    const size = Buffer.byteLength(`,"":null${name}`);
    if (this.values >= this.limits.values || size > this.limits.bytes - this.bytes || !this.made("OmittedAsNull", name)) return false;
    this.values++;
    this.bytes += size;
    return true;
  }
}

/** Whether no repair touches a value. */
function isLeft(value: Tree): boolean {
  return value.kind === "number" || value.kind === "boolean";
}

/** What a text reads to, or undefined. */
function attempt(text: string, limits: Limits): Tree | undefined {
  try {
    return readText(text, limits);
  } catch (error) {
    if (error instanceof ReadError) return undefined;
    throw error;
  }
}

/** How many values a value consists of. */
function count(value: Tree): number {
  let n = 1;
  for (const item of itemsOf(value)) n += count(item);
  for (const [, member] of membersOf(value)) n += count(member);
  return n;
}
