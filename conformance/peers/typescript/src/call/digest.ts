import { createHash } from "node:crypto";

import { defaultLimits } from "../limits.js";
import { canonical } from "../tree.js";
import { readArguments } from "./read.js";

/**
 * The SHA-256 of arguments in their canonical form, in lower-case hexadecimal, so
 * that two texts have one digest if and only if they mean the same (rule 30).
 */
export function digest(args: Uint8Array): string {
  return createHash("sha256").update(canonical(readArguments(args, defaultLimits, "")), "utf8").digest("hex");
}
