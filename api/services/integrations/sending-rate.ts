import type { SendingRate } from "#contract/integrations.ts";
import type { Database } from "#db/client.ts";
import type { IntegrationRow } from "#db/queries/integrations/integrations.ts";
import { readPace } from "#db/queries/lanes/lane-pace.ts";
import { countWaiting } from "#db/queries/lanes/lane-queues.ts";
import { type LanePace, MOST_AT_ONCE, newPace, rateAt } from "#domain/lanes/lane-pace.ts";
import { findProvider } from "#providers/registry.ts";

/** Messages that are counted. */
const WAITING_COUNTED = 10_000;

/** How fast an integration sends, what limits it, and how much waits. */
export async function sendingRate(
  db: Database,
  { id, channel, providerId, pace: set }: Pick<IntegrationRow, "id" | "channel" | "providerId" | "pace">,
): Promise<SendingRate> {
  const [found, waiting] = await Promise.all([readPace(db, id), countWaiting(db, id, WAITING_COUNTED)]);
  const now = found?.now ?? Date.now();
  const pace = found?.pace ?? newPace(now);
  const documented = findProvider(channel, providerId)?.pace;
  const blockedUntil = pace.blockedUntil !== null && pace.blockedUntil > now ? pace.blockedUntil : null;
  return {
    perSecond: rounded(rateAt(pace, now)),
    waiting,
    blockedUntil: blockedUntil === null ? null : new Date(blockedUntil).toISOString(),
    limit: limitOf(pace, set?.perSecond, documented?.perSecond),
    burst: set?.burst ?? documented?.burst ?? null,
    concurrent: set?.concurrent ?? documented?.concurrent ?? MOST_AT_ONCE,
    source: documented?.source ?? null,
  };
}

/** A member's setting counts in place of the vendor's documents, and the learned pace where it is less. */
function limitOf({ learned }: LanePace, set: number | undefined, documented: number | undefined): SendingRate["limit"] {
  const known = set ?? documented;
  if (learned && (known === undefined || learned.perSecond < known)) {
    return { perSecond: rounded(learned.perSecond), origin: "learned" };
  }
  return known === undefined ? null : { perSecond: known, origin: set === undefined ? "provider" : "integration" };
}

const rounded = (value: number): number => Number(value.toPrecision(3));
