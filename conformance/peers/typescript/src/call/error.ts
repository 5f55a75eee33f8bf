import { compareText } from "../text.js";
import { type Violation, compareViolations } from "../violation.js";

/** In which phase a call, or the building of a schema, failed. */
export type Code =
  | "INVALID_SCHEMA" | "INVALID_ARGUMENT" | "BINDING_ERROR" | "INJECTION_ERROR" | "EXECUTION_ERROR" | "INVALID_RESULT" | "CANCELLED";

/**
 * Every error of this package. message is for logs and modelText for the model;
 * neither has a value that the framework injected. cause may hold anything.
 */
export class FunctionError extends Error {
  constructor(
    readonly code: Code,
    readonly functionName: string,
    readonly violations: readonly Violation[] = [],
    readonly more = 0,
    text = "",
    cause?: unknown,
  ) {
    const parts = violations.map(line).join("; ");
    super(`${functionName}: ${[code, text, parts].filter((s) => s !== "").join(": ")}${more > 0 ? `; and ${more} more` : ""}`, { cause });
  }

  /** What the model reads: of arguments at fault each place, of everything else only that it failed. */
  get modelText(): string {
    const subject = `The function ${this.functionName}`;
    switch (this.code) {
      case "INVALID_ARGUMENT":
      case "BINDING_ERROR": {
        const lines = this.violations.map((v) => `\n- ${line(v)}`).join("");
        const more = this.more > 0 ? `\n- and ${this.more} more` : "";
        return `${subject} was not run, because its arguments are not valid:${lines}${more}\nCorrect this and call it again.`;
      }
      case "EXECUTION_ERROR":
        return visibleText(this.cause) ?? `${subject} failed.`;
      case "CANCELLED":
        return `${subject} was cancelled before it finished.`;
      case "INVALID_RESULT":
        return `${subject} ran, but its result cannot be shown because of an internal failure.`;
    }
    return `${subject} was not run, because of an internal failure that other arguments will not mend.`;
  }
}

/** An error of a function that the model may read. What wraps it, as its cause, stays hidden. */
export class VisibleError extends Error {}

const longestChain = 1_000;

/** What of an error the model may read, through causes; of an AggregateError each on a line. */
function visibleText(error: unknown): string | undefined {
  const texts: string[] = [];
  const pending: unknown[] = [error];
  for (let left = longestChain; pending.length > 0 && left > 0; left--) {
    const next = pending.shift();
    if (next instanceof VisibleError) texts.push(printable(next.message));
    else if (next instanceof AggregateError) pending.unshift(...(next.errors as unknown[]));
    else if (next instanceof Error) pending.unshift(next.cause);
  }
  return texts.length > 0 ? texts.join("\n") : undefined;
}

/** A text without control characters but line ends and tabs. */
function printable(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, "").replace(/\p{Surrogate}/gu, "\ufffd");
}

const longestPlace = 200;

/** A violation as one line: where, then what would be accepted. */
function line({ pointer, message }: Violation): string {
  if (pointer === "") return message;
  const place = pointer.length > longestPlace ? pointer.slice(0, longestPlace).replace(/[\ud800-\udbff]$/, "") + "…" : pointer;
  return `${/\p{Cc}/u.test(place) ? JSON.stringify(place) : place}: ${message}`;
}

/** The error of a declaration: faults sorted; two of one place and keyword may differ in their remedy. */
export function invalidSchema(name: string, faults: readonly Violation[], limit: number): FunctionError {
  const compare = (a: Violation, b: Violation) => compareViolations(a, b) || compareText(a.message, b.message);
  const sorted = [...faults].sort(compare);
  const distinct = sorted.filter((f, i) => i === 0 || compare(sorted[i - 1]!, f) !== 0);
  return new FunctionError("INVALID_SCHEMA", name, distinct.slice(0, limit), Math.max(0, distinct.length - limit));
}
