import type { IntegrationHealth } from "#contract/integration-health.ts";
import { numberText } from "#dashboard/components/display/count-text.ts";
import { clockTime } from "#dashboard/components/display/relative-time.tsx";

const STATES = {
  healthy: "Healthy",
  degraded: "Degraded",
  failing: "Failing",
  away: "Away",
  idle: "Idle",
  inactive: "Inactive",
} as const satisfies Record<IntegrationHealth["state"], string>;

/** Returns the state in words: "Failing since 14:05", "Away until 14:10". */
export function stateText({ state, since, awayUntil }: Omit<IntegrationHealth, "_id">, now: number): string {
  if (state === "away" && awayUntil !== null) return `${STATES.away} until ${clockTime(awayUntil, now)}`;
  if (state === "failing" && since !== null) return `${STATES.failing} since ${clockTime(since, now)}`;
  return STATES[state];
}

/** Returns the sends of the last hour: "98.2 % of 1,204 sends in the last hour succeeded · median 180 ms". A share is rounded down, so that 100 % is all. */
export function lastHourText({ sent, failed, medianMs }: IntegrationHealth["lastHour"]): string {
  const attempts = sent + failed;
  if (attempts === 0) return "Nothing sent in the last hour";
  const share = `${Math.floor((sent * 1_000) / attempts) / 10} % of ${numberText(attempts)} sends in the last hour succeeded`;
  return medianMs === null ? share : `${share} · median ${durationText(medianMs)}`;
}

export const sentTodayText = (sent: number): string => `${numberText(sent)} sent today (UTC)`;

function durationText(ms: number): string {
  if (ms < 1_000) return `${ms} ms`;
  return ms < 60_000 ? `${Math.round(ms / 100) / 10} s` : `${Math.round(ms / 6_000) / 10} min`;
}
