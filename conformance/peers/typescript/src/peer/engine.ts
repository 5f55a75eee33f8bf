import {
  type Applied, type CallContext, type Declaration, FunctionError, FunctionSchema, type Limits, NotFound, type Options, type Reference, type RepairName, type Resolver, type Result,
  type Type, digest, json, optional, respond,
} from "../index.js";
import { functions } from "../functions/functions.js";
import { Client } from "../functions/models.js";
import { type Observer, receive } from "../functions/observer.js";
import { typeOf } from "./grammar.js";
import { type TypedValue, members, typedValue } from "./typed.js";

/** What is to be built (rule 9 of the protocol). */
export interface Subject {
  readonly function?: string;
  readonly schemaText?: string;
  readonly schemaBase64?: string;
  readonly bind?: Readonly<Record<string, string>>;
  readonly inject?: Readonly<Record<string, Reference>>;
  readonly sources?: readonly string[];
  readonly repairs?: readonly RepairName[];
  readonly formats?: boolean;
  readonly limits?: Partial<Limits>;
}

export interface CallRequest {
  readonly handle: string;
  readonly argumentsText?: string;
  readonly argumentsBase64?: string;
  readonly injectedText?: Readonly<Record<string, string>>;
  readonly injectedOpaque?: Readonly<Record<string, string>>;
  readonly injectedFailing?: Readonly<Record<string, string>>;
  readonly context?: "cancelled" | "deadline";
}

/** What a resolver and the observer know of one call. */
interface State extends Observer {
  resolve(key: string): unknown;
}

const sources = ["ctx", "config", "app"];
const resolver: Resolver = (key, context) => (context.state as State).resolve(key);

/** The subjects that have been built, by handle. */
export class Engine {
  private readonly built = new Map<string, { schema: FunctionSchema; parameters: Declaration["parameters"] }>();
  private last = 0;

  construct(subject: Subject): object {
    const declaration = declarationOf(subject);
    try {
      const schema = new FunctionSchema(declaration, optionsOf(subject));
      const handle = String(++this.last);
      this.built.set(handle, { schema, parameters: declaration.parameters });
      const { inputSchema, description } = schema.metadata;
      return { outcome: "ok", handle, schemaText: schema.schema, metadataText: inputSchema, ...(description !== "" && { metadataDescription: description }) };
    } catch (error) {
      return { outcome: "error", error: errorAnswer(error) };
    }
  }

  release(handle: string): object {
    this.built.delete(handle);
    return { outcome: "ok" };
  }

  digest(request: { argumentsText?: string; argumentsBase64?: string }): object {
    try {
      return { outcome: "ok", digest: digest(bytesOf(request)) };
    } catch (error) {
      return { outcome: "error", error: errorAnswer(error) };
    }
  }

  async call(request: CallRequest): Promise<object> {
    const subject = this.built.get(request.handle);
    if (!subject) throw new Error(`there is no subject ${request.handle}`);
    const args = bytesOf(request);
    const controller = new AbortController();
    const resolutions: string[] = [];
    const captured: { bound?: Record<string, TypedValue>; completedText?: string; applied?: readonly Applied[] } = {};
    let invocations = 0;
    const state: State = {
      received(values) {
        invocations++;
        captured.bound = boundOf(subject.parameters, values);
      },
      cancel: () => controller.abort(),
      resolve(key) {
        resolutions.push(key);
        return resolveFrom(request, key);
      },
    };
    if (request.context === "cancelled") controller.abort();
    if (request.context === "deadline") controller.abort(new DOMException("The operation timed out", "TimeoutError"));
    const context: CallContext = { signal: controller.signal, state };
    let outcome: Result | FunctionError;
    try {
      const call = await subject.schema.bind(args, context);
      captured.completedText = call.args;
      if (call.repairs.length > 0) captured.applied = call.repairs;
      outcome = await call.do(context);
    } catch (error) {
      if (!(error instanceof FunctionError)) throw error;
      outcome = error;
    }
    const response = respond(outcome);
    return {
      outcome: outcome instanceof FunctionError ? "error" : "ok",
      ...(outcome instanceof FunctionError && { error: errorAnswer(outcome) }),
      ...captured,
      invocations,
      ...requestAfter(args),
      responseStatus: response.status,
      responseText: response.text,
      resolutions,
    };
  }
}

function declarationOf({ function: name, bind }: Subject): Declaration {
  if (name !== undefined) {
    const declaration = functions.get(name);
    if (!declaration) throw new Error(`there is no function ${name}`);
    return declaration;
  }
  const run: Declaration["run"] = (args, context) => receive(context, args);
  if (!bind) return { name: "subject", run };
  const parameters = new Map<string, Type<unknown>>(Object.entries(bind).map(([field, type]) => [field, optional(typeOf(type))]));
  return { name: "subject", parameters, run };
}

function optionsOf(subject: Subject): Options {
  const names = subject.sources ?? sources;
  const schema = subject.schemaText !== undefined ? Buffer.from(subject.schemaText, "utf8") : subject.schemaBase64 !== undefined ? Buffer.from(subject.schemaBase64, "base64") : undefined;
  return {
    ...(schema && { schema }),
    formats: subject.formats ?? false,
    ...(subject.limits && { limits: subject.limits }),
    ...(subject.repairs && { repairs: subject.repairs }),
    ...(subject.inject && { inject: subject.inject }),
    ...(names.length > 0 && { resolvers: Object.fromEntries(names.map((source) => [source, resolver])) }),
  };
}

function resolveFrom(request: CallRequest, key: string): unknown {
  const of = (table: Readonly<Record<string, string>> | undefined) => (table && Object.hasOwn(table, key) ? table[key] : undefined);
  const failing = of(request.injectedFailing);
  if (failing !== undefined) throw new Error(failing);
  const opaque = of(request.injectedOpaque);
  if (opaque !== undefined) return new Client(opaque);
  const text = of(request.injectedText);
  if (text !== undefined) return json(text);
  throw new NotFound(`there is no value for ${key}`);
}

function boundOf(parameters: Declaration["parameters"], values: Record<string, unknown>): Record<string, TypedValue> {
  if (!parameters) return members(Object.entries(values).map(([name, value]) => [name, typedValue(undefined, value)]));
  return members([...parameters].map(([name, type]) => [name, typedValue(type, values[name])]));
}

function bytesOf(request: { argumentsText?: string; argumentsBase64?: string }): Buffer {
  return request.argumentsBase64 !== undefined ? Buffer.from(request.argumentsBase64, "base64") : Buffer.from(request.argumentsText ?? "", "utf8");
}

function requestAfter(args: Buffer): object {
  const text = args.toString("utf8");
  return Buffer.from(text, "utf8").equals(args) ? { requestAfterText: text } : { requestAfterBase64: args.toString("base64") };
}

function errorAnswer(error: unknown): object {
  if (!(error instanceof FunctionError)) throw error;
  const { code, violations, more, message } = error;
  return { code, violations, ...(more > 0 && { more }), text: message };
}
