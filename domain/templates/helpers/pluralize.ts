/** `one` for exactly 1, also as a text, else `many`. The number itself is not printed. */
export function pluralize(count: unknown, one: unknown, many: unknown): unknown {
  const isOne = count === 1 || (typeof count === "string" && Number(count) === 1);
  return isOne ? one : many;
}
