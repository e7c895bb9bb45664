import { LRUCache } from "lru-cache";
import type { CallCost, RateCategory } from "#contract/constants/plans.ts";
import type { ServiceLevel } from "#contract/constants/statuses.ts";
import type { Database } from "#db/client.ts";
import { findEnvironment } from "#db/queries/environments/environments.ts";
import { type BucketState, takeTokens } from "#db/queries/rate-limits/take-tokens.ts";
import type { Scope } from "#db/scope.ts";
import { resetAfterGrant, resetAfterRefusal, type TokenBucket, tokenBucket } from "#domain/lanes/token-bucket.ts";
import { organizationLevel } from "#events/organization-plan.ts";
import type { AppConfig } from "../../app-config.ts";

/** For so long a plan, and an environment's own limits, are remembered: until then a change is not noticed. */
const REMEMBERED_MS = 10_000;
const REMEMBERED_COUNT = 10_000;

/** The limit that counts for a call. */
export interface CallLimit {
  bucket: TokenBucket;
  cost: number;
  serviceLevel: ServiceLevel | "custom";
}

export interface Decision {
  isAdmitted: boolean;
  remaining: number;
  resetMs: number;
}

export interface ApiRateLimits {
  limitOf(scope: Scope, category: RateCategory, cost: CallCost): Promise<CallLimit>;
  /** Takes a call's tokens, if there are enough. */
  admit(scope: Scope, category: RateCategory, limit: CallLimit): Promise<Decision>;
}

interface Waiting {
  resolve: (decision: Decision) => void;
  reject: (error: unknown) => void;
}

interface Services {
  db: Database;
  config: Pick<AppConfig, "apiRateLimits" | "planLimits">;
}

/**
 * Token buckets by environment and category in Postgres, exact over all processes. While a statement of a bucket is under way,
 * further calls of this process wait, and are decided by the next one together; a refusal is remembered until its reset.
 */
export function createApiRateLimits({ db, config }: Services): ApiRateLimits {
  const settings = config.apiRateLimits;
  const limits = new LRUCache<string, Promise<Omit<CallLimit, "cost"> & { costs: Record<CallCost, number> }>>({
    max: REMEMBERED_COUNT,
    ttl: REMEMBERED_MS,
  });
  const refusals = new LRUCache<string, { endsAt: number; remaining: number }>({ max: REMEMBERED_COUNT });
  const queues = new Map<string, Waiting[]>();

  async function readLimit({ organizationId, environmentId }: Scope, category: RateCategory) {
    const environment = await findEnvironment(db, organizationId, environmentId);
    const { serviceLevel, plan } = await organizationLevel({ db, config }, { organizationId });
    const { rateLimits } = plan;
    const own = environment?.apiRateLimits?.[category];
    const counted = {
      burstAllowance: settings.burstAllowance ?? rateLimits.burstAllowance,
      windowSeconds: settings.windowSeconds ?? rateLimits.windowSeconds,
    };
    const maximum = own ?? settings.maximums.get(`${serviceLevel}.${category}`) ?? rateLimits[category];
    const bucket = tokenBucket(maximum, counted);
    // A call that costs more than a full bucket takes a full one, because it could never be admitted.
    const costs = {
      single: Math.min(settings.cost.single ?? rateLimits.cost.single, bucket.capacity),
      bulk: Math.min(settings.cost.bulk ?? rateLimits.cost.bulk, bucket.capacity),
    };
    return { bucket, costs, serviceLevel: own === undefined ? serviceLevel : ("custom" as const) };
  }

  async function take(key: string, bucket: { environmentId: string; category: RateCategory }, limit: CallLimit) {
    for (let waiting = queues.get(key) ?? []; waiting.length > 0; waiting = queues.get(key) ?? []) {
      queues.set(key, []);
      try {
        const state = await takeTokens(db, bucket, limit.bucket, { cost: limit.cost, calls: waiting.length });
        if (state.granted < waiting.length) {
          const { resetMs, remaining } = refusalOf(limit, state);
          refusals.set(key, { endsAt: performance.now() + resetMs, remaining });
        }
        for (const [index, { resolve }] of waiting.entries()) resolve(decisionOf(limit, state, index));
      } catch (error) {
        for (const { reject } of waiting) reject(error);
      }
    }
    queues.delete(key);
  }

  return {
    async limitOf(scope, category, cost) {
      const key = `${scope.environmentId} ${category}`;
      const known = limits.get(key);
      const reading = known ?? readLimit(scope, category);
      if (!known) {
        limits.set(key, reading);
        reading.catch(() => limits.delete(key));
      }
      const { costs, ...limit } = await reading;
      return { ...limit, cost: costs[cost] };
    },
    admit({ environmentId }, category, limit) {
      const key = `${environmentId} ${category} ${limit.cost}`;
      const refusal = refusals.get(key);
      const leftMs = refusal ? refusal.endsAt - performance.now() : 0;
      if (refusal && leftMs > 0) {
        return Promise.resolve({ isAdmitted: false, remaining: refusal.remaining, resetMs: leftMs });
      }
      return new Promise((resolve, reject) => {
        const queue = queues.get(key);
        if (queue) {
          queue.push({ resolve, reject });
          return;
        }
        queues.set(key, [{ resolve, reject }]);
        void take(key, { environmentId, category }, limit);
      });
    },
  };
}

/** The calls of one statement count one after the other. */
function decisionOf(limit: CallLimit, state: BucketState, index: number): Decision {
  if (index >= state.granted) return refusalOf(limit, state);
  const after = state.tokens + (state.granted - 1 - index) * limit.cost;
  const tokens = Math.min(after, limit.bucket.capacity - limit.cost);
  return {
    isAdmitted: true,
    remaining: tokens,
    resetMs: resetAfterGrant(limit.bucket, { ...state, tokens }, limit.cost),
  };
}

const refusalOf = ({ bucket, cost }: CallLimit, state: BucketState): Decision => ({
  isAdmitted: false,
  remaining: state.tokens,
  resetMs: resetAfterRefusal(bucket, state, cost),
});
