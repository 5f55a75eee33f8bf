const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/;

/**
 * Decodes base64 of RFC 4648, section 4: the standard alphabet, padded, without line
 * breaks, with zero bits at the end. It accepts a text if and only if encoding the
 * result gives that text back.
 */
export function decodeBase64(text: string): Uint8Array | undefined {
  return isBase64(text) ? new Uint8Array(Buffer.from(text, "base64")) : undefined;
}

export function isBase64(text: string): boolean {
  if (text.length % 4 !== 0) return false;
  // V8 keeps a stack of what a group repeats; a long text is taken in pieces.
  const tail = text.length - (text.length % 4) - 4;
  for (let from = 0; from < tail; from += 4096) {
    if (!/^[A-Za-z0-9+/]*$/.test(text.slice(from, Math.min(from + 4096, tail)))) return false;
  }
  return base64.test(text.slice(Math.max(0, tail)));
}

/**
 * The spelling that isBase64 accepts of a text that differs from it in its alphabet,
 * the URL-safe one of RFC 4648, section 5, or in lacking all of its padding, or in
 * both. Of every other text, a standard one too, it is undefined.
 */
export function base64Standard(text: string): string | undefined {
  if (/[-_]/.test(text) && /[+/]/.test(text)) return undefined;
  const padded = text.includes("=") ? text : text.padEnd(Math.ceil(text.length / 4) * 4, "=");
  const standard = padded.replaceAll("-", "+").replaceAll("_", "/");
  return standard !== text && isBase64(standard) ? standard : undefined;
}

/** An instant with its offset, to the nanosecond, which a Date does not hold. */
export class DateTime {
  private constructor(
    /** As it was written. */
    private readonly text: string,
    readonly year: number,
    readonly month: number,
    readonly day: number,
    readonly hour: number,
    readonly minute: number,
    readonly second: number,
    readonly nanosecond: number,
    readonly offsetMinutes: number,
  ) {}

  /**
   * Reads a date-time of RFC 3339, section 5.6, with upper-case T and Z, no leap
   * second, an offset below 24:00 and at most 9 digits of fraction.
   */
  static parse(text: string): DateTime | undefined {
    const m = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:Z|([+-])(\d\d):(\d\d))$/.exec(text);
    if (!m || text.endsWith("\n")) return undefined;
    const [year, month, day, hour, minute, second] = m.slice(1, 7).map(Number) as [number, number, number, number, number, number];
    const hours = Number(m[9] ?? 0);
    const minutes = Number(m[10] ?? 0);
    if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month) || hour > 23 || minute > 59 || second > 59 || hours > 23 || minutes > 59) {
      return undefined;
    }
    const offset = (m[8] === "-" ? -1 : 1) * (hours * 60 + minutes);
    return new DateTime(text, year, month, day, hour, minute, second, Number((m[7] ?? "").padEnd(9, "0")), offset);
  }

  /** The instant, to the millisecond. */
  toDate(): Date {
    const date = new Date(0);
    date.setUTCFullYear(this.year, this.month - 1, this.day);
    date.setUTCHours(this.hour, this.minute - this.offsetMinutes, this.second, Math.floor(this.nanosecond / 1e6));
    return date;
  }

  toString(): string {
    return this.text;
  }
}

export function isDateTime(text: string): boolean {
  return DateTime.parse(text) !== undefined;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
