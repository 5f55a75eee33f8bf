import { encode } from "../binding/encode.js";
import { JsonText, type Reference, type Type, any } from "../binding/types.js";
import { join } from "../text.js";
import type { Tree } from "../tree.js";
import { type Violation, normalize } from "../violation.js";
import type { CallContext } from "./context.js";
import { FunctionError } from "./error.js";

/** Gives the framework's value for a key; a NotFound says that there is none. */
export type Resolver = (key: string, context: CallContext) => unknown;

export class NotFound extends Error {}

export interface InjectedParameter {
  readonly name: string;
  readonly reference: Reference;
  /** undefined of a generic map. */
  readonly type: Type<unknown> | undefined;
}

export interface InjectedValues {
  readonly trees: ReadonlyMap<string, Tree>;
  readonly opaque: ReadonlyMap<string, unknown>;
}

/**
 * Asks the resolvers in declaration order, once for each distinct reference, and
 * collects all failures. What a resolver says goes to the cause alone.
 */
export async function resolveInjected(
  parameters: readonly InjectedParameter[],
  resolvers: Readonly<Record<string, Resolver>>,
  context: CallContext,
  functionName: string,
  limit: number,
): Promise<InjectedValues> {
  const trees = new Map<string, Tree>();
  const opaque = new Map<string, unknown>();
  const answers = new Map<string, { value: unknown } | { error: unknown }>();
  const faults: Violation[] = [];
  const causes: unknown[] = [];
  for (const { name, reference, type } of parameters) {
    const id = JSON.stringify([reference.source, reference.key, reference.opaque ?? false]);
    let answer = answers.get(id);
    if (!answer) {
      if (context.signal.aborted) break;
      answer = await ask(resolvers, reference, context);
      answers.set(id, answer);
    }
    let message = "its source has no value for it";
    let cause: unknown;
    if ("error" in answer) {
      cause = answer.error;
      if (!(cause instanceof NotFound)) message = "its source failed";
    } else {
      try {
        if (reference.opaque) opaque.set(name, native(type, answer.value));
        else trees.set(name, answer.value instanceof JsonText ? answer.value.tree() : encode(type ?? any(), answer.value));
        continue;
      } catch (error) {
        cause = error;
        message = "the value of its source cannot be used for it";
      }
    }
    faults.push({ pointer: join("", name), keyword: "inject", message });
    causes.push(cause);
  }
  if (faults.length > 0 && !context.signal.aborted) {
    const { violations, more } = normalize(faults, limit);
    throw new FunctionError("INJECTION_ERROR", functionName, violations, more, "", new AggregateError(causes));
  }
  return { trees, opaque };
}

async function ask(resolvers: Readonly<Record<string, Resolver>>, { source, key }: Reference, context: CallContext): Promise<{ value: unknown } | { error: unknown }> {
  const resolver = Object.hasOwn(resolvers, source) ? resolvers[source] : undefined;
  if (!resolver) return { error: new NotFound(`there is no resolver for the source ${source}`) };
  try {
    return { value: await resolver(key, context) };
  } catch (error) {
    return { error };
  }
}

function native(type: Type<unknown> | undefined, value: unknown): unknown {
  if (type && (type.form.kind !== "opaque" || !type.form.is(value))) throw new TypeError("the injected value is of another type");
  return value;
}
