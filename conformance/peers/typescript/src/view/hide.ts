import { Decimal } from "../numbers.js";
import { join } from "../text.js";
import { type Tree, itemsOf, member, membersOf, numberTree } from "../tree.js";
import { type Violation, normalize } from "../violation.js";
import { rebuild } from "./rebuild.js";
import { References } from "./references.js";
import { Scanner } from "./scan.js";

/**
 * The execution schema without the hidden parameters and with the notes (rules 6 and
 * 18), or the places that name a hidden parameter and cannot be taken out.
 *
 * 1. The root and, through any depth of allOf, its branches describe the arguments: a
 *    hidden name goes from their properties, required and dependent keywords. What
 *    becomes empty goes with it, but properties and required of the root.
 *    minProperties and maxProperties there become less.
 * 2. An entry of the root's $defs goes if nothing refers to it any more.
 * 3. A hidden name anywhere else that judges the arguments as a whole is a fault
 *    there, and so is a reference to what was changed.
 * 4. The same name inside a nested object is not the parameter, and stays.
 */
export function hide(schema: Tree, hidden: readonly string[], notes: ReadonlyMap<Tree, string>): { schema: Tree; faults: Violation[] } {
  if (schema.kind !== "object") return { schema, faults: [] };
  const hider = new Hider(schema, hidden);
  if (hidden.length > 0) hider.run();
  if (hider.faults.length > 0) return { schema, faults: normalize(hider.faults).violations };
  return { schema: rebuild(schema, hider.gone, hider.counts, notes), faults: [] };
}

/** The keywords whose value is an array of something else than names. */
const listing = new Set(["type", "enum", "examples", "default", "const", "prefixItems", "items", "anyOf", "oneOf"]);

/** What was taken out of a place: how many, and whether none stayed. */
interface Taken {
  readonly count: number;
  readonly all: boolean;
}

/** Decides what goes. It only notes pointers: the tree is rebuilt once, when all is known. */
class Hider {
  readonly gone = new Set<string>();
  readonly counts = new Map<string, Tree>();
  readonly faults: Violation[] = [];
  private readonly changed = new Set<string>();
  private readonly references: References;
  private readonly scanner: Scanner;

  constructor(
    private readonly root: Tree,
    private readonly hidden: readonly string[],
  ) {
    this.references = new References(root);
    this.scanner = new Scanner(root, hidden, this.references, this.faults);
  }

  run(): void {
    this.own(this.root, "");
    if (this.gone.size > 0) this.dropUnused();
    for (const reference of this.references.list) {
      if (within(reference.at, this.gone)) continue;
      if (reference.targets.some((t) => this.changed.has(t) || within(t, this.gone))) {
        this.faults.push({
          pointer: join(reference.at, reference.keyword), keyword: "inject",
          message: `${reference.keyword} ${JSON.stringify(reference.to)} leads to a schema that names an injected parameter: give this place a schema of its own, or do not inject it`,
        });
      }
    }
  }

  /** Takes the hidden names out of a schema that describes the arguments; whether nothing is left of it. */
  private own(schema: Tree, pointer: string): boolean {
    if (schema.kind !== "object") return false;
    let left = schema.members.size;
    for (const [keyword, value] of schema.members) {
      const here = join(pointer, keyword);
      let taken: Taken = { count: 0, all: false };
      switch (keyword) {
        case "properties":
          taken = this.take([...membersOf(value)].map(([name]) => [name, join(here, name)]));
          taken = { ...taken, all: taken.all && pointer !== "" };
          break;
        case "required":
          taken = this.items(value, here);
          taken = { ...taken, all: taken.all && pointer !== "" };
          break;
        case "dependentRequired":
        case "dependentSchemas":
        case "dependencies":
          taken = this.dependents(value, here);
          break;
        case "allOf":
          taken = this.branches(value, here);
          break;
        case "minProperties":
        case "maxProperties":
          if (value.kind === "number") this.counts.set(here, numberTree(lessened(value.token, this.hidden.length)));
          break;
        default:
          this.scanner.keyword(keyword, value, pointer);
          if (value.kind === "array" && !listing.has(keyword)) taken = { ...this.items(value, here), all: false };
      }
      if (taken.count > 0) this.changed.add(pointer);
      if (taken.all) {
        this.gone.add(here);
        left--;
      }
    }
    return this.changed.has(pointer) && left === 0;
  }

  private take(places: readonly (readonly [name: string, pointer: string])[]): Taken {
    const taken = places.filter(([name]) => this.hidden.includes(name));
    for (const [, pointer] of taken) this.gone.add(pointer);
    return { count: taken.length, all: taken.length > 0 && taken.length === places.length };
  }

  private items(list: Tree, pointer: string): Taken {
    return this.take(itemsOf(list).map((item, i) => [item.kind === "string" ? item.text : "\ud800", join(pointer, i)]));
  }

  private dependents(value: Tree, pointer: string): Taken {
    const members = [...membersOf(value)];
    let left = members.length;
    let count = 0;
    for (const [name, dependent] of members) {
      const here = join(pointer, name);
      if (this.hidden.includes(name)) {
        this.gone.add(here);
        count++;
        left--;
      } else if (dependent.kind === "array") {
        const taken = this.items(dependent, here);
        count += taken.count;
        if (taken.all) {
          this.gone.add(here);
          left--;
        }
      } else this.scanner.schema(dependent, here, "a schema that depends on another property");
    }
    return { count, all: count > 0 && left === 0 };
  }

  private branches(value: Tree, pointer: string): Taken {
    const branches = itemsOf(value);
    // A branch that is taken out moves those behind it, so none is where a reference counts them.
    const fixed = this.references.leadsInto(pointer);
    let left = branches.length;
    let count = 0;
    branches.forEach((branch, i) => {
      const here = join(pointer, i);
      const emptied = this.own(branch, here);
      if (this.changed.has(here)) count++;
      if (emptied && !fixed) {
        this.gone.add(here);
        left--;
      }
    });
    return { count, all: count > 0 && left === 0 };
  }

  /** Takes out the definitions that were in use and no longer are. */
  private dropUnused(): void {
    const entries = ["$defs", "definitions"].flatMap((k) => [...membersOf(member(this.root, k))].map(([name]) => join("", k, name)));
    const before = this.reach([""], new Set());
    // What was out of use before stays, and with it all that it refers to.
    const after = this.reach(["", ...entries.filter((e) => !before.has(e))], this.gone);
    for (const keyword of ["$defs", "definitions"]) {
      const own = entries.filter((e) => e.startsWith(`/${keyword}/`));
      const dropped = own.filter((e) => before.has(e) && !after.has(e));
      for (const entry of dropped) this.gone.add(entry);
      if (own.length > 0 && dropped.length === own.length) this.gone.add(`/${keyword}`);
    }
  }

  /** The root's definitions that are in use by the schemas given. The root stands for all but its definitions. */
  private reach(from: readonly string[], gone: ReadonlySet<string>): Set<string> {
    const used = new Set<string>();
    const pending = [...from];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (used.has(next)) continue;
      used.add(next);
      for (const reference of this.references.list) {
        if (definition(reference.at) === next && !within(reference.at, gone)) pending.push(...reference.targets.map(definition));
      }
    }
    return used;
  }
}

/** The pointer of the definition that a place belongs to, or "" if it belongs to the root itself. */
function definition(pointer: string): string {
  return /^\/(?:\$defs|definitions)\/[^/]*/.exec(pointer)?.[0] ?? "";
}

/** Whether a place is at or below one of those given. */
function within(pointer: string, places: ReadonlySet<string>): boolean {
  for (let at = pointer; ; at = at.slice(0, at.lastIndexOf("/"))) {
    if (places.has(at)) return true;
    if (at === "") return false;
  }
}

/** A count less another, and never below 0. */
function lessened(token: string, by: number): string {
  const count = Decimal.parse(token).toBigInt();
  if (count === undefined) return token;
  return String(count < by ? 0n : count - BigInt(by));
}
