/** A number of JSON: integers beyond 2^53 are BigInt. */
export type ExactNumber = number | bigint;

export const isNumeric = (value: unknown): value is ExactNumber =>
  typeof value === "number" || typeof value === "bigint";

/** A value as a number, as JavaScript converts it, but the digits of a large integer exactly. NaN for what is none. */
export function exactNumberOf(value: string | ExactNumber | boolean | null): ExactNumber {
  if (typeof value === "bigint") return value;
  const number = Number(value);
  const isLarge = Math.abs(number) > Number.MAX_SAFE_INTEGER && Number.isFinite(number);
  return isLarge && typeof value === "string" && /^\s*-?\d+\s*$/.test(value) ? BigInt(value) : number;
}

/** Whether two numbers are the same, of whichever type they are. NaN is none. */
export const isSameNumber = (a: ExactNumber, b: ExactNumber): boolean => a <= b && a >= b;
