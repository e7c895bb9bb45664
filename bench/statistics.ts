/** The value in the middle; of an even number of values the mean of the two. @throws when there is none */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  if (upper === undefined || lower === undefined) throw new Error("The median of no values is not defined");
  return (upper + lower) / 2;
}

/** The smallest value that at least this share (0 to 1) of the values do not exceed. @throws when there is none */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new Error("A percentile of no values is not defined");
  return value;
}
