import { readFileSync } from "node:fs";

import { defaultLimits } from "../index.js";
import { type CallRequest, Engine, type Subject } from "./engine.js";

/** The capabilities of the case file that this implementation has: all of them. */
const capabilities = [
  "bigint", "bytes", "cancellation", "cost", "datetime", "draft-07", "duration", "dynamic-ref", "fixed-array", "float32", "formats", "hooks",
  "int64", "intmap", "json-number", "limits", "models", "opaque", "panics", "raw", "recursion", "repairs", "text-16mib", "uint64", "unions",
  "values-1m", "variadic",
];

interface Request {
  readonly id: number;
  readonly cmd: string;
  readonly protocol?: readonly number[];
  readonly subject?: Subject;
}

const longestLine = 64 << 20;

/** Answers the requests of a runner by protocol fsc/1, one after another, until bye or the end of input. */
export async function serve(input: AsyncIterable<Buffer>, write: (line: string) => Promise<void>): Promise<void> {
  const engine = new Engine();
  for await (const line of lines(input)) {
    const request = JSON.parse(line) as Request & CallRequest;
    const answer = await answerTo(engine, request);
    await write(JSON.stringify({ id: request.id, ...answer }) + "\n");
    if (request.cmd === "bye" || "error" in answer && request.cmd === "hello") return;
  }
}

async function answerTo(engine: Engine, request: Request & CallRequest): Promise<object> {
  try {
    switch (request.cmd) {
      case "hello":
        return hello(request);
      case "construct":
        return { result: engine.construct(request.subject ?? {}) };
      case "call":
        return { result: await engine.call(request) };
      case "digest":
        return { result: engine.digest(request) };
      case "release":
        return { result: engine.release(request.handle) };
      case "bye":
        return { result: { outcome: "ok" } };
    }
    return { error: { code: "UNKNOWN_COMMAND" } };
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    return { internal: { message, trace: stack ?? "" } };
  }
}

function hello({ protocol }: Request): object {
  if (!protocol?.includes(1)) return { error: { code: "UNSUPPORTED_PROTOCOL" } };
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as { version: string };
  const { bytes, depth, digits } = defaultLimits;
  return {
    protocol: 1,
    implementation: { name: "fscheck-typescript", version, language: "TypeScript", languageVersion: `Node ${process.versions.node}` },
    capabilities,
    limits: { maxBytes: bytes, maxDepth: depth, maxNumberDigits: digits },
  };
}

/** The lines of a stream, ended by LF and nothing else. */
async function* lines(input: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of input) {
    let start = 0;
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, start)) {
      parts.push(chunk.subarray(start, end));
      yield Buffer.concat(parts).toString("utf8");
      parts = [];
      length = 0;
      start = end + 1;
    }
    parts.push(chunk.subarray(start));
    length += chunk.length - start;
    if (length > longestLine) throw new Error("a line is longer than 64 MiB");
  }
}
