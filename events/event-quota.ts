import { LRUCache } from "lru-cache";
import type { Config } from "#config.ts";
import type { Database } from "#db/client.ts";
import { giveBackEvents, takeEvents } from "#db/queries/organizations/event-quota.ts";
import type { Scope } from "#db/scope.ts";
import { DomainError } from "#domain/errors.ts";
import { organizationPlan } from "./organization-plan.ts";

/** Events that a process takes at once for itself, at most; towards the end of a plan's events it takes them one by one. */
const PORTION_MAX = 50;
const PORTION_SHARE = 200;
/** For so long a plan, and that nothing is left of it, are remembered: until then a changed plan is not noticed. */
const REMEMBERED_MS = 10_000;

/** Counts accepted events against what the plans of organisations include in a calendar month of UTC. */
export interface EventQuota {
  /**
   * Takes one event. Returns how to give it back, when no event comes of it. Throws `plan_limit_reached` when the month's are
   * used up; a plan that sells more of them has no end.
   */
  take(scope: Pick<Scope, "organizationId">): Promise<() => void>;
  close(): Promise<void>;
}

interface Portion {
  month: string;
  left: number;
  refill: Promise<number> | null;
  emptyUntil: number;
}

/**
 * Null where plans do not count, so that an event costs nothing more. Processes take events in portions: together they never
 * accept more than the plan includes, and of each that was killed up to a portion of the month is lost.
 */
export function createEventQuota({
  db,
  config,
  clock = () => new Date(),
}: {
  db: Database;
  config: Pick<Config, "planLimits">;
  clock?: () => Date;
}): EventQuota | null {
  if (config.planLimits === "off") return null;
  const plans = new LRUCache<string, { included: number | null }>({ max: 10_000, ttl: REMEMBERED_MS });
  const portions = new Map<string, Portion>();

  /** Null: there is no end, or more of them are sold. */
  async function includedOf(scope: Pick<Scope, "organizationId">): Promise<number | null> {
    const known = plans.get(scope.organizationId);
    if (known) return known.included;
    const { eventsPerMonth, extraEventsCost } = await organizationPlan({ db, config }, scope);
    const included = extraEventsCost === null ? eventsPerMonth : null;
    plans.set(scope.organizationId, { included });
    return included;
  }

  function portionOf(organizationId: string): Portion {
    const month = clock().toISOString().slice(0, "YYYY-MM".length);
    const known = portions.get(organizationId);
    if (known?.month === month) return known;
    const portion = { month, left: 0, refill: null, emptyUntil: 0 };
    portions.set(organizationId, portion);
    return portion;
  }

  async function refill(portion: Portion, organizationId: string, included: number): Promise<number> {
    const sizes = { included, most: PORTION_MAX, share: PORTION_SHARE };
    const taken = await db.transaction((transaction) =>
      takeEvents(transaction, { organizationId, month: portion.month }, sizes),
    );
    portion.left += taken;
    if (taken === 0) portion.emptyUntil = clock().getTime() + REMEMBERED_MS;
    return taken;
  }

  return {
    async take({ organizationId }) {
      const included = await includedOf({ organizationId });
      if (included === null) return () => {};
      for (;;) {
        const portion = portionOf(organizationId);
        if (portion.left > 0) {
          portion.left -= 1;
          return () => {
            portion.left += 1;
          };
        }
        if (portion.emptyUntil > clock().getTime()) throw usedUp(included);
        portion.refill ??= refill(portion, organizationId, included).finally(() => {
          portion.refill = null;
        });
        if ((await portion.refill) === 0) throw usedUp(included);
      }
    },
    async close() {
      for (const [organizationId, { month, left }] of portions) {
        if (left === 0) continue;
        await db.transaction((transaction) => giveBackEvents(transaction, { organizationId, month }, left));
      }
      portions.clear();
    },
  };
}

const usedUp = (included: number): DomainError =>
  new DomainError(
    "plan_limit_reached",
    `Your plan includes ${included} events a month, and those of this month are used up: change the plan, or send the event again next month`,
  );
