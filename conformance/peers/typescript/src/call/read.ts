import type { Limits } from "../limits.js";
import { ReadError, read } from "../reader.js";
import type { Applied, Repairer } from "../repair/repair.js";
import type { ObjectTree, Tree } from "../tree.js";
import type { Violation } from "../violation.js";
import { FunctionError } from "./error.js";

/** Reads a text of a call; what it offends is INVALID_ARGUMENT. */
export function readArguments(args: Uint8Array, limits: Limits, functionName: string): Tree {
  return reading(functionName, () => read(args, limits));
}

function reading<T>(functionName: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ReadError) throw new FunctionError("INVALID_ARGUMENT", functionName, [parseViolation(error)]);
    throw error;
  }
}

/** Reads arguments, which are an object once they are repaired. */
export function readObject(
  args: Uint8Array,
  limits: Limits,
  functionName: string,
  repairer: Repairer | undefined,
): { sent: ObjectTree; applied: readonly Applied[] } {
  const { tree, applied } = reading(functionName, () => repairer?.read(args, limits) ?? { tree: read(args, limits), applied: [] });
  if (tree.kind === "object") return { sent: tree, applied };
  const remedy = tree.kind === "string" && tree.text.trimStart().startsWith("{") ? ": send the object itself, not a string that holds it" : "";
  throw new FunctionError("INVALID_ARGUMENT", functionName, [
    { pointer: "", keyword: "type", message: `the arguments must be an object, not of type ${tree.kind}${remedy}` },
  ]);
}

export function parseViolation(error: ReadError): Violation {
  const { pointer, property, reason, message } = error;
  return { pointer, keyword: "parse", reason, message, ...(property !== undefined && { property }) };
}
