import type { CallContext } from "../index.js";

/** Sees what a function receives, before the function overwrites it, and can end its call. */
export interface Observer {
  received(args: Record<string, unknown>): void;
  cancel(): void;
}

/**
 * Shows the arguments of a call to its observer and then overwrites, in place, every
 * list and map of them: what the engine shares between calls, or with the caller,
 * shows in the next one.
 */
export function receive(context: CallContext, args: object): undefined {
  const observer = context.state as Observer | undefined;
  observer?.received(args as Record<string, unknown>);
  Object.values(args).forEach(overwrite);
}

function overwrite(value: unknown): void {
  if (value instanceof Uint8Array) value.fill(0);
  else if (Array.isArray(value)) {
    value.forEach(overwrite);
    value.fill(undefined);
  } else if (value instanceof Map) {
    value.forEach(overwrite);
    value.clear();
  } else if (typeof value === "object" && value !== null && Object.getPrototypeOf(value) === null) {
    Object.values(value).forEach(overwrite);
    for (const name of Object.keys(value)) delete (value as Record<string, unknown>)[name];
  }
}
