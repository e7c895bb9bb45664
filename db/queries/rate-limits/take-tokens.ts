import type { RateCategory } from "#contract/constants/plans.ts";
import type { TokenBucket } from "#domain/lanes/token-bucket.ts";
import type { Database } from "../../client.ts";

export interface BucketRef {
  environmentId: string;
  category: RateCategory;
}

/** A bucket after a statement. Moments are milliseconds since 1970 by the clock of Postgres, with fractions. */
export interface BucketState {
  /** How many of the calls were admitted. */
  granted: number;
  tokens: number;
  refilledAt: number;
  now: number;
}

/**
 * Takes the tokens of some calls of one cost, in one statement: of as many of them as there are tokens for. Tokens are added
 * only when there are not enough, and a bucket that admits nothing stays as it was. A bucket that admitted nothing for two
 * windows counts as new.
 */
export async function takeTokens(
  db: Database,
  { environmentId, category }: BucketRef,
  { capacity, tokenMs, windowMs }: TokenBucket,
  { cost, calls }: { cost: number; calls: number },
): Promise<BucketState> {
  const admitted = Math.min(calls, Math.floor(capacity / cost));
  const [row] = await db.$hot<BucketState[]>`
    insert into rate_buckets as b (environment_id, category, tokens, refilled_at, expire_at, granted)
    select ${environmentId}, ${category}, ${capacity - admitted * cost}::int, at, at + ${2 * windowMs}::float8, ${admitted}::int
    from (select extract(epoch from now())::float8 * 1000 as at) as clock
    on conflict (environment_id, category) do update set (tokens, refilled_at, expire_at, granted) = (
      select case when is_new then excluded.tokens when refilled > 0 then filled - refilled * ${cost}::int else here end,
        case when is_new then excluded.refilled_at when refilled > 0 then b.refilled_at + due * ${tokenMs}::float8 else b.refilled_at end,
        case when is_new or at_once + refilled > 0 then excluded.expire_at else b.expire_at end,
        case when is_new then excluded.granted else at_once + refilled end
      from (
        select b.expire_at <= excluded.refilled_at as is_new, least(b.tokens, ${capacity}::int) as tokens,
          greatest(floor((excluded.refilled_at - b.refilled_at) / ${tokenMs}::float8), 0) as due
      ) as found
      cross join lateral (select least(${calls}::int, found.tokens / ${cost}::int) as at_once) as first
      cross join lateral (select found.tokens - at_once * ${cost}::int as here) as rest
      cross join lateral (select least(${capacity}::float8, here + due)::int as filled) as refill
      cross join lateral (select least(${calls}::int - at_once, filled / ${cost}::int) as refilled) as second)
    returning granted, tokens, refilled_at as "refilledAt", extract(epoch from now())::float8 * 1000 as now`;
  if (!row) throw new Error("Postgres confirmed an insert without a row");
  return row;
}
