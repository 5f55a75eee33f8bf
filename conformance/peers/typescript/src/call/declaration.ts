import { deriveParameters, deriveResult } from "../binding/derive.js";
import { mismatches } from "../binding/mismatch.js";
import { type Infer, type InferFields, type Reference, Type, type Fields, type VariadicType, any, fieldMap } from "../binding/types.js";
import { type Limits, defaultLimits } from "../limits.js";
import { ReadError, read } from "../reader.js";
import { type RepairName, Repairer, unknownRepair } from "../repair/repair.js";
import { type Schema, SchemaError, compileSchema } from "../schema/compile.js";
import { join } from "../text.js";
import { type Tree, compact, write } from "../tree.js";
import type { Violation } from "../violation.js";
import { hide } from "../view/hide.js";
import type { CallContext } from "./context.js";
import { invalidSchema } from "./error.js";
import type { InjectedParameter, Resolver } from "./inject.js";
import { parseViolation } from "./read.js";

/** A function and the types of what it takes and returns. */
export interface Declaration {
  readonly name: string;
  readonly description?: string;
  /** undefined: whatever a foreign schema admits, as a record of any. */
  readonly parameters?: ReadonlyMap<string, Type<unknown>>;
  readonly returns?: Type<unknown>;
  /** Absent where somebody else carries calls out. */
  readonly run?: (args: Record<string, unknown>, context: CallContext) => unknown;
}

/** Declares a function that takes its parameters as one record. */
export function declare<F extends Fields, R = undefined>(declaration: {
  readonly name: string;
  readonly description?: string;
  readonly parameters: F;
  readonly returns?: Type<R>;
  readonly run: (args: InferFields<F>, context: CallContext) => R | Promise<R>;
}): Declaration {
  return { ...declaration, parameters: fieldMap(declaration.parameters), run: declaration.run as NonNullable<Declaration["run"]> };
}

type Named = readonly (readonly [string, Type<unknown>])[];
type Positions<P extends Named> = P extends readonly [...infer H extends Named, readonly [string, VariadicType<infer E>]]
  ? [...Positions<H>, ...E[]]
  : { -readonly [I in keyof P]: Infer<P[I][1]> };

/** Declares a function of positional parameters; a variadic last one is spread. */
export function declarePositional<const P extends Named, R = undefined>(declaration: {
  readonly name: string;
  readonly description?: string;
  readonly parameters: P;
  readonly returns?: Type<R>;
  readonly run: (context: CallContext, ...args: Positions<P>) => R | Promise<R>;
}): Declaration {
  const parameters = fieldMap(declaration.parameters);
  const variadic = [...parameters.values()].at(-1)?.form.kind === "variadic";
  const run = declaration.run as (context: CallContext, ...args: unknown[]) => unknown;
  return {
    ...declaration,
    parameters,
    run: (args, context) => {
      const positions: unknown[] = [...parameters.keys()].map((name) => args[name]);
      const rest = variadic ? (positions.pop() as unknown[]) : [];
      return run(context, ...positions, ...rest);
    },
  };
}

export interface Options {
  /** A foreign schema, which judges instead of the derived one; the words of the types are not read then. */
  readonly schema?: Uint8Array;
  /** format is an assertion in a foreign schema. */
  readonly formats?: boolean;
  readonly limits?: Partial<Limits>;
  /** By parameter; wins over what the declaration says. */
  readonly inject?: Readonly<Record<string, Reference>>;
  /** By source. Given here, a parameter of another source is INVALID_SCHEMA. */
  readonly resolvers?: Readonly<Record<string, Resolver>>;
  /** Leaves invalid defaults of a foreign schema out instead of refusing it. */
  readonly lenientDefaults?: boolean;
  /** What is mended before a call is judged; none by default. */
  readonly repairs?: readonly RepairName[];
}

/** A declaration that was checked and compiled; it is immutable. */
export interface Compiled {
  readonly limits: Limits;
  readonly schema: Schema;
  /** The text of the execution schema. */
  readonly execution: string;
  /** The model's view of it. */
  readonly input: string;
  readonly parameters: ReadonlyMap<string, Type<unknown>> | undefined;
  /** In the order in which resolvers are asked. */
  readonly injected: readonly InjectedParameter[];
  readonly hidden: readonly string[];
  readonly opaque: readonly string[];
  /** undefined if nothing is repaired. */
  readonly repairer: Repairer | undefined;
  readonly resultRule: Schema | undefined;
  readonly output: string | undefined;
  /** A result has bytes in it. */
  readonly binary: boolean;
}

/** Checks and compiles a declaration; it throws INVALID_SCHEMA with all faults. */
export function compileDeclaration(declaration: Declaration, options: Options): Compiled {
  const limits = { ...defaultLimits, ...options.limits };
  const faults: Violation[] = [];
  if (Object.values(limits).some((limit) => limit < 0)) faults.push({ pointer: "", keyword: "maximum", message: "a limit is negative: leave it out or use a positive number" });
  for (const name of options.repairs ?? []) {
    const message = unknownRepair(name);
    if (message !== undefined) faults.push({ pointer: "", keyword: "repairs", message });
  }
  const parameters = withInjections(declaration.parameters, options.inject ?? {}, faults);
  const derived = deriveParameters(parameters ?? new Map());
  // Of a foreign schema's own words none is read here; the native types count all the same.
  faults.push(...derived.faults.filter((f) => !options.schema || f.keyword === "inject" || f.keyword === "type"));
  const result = compileResult(declaration.returns, faults);
  let text: Tree = derived.schema;
  if (options.schema) {
    try {
      text = read(options.schema, limits);
    } catch (error) {
      if (!(error instanceof ReadError)) throw error;
      throw invalidSchema(declaration.name, [...faults, parseViolation(error)], limits.violations);
    }
  }
  const schema = attempt(faults, () =>
    compileSchema(
      text,
      options.schema
        ? { formats: options.formats ?? false, lenientDefaults: options.lenientDefaults ?? false }
        : { declared: true, asserted: derived.asserted },
    ),
  );
  for (const { name, reference } of injectedParameters(parameters, options.inject ?? {}, [])) {
    if (options.resolvers && !Object.hasOwn(options.resolvers, reference.source)) {
      faults.push({ pointer: join("", "properties", name), keyword: "inject", message: `the parameter comes from the source ${reference.source}, for which there is no resolver: add one` });
    }
  }
  if (faults.length > 0 || !schema) throw invalidSchema(declaration.name, faults, limits.violations);

  const injected = injectedParameters(parameters, options.inject ?? {}, schema.names());
  const hidden = injected.filter((p) => !p.reference.opaque).map((p) => p.name);
  const opaque = injected.filter((p) => p.reference.opaque).map((p) => p.name);
  if (options.schema) faults.push(...foreignFaults(schema, parameters, hidden, opaque));
  const view = hide(text, hidden, options.schema ? new Map() : derived.notes);
  faults.push(...view.faults);
  if (faults.length > 0) throw invalidSchema(declaration.name, faults, limits.violations);
  const repairer = options.repairs?.length ? new Repairer(schema, options.repairs, [...hidden, ...opaque]) : undefined;
  return {
    limits, schema, execution: write(compact(text)), input: write(compact(view.schema)), parameters, injected, hidden, opaque, repairer, ...result,
  };
}

function attempt(faults: Violation[], compile: () => Schema): Schema | undefined {
  try {
    return compile();
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    faults.push(...error.violations);
    return undefined;
  }
}

function withInjections(
  parameters: ReadonlyMap<string, Type<unknown>> | undefined,
  inject: Readonly<Record<string, Reference>>,
  faults: Violation[],
): ReadonlyMap<string, Type<unknown>> | undefined {
  if (!parameters) return undefined;
  for (const name of Object.keys(inject)) {
    if (!parameters.has(name)) faults.push({ pointer: "", keyword: "inject", property: name, message: `there is no parameter ${JSON.stringify(name)} to inject` });
  }
  return new Map([...parameters].map(([name, type]) => {
    const reference = Object.hasOwn(inject, name) ? inject[name] : undefined;
    return [name, reference ? new Type(type.form, type.words, type.optional, { ...reference, key: reference.key || name }) : type];
  }));
}

/** Those of a record come in the order of its fields, those of a generic map in that of the schema's properties. */
function injectedParameters(
  parameters: ReadonlyMap<string, Type<unknown>> | undefined,
  inject: Readonly<Record<string, Reference>>,
  names: readonly string[],
): InjectedParameter[] {
  if (parameters) return [...parameters].flatMap(([name, type]) => (type.inject ? [{ name, reference: type.inject, type }] : []));
  return Object.entries(inject)
    .map(([name, reference]) => ({ name, reference: { ...reference, key: reference.key || name }, type: reference.opaque ? undefined : any() }))
    .sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
}

/** What a foreign schema says that the types or the injections contradict. */
function foreignFaults(
  schema: Schema,
  parameters: ReadonlyMap<string, Type<unknown>> | undefined,
  hidden: readonly string[],
  opaque: readonly string[],
): Violation[] {
  const { text, targets } = schema;
  const names = schema.names();
  const faults = mismatches(text, targets, parameters);
  for (const name of hidden.filter((n) => !names.includes(n))) {
    faults.push({ pointer: "", keyword: "inject", property: name, message: `the injected parameter ${JSON.stringify(name)} is not a property of the schema: add it there, or do not inject it` });
  }
  for (const name of opaque.filter((n) => !names.includes(n))) {
    const view = hide(text, [name], new Map());
    if (view.faults.length > 0 || view.schema !== text) {
      faults.push({ pointer: "", keyword: "inject", property: name, message: `the parameter ${JSON.stringify(name)} is opaque and the schema names it: take it out there` });
    }
  }
  return faults;
}

function compileResult(type: Type<unknown> | undefined, faults: Violation[]): Pick<Compiled, "resultRule" | "output" | "binary"> {
  if (!type) return { resultRule: undefined, output: undefined, binary: false };
  const derived = deriveResult(type);
  faults.push(...derived.faults);
  const resultRule = attempt(faults, () => compileSchema(derived.schema, { declared: true, anyRoot: true, asserted: derived.asserted }));
  const output = write(compact(hide(derived.schema, [], derived.notes).schema));
  return { resultRule, output, binary: [...derived.asserted.values()].includes("base64") };
}
