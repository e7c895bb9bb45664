/*
 * Durations of sends, counted in buckets that grow by the square root of two, from a millisecond to ten minutes. Unlike medians, counts of
 * several processes and minutes can be added up.
 */

export const DURATION_BUCKETS = 40;

/** Returns the bucket of a duration in milliseconds; the last one has all that are longer. */
export const durationBucket = (ms: number): number =>
  ms < 1 ? 0 : Math.min(DURATION_BUCKETS - 1, 1 + Math.floor(2 * Math.log2(ms)));

/** The shortest duration that is not in the bucket any more, in milliseconds. */
const endOf = (bucket: number): number => 2 ** (bucket / 2);

/** Returns the median of the counted durations in whole milliseconds, interpolated within its bucket; null when nothing was counted. */
export function medianOf(counts: readonly number[]): number | null {
  const middle = counts.reduce((sum, count) => sum + count, 0) / 2;
  let before = 0;
  for (const [bucket, count] of counts.entries()) {
    if (count > 0 && before + count >= middle) {
      const from = bucket === 0 ? 0 : endOf(bucket - 1);
      return Math.round(from + ((endOf(bucket) - from) * (middle - before)) / count);
    }
    before += count;
  }
  return null;
}
