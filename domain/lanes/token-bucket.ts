import type { RateLimits } from "#contract/constants/plans.ts";

export interface TokenBucket {
  /** Calls in a window, without the burst. */
  limit: number;
  /** Tokens of a full bucket: the limit with the burst. */
  capacity: number;
  /** One token is added in this time. */
  tokenMs: number;
  windowMs: number;
}

/** The bucket of so many calls a second. */
export function tokenBucket(
  maximum: number,
  { burstAllowance, windowSeconds }: Pick<RateLimits, "burstAllowance" | "windowSeconds">,
): TokenBucket {
  const limit = maximum * windowSeconds;
  const windowMs = windowSeconds * 1_000;
  return { limit, capacity: Math.floor(limit * (1 + burstAllowance)), tokenMs: windowMs / limit, windowMs };
}

/** Tokens of a bucket, and when some were added last. Moments are milliseconds of one clock. */
export interface BucketLevel {
  tokens: number;
  refilledAt: number;
  now: number;
}

/** Milliseconds until the tokens of an admitted call are back, or those that it left too few of; `tokens` are those after it. */
export function resetAfterGrant({ tokenMs }: TokenBucket, level: BucketLevel, cost: number): number {
  return untilReset(level, tokenMs, level.tokens < cost ? cost - level.tokens : cost);
}

/** Milliseconds until a refused call could be admitted. */
export const resetAfterRefusal = ({ tokenMs }: TokenBucket, level: BucketLevel, cost: number): number =>
  untilReset(level, tokenMs, cost - level.tokens);

const untilReset = ({ refilledAt, now }: BucketLevel, tokenMs: number, tokens: number): number =>
  Math.max(0, refilledAt + tokens * tokenMs - now);
