import { Decimal } from "../numbers.js";

/**
 * The float32 that is nearest to a token, or an infinity. Rounding to a double first
 * and then to 32 bits goes wrong where the double lies exactly between two floats and
 * the token does not.
 */
export function roundToFloat32(token: string): number {
  const double = Number(token);
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, double);
  const bits = view.getBigUint64(0);
  const near = Math.fround(double);
  if (!Number.isFinite(double) || near === double || double === 0) return near;
  const side = Decimal.parse(token).compare(exactly(double));
  if (side === 0) return near;
  // One step of the double towards the token decides what fround left to the even one.
  view.setBigUint64(0, bits + (side > 0 === double > 0 ? 1n : -1n));
  return Math.fround(view.getFloat64(0));
}

/** The exact value of a finite double. */
function exactly(double: number): Decimal {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, Math.abs(double));
  const bits = view.getBigUint64(0);
  const exponent = Number(bits >> 52n);
  const fraction = bits & ((1n << 52n) - 1n);
  const mantissa = exponent === 0 ? fraction : fraction | (1n << 52n);
  const power = Math.max(exponent, 1) - 1075;
  const sign = double < 0 ? "-" : "";
  if (power >= 0) return Decimal.parse(`${sign}${mantissa << BigInt(power)}`);
  return Decimal.parse(`${sign}${mantissa * 5n ** BigInt(-power)}e${power}`);
}
