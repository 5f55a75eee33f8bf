import type { Limits } from "../limits.js";
import { read } from "../reader.js";
import { Nullity } from "../schema/nullity.js";
import type { Schema } from "../schema/compile.js";
import { KindTable } from "../schema/kinds.js";
import { compareText } from "../text.js";
import { type Tree, nullTree, write } from "../tree.js";
import { Walk } from "./walk.js";

const modelRepairs = ["EncodedContainers", "EmptyArguments", "NullAsOmitted", "NullText", "EmptyAsOmitted", "OmittedAsNull"] as const;
const repairs = [...modelRepairs, "StringScalars", "Base64Spelling"] as const;

/**
 * One way in which arguments are mended before they are judged (rule 31). There is
 * none unless it is asked for by name.
 *
 * - EncodedContainers: a string, where only an object or array (or null) is allowed
 *   and its text reads strictly to that, is what it holds; at the root too.
 * - EmptyArguments: an empty text, "" or null in place of all arguments is {}.
 * - NullAsOmitted: null of an optional property that does not allow it is left out.
 * - EmptyAsOmitted: "" of an optional property that allows no string is left out.
 * - OmittedAsNull: a required property that is missing, and whose schema names null, is null.
 * - NullText: "null" is null, where that is allowed and no string is.
 * - StringScalars: a string that is exactly a number, true or false is that, where
 *   only such (or null) are allowed.
 * - Base64Spelling: bytes in the URL-safe alphabet, or without padding, are spelt in
 *   the standard way.
 */
export type Repair = (typeof repairs)[number];

/** A repair, or ModelRepairs, which stands for all but StringScalars and Base64Spelling. */
export type RepairName = Repair | "ModelRepairs";

/** A repair that was made: where in the arguments as they are after it, or where the member was that it left out. */
export interface Applied {
  readonly pointer: string;
  readonly repair: Repair;
}

/** What is wrong with a name that is none, or undefined. */
export function unknownRepair(name: string): string | undefined {
  if (name === "ModelRepairs" || (repairs as readonly string[]).includes(name)) return undefined;
  return `there is no repair ${JSON.stringify(name)}: there are ${repairs.join(", ")}, and ModelRepairs for the usual ones`;
}

/**
 * Makes the repairs named. A repair acts only where what was sent is certainly
 * refused, so it changes no valid call. Certain are the places that defaults are laid
 * into.
 */
export class Repairer {
  readonly on: ReadonlySet<Repair>;
  readonly kinds = new KindTable();
  readonly nullity: Nullity;

  /** hidden are parameters of the root that are not the model's: they are left alone. */
  constructor(
    readonly schema: Schema,
    names: readonly RepairName[],
    readonly hidden: readonly string[],
  ) {
    this.on = new Set(names.flatMap((name): readonly Repair[] => (name === "ModelRepairs" ? modelRepairs : [name])));
    this.nullity = new Nullity(schema.dynamic);
  }

  /**
   * Reads arguments and repairs them; it throws a ReadError.
   *
   * 1. The only text that does not read and is repaired is the empty one.
   * 2. Repairs go from the root down, once; what was decoded is repaired within.
   * 3. The limits hold for the repaired whole: depth counts from the root, values
   *    together. A repair that would break one is not made, and neither is any that
   *    the budget of applications does not reach.
   * 4. The list is sorted by the UTF-8 bytes of the pointers. These are together at most
   *    as long as the text may be; a repair that is beyond that is not made.
   */
  read(args: Uint8Array, limits: Limits): { tree: Tree; applied: readonly Applied[] } {
    if (args.length === 0 && this.on.has("EmptyArguments")) {
      const repaired = this.repair(nullTree, limits, 0);
      if (repaired.applied.length > 0) return repaired;
    }
    const sent = read(args, limits);
    return this.repair(sent, limits, Buffer.byteLength(write(sent)));
  }

  private repair(sent: Tree, limits: Limits, bytes: number): { tree: Tree; applied: readonly Applied[] } {
    const walk = new Walk(this, limits, sent, bytes);
    const tree = walk.whole(sent);
    const applied = walk.applied.sort((a, b) => compareText(a.pointer, b.pointer) || compareText(a.repair, b.repair));
    return { tree, applied };
  }
}
