/**
 * The exact value of a JSON number: sign × digits × 10^exponent, where digits ends
 * in no zero. Nothing here rounds.
 */
export class Decimal {
  private constructor(
    readonly sign: -1 | 0 | 1,
    private readonly digits: string,
    private readonly exponent: number,
  ) {}

  /** The value of a token of JSON's number grammar. */
  static parse(token: string): Decimal {
    const [, minus, whole, fraction = "", power = "0"] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token) ?? [];
    if (whole === undefined) throw new TypeError(`${token} is no JSON number`);
    const all = (whole + fraction).replace(/^0+/, "");
    const digits = trimZeros(all);
    if (digits === "") return new Decimal(0, "", 0);
    return new Decimal(minus === "-" ? -1 : 1, digits, Number(power) - fraction.length + all.length - digits.length);
  }

  static of(n: bigint | number): Decimal {
    return Decimal.parse(String(n));
  }

  isInteger(): boolean {
    return this.sign === 0 || this.exponent >= 0;
  }

  compare(other: Decimal): number {
    if (this.sign !== other.sign) return this.sign - other.sign;
    if (this.sign === 0) return 0;
    const point = this.digits.length + this.exponent - other.digits.length - other.exponent;
    if (point !== 0) return point * this.sign;
    const length = Math.max(this.digits.length, other.digits.length);
    const x = this.digits.padEnd(length, "0");
    const y = other.digits.padEnd(length, "0");
    return x === y ? 0 : x < y ? -this.sign : this.sign;
  }

  /** Whether this is an integral multiple of a positive number. */
  multipleOf(divisor: Decimal): boolean {
    if (this.sign === 0) return true;
    const shift = this.exponent - divisor.exponent;
    // The digits end in no zero, so no power of ten that is left divides them.
    if (shift < 0) return false;
    const modulus = BigInt(divisor.digits);
    return (BigInt(this.digits) * powerOfTen(shift, modulus)) % modulus === 0n;
  }

  /** The value of an integer, or undefined if there is a fraction or too much of it. */
  toBigInt(): bigint | undefined {
    if (!this.isInteger() || this.exponent > 100_000) return undefined;
    if (this.sign === 0) return 0n;
    return BigInt(this.sign) * BigInt(this.digits + "0".repeat(this.exponent));
  }

  /** ECMAScript's layout of a number over the exact digits. */
  toString(): string {
    if (this.sign === 0) return "0";
    const { digits } = this;
    const point = digits.length + this.exponent;
    const sign = this.sign < 0 ? "-" : "";
    if (point > 21 || point <= -6) {
      const rest = digits.length > 1 ? "." + digits.slice(1) : "";
      return `${sign}${digits[0]}${rest}e${point > 0 ? "+" : "-"}${Math.abs(point - 1)}`;
    }
    if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
    if (point >= digits.length) return sign + digits.padEnd(point, "0");
    return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
  }
}

/** Zeros are cut by hand: /0+$/ takes quadratic time in a text of many zeros. */
function trimZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === "0") end--;
  return digits.slice(0, end);
}

function powerOfTen(exponent: number, modulus: bigint): bigint {
  let result = 1n % modulus;
  let base = 10n % modulus;
  for (let e = exponent; e > 0; e = Math.floor(e / 2)) {
    if (e % 2 === 1) result = (result * base) % modulus;
    base = (base * base) % modulus;
  }
  return result;
}

/** Whether a token has an integral value, without computing it where its spelling says so. */
export function isIntegral(token: string): boolean {
  return !/[.eE]/.test(token) || Decimal.parse(token).isInteger();
}
