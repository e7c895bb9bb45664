import type { IntegrationState } from "#contract/constants/integration-states.ts";
import { isAway, type LanePace } from "./lane-pace.ts";

/** An integration fails when its vendor took nothing in the last so many minutes in which anything was sent. */
export const JUDGED_MINUTES = 5;
/** Fewer failures in these minutes say nothing: the address of one message may have been wrong. */
const LEAST_FAILURES = 3;
/** Below this share of successes in the last hour it is degraded. */
const HEALTHY_SHARE = 0.95;

/** Sends that the vendor took, and attempts that failed. */
export interface SendTotals {
  succeeded: number;
  failed: number;
}

/** Facts from which the health of an integration follows. Moments are milliseconds of one clock. */
export interface HealthFacts {
  active: boolean;
  lastHour: SendTotals;
  /** Of the last `JUDGED_MINUTES` with traffic. */
  latest: SendTotals;
  /** The first minute with a failure after the last one with a success; null where there is none. */
  failingSince: number | null;
  /** Its vendor refuses it, or it is left alone until `coolsUntil`. */
  outage: { since: number; coolsUntil: number; isLeftAlone: boolean } | null;
  pace: Pick<LanePace, "blockedUntil" | "refusals" | "learned"> | null;
}

export interface Health {
  state: IntegrationState;
  /** Since when it fails or is away. */
  since: number | null;
  awayUntil: number | null;
}

/** Returns the share of attempts that the vendor took; null when there were none. */
export const successShare = ({ succeeded, failed }: SendTotals): number | null =>
  succeeded + failed === 0 ? null : succeeded / (succeeded + failed);

export function healthOf({ active, lastHour, latest, failingSince, outage, pace }: HealthFacts, now: number): Health {
  if (!active) return { state: "inactive", since: null, awayUntil: null };
  const blockedUntil = pace !== null && isAway(pace, now) ? (pace.blockedUntil ?? 0) : 0;
  const awayUntil = Math.max(blockedUntil, outage?.isLeftAlone ? outage.coolsUntil : 0);
  if (awayUntil > now) {
    return { state: "away", since: outage?.since ?? pace?.learned?.refusedAt ?? null, awayUntil };
  }
  if (outage) return { state: "failing", since: outage.since, awayUntil: null };
  if (latest.succeeded === 0 && latest.failed >= LEAST_FAILURES) {
    return { state: "failing", since: failingSince, awayUntil: null };
  }
  const share = successShare(lastHour);
  if (share === null) return { state: "idle", since: null, awayUntil: null };
  return { state: share < HEALTHY_SHARE ? "degraded" : "healthy", since: null, awayUntil: null };
}
