import { type BindFault, decodeParameters, record } from "../binding/decode.js";
import { encode } from "../binding/encode.js";
import { any } from "../binding/types.js";
import { hiddenMessage, shield } from "../judge/report.js";
import type { Applied } from "../repair/repair.js";
import { type ObjectTree, type Tree, objectTree, without, write } from "../tree.js";
import { type Violation, normalize } from "../violation.js";
import type { CallContext } from "./context.js";
import { type Compiled, type Declaration, type Options, compileDeclaration } from "./declaration.js";
import { FunctionError } from "./error.js";
import { type InjectedValues, resolveInjected } from "./inject.js";
import { readObject } from "./read.js";

export interface Metadata {
  readonly name: string;
  readonly description: string;
  /** The model's view of the schema: injected parameters are not in it. */
  readonly inputSchema: string;
  readonly outputSchema: string | undefined;
}

/** What a function returned, and the JSON of it. */
export interface Result {
  readonly value: unknown;
  /** undefined of none. */
  readonly content: Tree | undefined;
}

/** The outcome of a call as the model is given it. */
export interface Response {
  readonly status: "success" | "failed" | "interrupted";
  readonly text: string;
}

const binaryNote = "Binary output is returned base64-encoded.";

/** A function that a model may call: the schema of its arguments and all that is needed to call it. It is immutable. */
export class FunctionSchema {
  private readonly compiled: Compiled;

  /** Checks a declaration; what is wrong is thrown at once, as one INVALID_SCHEMA. */
  constructor(
    private readonly declaration: Declaration,
    private readonly options: Options = {},
  ) {
    this.compiled = compileDeclaration(declaration, options);
  }

  get name(): string {
    return this.declaration.name;
  }

  /** The execution schema: all parameters, injected ones included. */
  get schema(): string {
    return this.compiled.execution;
  }

  get metadata(): Metadata {
    const { name, description = "" } = this.declaration;
    const notes = this.compiled.binary ? [description, binaryNote] : [description];
    return { name, description: notes.filter((s) => s !== "").join(" "), inputSchema: this.compiled.input, outputSchema: this.compiled.output };
  }

  /**
   * Does everything but the call: read, repair, inject, validate, default and bind. The first
   * phase that fails ends it, with all of its violations. A signal that is aborted by
   * then is CANCELLED, whatever else was found.
   */
  async bind(args: Uint8Array, context: CallContext): Promise<Call> {
    this.live(context);
    try {
      return await this.prepare(args, context);
    } finally {
      this.live(context);
    }
  }

  /** Binds arguments and runs the function. */
  async call(args: Uint8Array, context: CallContext): Promise<Result> {
    return (await this.bind(args, context)).do(context);
  }

  private async prepare(args: Uint8Array, context: CallContext): Promise<Call> {
    const { limits, schema, injected, hidden, opaque, repairer } = this.compiled;
    const { sent, applied } = readObject(args, limits, this.name, repairer);
    const values = await resolveInjected(injected, this.options.resolvers ?? {}, context, this.name, limits.violations);
    this.live(context);
    const whole = overwrite(sent, values);
    const report = schema.judge(whole, { applications: limits.applications, violations: limits.violations, hidden, refused: opaque });
    if (report.violations.length > 0) {
      throw new FunctionError(report.hidden ? "INJECTION_ERROR" : "INVALID_ARGUMENT", this.name, report.violations, report.more);
    }
    const completed = schema.complete(whole, limits.bytes) as ObjectTree | undefined;
    if (!completed) {
      throw new FunctionError("INVALID_ARGUMENT", this.name, [
        { pointer: "", keyword: "parse", reason: "size", message: "the defaults of what is omitted would make these arguments too large: send fewer objects at once" },
      ]);
    }
    const parameters = this.compiled.parameters ?? new Map([...completed.members.keys(), ...opaque].map((name) => [name, any()]));
    const bound = decodeParameters(parameters, completed, values.opaque);
    if (bound.faults.length > 0) throw this.unbound(bound.faults);
    for (const name of this.compiled.parameters ? [] : opaque) bound.values.set(name, values.opaque.get(name));
    return new Call(this, this.declaration.run, record(bound.values), write(without(completed, hidden)), applied);
  }

  /** The error of values that do not fit their types; of an injected one nothing is said. */
  private unbound(faults: readonly BindFault[]): FunctionError {
    const { hidden, limits } = this.compiled;
    let injected = false;
    const list = faults.map(({ cause: _cause, ...fault }): Violation => {
      const shielded = shield(fault, hidden);
      injected ||= shielded !== undefined;
      return shielded ? { ...shielded, message: hiddenMessage } : fault;
    });
    const { violations, more } = normalize(list, limits.violations);
    const causes = faults.flatMap((f) => (f.cause === undefined ? [] : [f.cause]));
    return new FunctionError(injected ? "INJECTION_ERROR" : "BINDING_ERROR", this.name, violations, more, "", causes.length > 0 ? new AggregateError(causes) : undefined);
  }

  /** Ends a call whose signal is aborted. */
  live({ signal }: CallContext): void {
    if (signal.aborted) throw new FunctionError("CANCELLED", this.name, [], 0, "the call was cancelled", signal.reason);
  }

  /** The error of what a function threw. Its text is in the log only where it cannot hold an injected value. */
  failed(error: unknown): FunctionError {
    const text = this.compiled.injected.length > 0 ? "the function failed, see the cause" : error instanceof Error ? error.message : "the function threw what is no Error";
    return new FunctionError("EXECUTION_ERROR", this.name, [], 0, text, error);
  }

  /** Encodes what the function returned; what cannot be encoded, or does not satisfy the schema of its type, is INVALID_RESULT. */
  encode(value: unknown): Result {
    const { returns } = this.declaration;
    const { resultRule, limits, injected } = this.compiled;
    if (!returns || !resultRule) return { value: undefined, content: undefined };
    let content: Tree;
    try {
      content = encode(returns, value);
    } catch (error) {
      throw new FunctionError("INVALID_RESULT", this.name, [], 0, "its result cannot be encoded", error);
    }
    const { violations, more } = resultRule.judge(content, limits);
    if (violations.length === 0) return { value, content };
    const shown = injected.length === 0 ? violations : [];
    throw new FunctionError("INVALID_RESULT", this.name, shown, more, "its result does not satisfy the schema of its type");
  }
}

/** One call that has been checked and bound, and not yet made. */
export class Call {
  private done = false;

  constructor(
    private readonly owner: FunctionSchema,
    private readonly run: Declaration["run"],
    /** What the function will receive. */
    readonly values: Record<string, unknown>,
    /** The completed arguments without the injected values: safe to log. */
    readonly args: string,
    /** What was repaired, sorted by pointer. */
    readonly repairs: readonly Applied[],
  ) {}

  /** Runs the function, once. */
  async do(context: CallContext): Promise<Result> {
    this.owner.live(context);
    if (!this.run) throw new FunctionError("EXECUTION_ERROR", this.owner.name, [], 0, "there is no function behind this schema: carry the call out yourself");
    if (this.done) throw new FunctionError("EXECUTION_ERROR", this.owner.name, [], 0, "this call has been made already: bind the arguments again");
    this.done = true;
    let value: unknown;
    try {
      value = await this.run(this.values, context);
    } catch (error) {
      this.owner.live(context);
      throw this.owner.failed(error);
    }
    this.owner.live(context);
    return this.owner.encode(value);
  }
}

/** Puts the framework's values into the arguments, whatever was there. */
function overwrite(args: ObjectTree, { trees }: InjectedValues): ObjectTree {
  return trees.size === 0 ? args : objectTree(new Map([...args.members, ...trees]));
}

/** What the model is given of a call: a string as it is, none as null, else JSON. */
export function respond(outcome: Result | FunctionError): Response {
  if (outcome instanceof FunctionError) {
    return { status: outcome.code === "CANCELLED" ? "interrupted" : "failed", text: outcome.modelText };
  }
  const { content } = outcome;
  if (!content) return { status: "success", text: "null" };
  return { status: "success", text: content.kind === "string" ? content.text : write(content) };
}
