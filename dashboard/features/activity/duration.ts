import type { Activity, ActivityJob } from "#contract/notifications.ts";
import { isActive } from "./run-state.ts";

const DAY = 86_400_000;
const HOUR = 3_600_000;
const MINUTE = 60_000;
const SECOND = 1_000;

/** Returns a duration in at most two units: "340 ms", "2.4 s", "3 min 5 s", "2 d 4 h". */
export function durationText(ms: number): string {
  if (ms < SECOND) return `${Math.max(0, Math.round(ms))} ms`;
  if (ms < 10 * SECOND) return `${(ms / SECOND).toFixed(1)} s`;
  if (ms < MINUTE) return `${Math.floor(ms / SECOND)} s`;
  if (ms < HOUR) return twoUnits(ms, MINUTE, "min", SECOND, "s");
  if (ms < DAY) return twoUnits(ms, HOUR, "h", MINUTE, "min");
  return twoUnits(ms, DAY, "d", HOUR, "h");
}

function twoUnits(ms: number, large: number, largeName: string, small: number, smallName: string): string {
  const rest = Math.floor((ms % large) / small);
  return `${Math.floor(ms / large)} ${largeName}${rest > 0 ? ` ${rest} ${smallName}` : ""}`;
}

/** Returns a duration as a sentence has it, in whole units: "2 days 4 hours", "30 seconds". */
export function wordedDuration(ms: number): string {
  const units = [
    ["day", DAY],
    ["hour", HOUR],
    ["minute", MINUTE],
    ["second", SECOND],
  ] as const;
  let rest = Math.max(SECOND, Math.round(ms / SECOND) * SECOND);
  const parts = units.flatMap(([name, length]) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    return count === 0 ? [] : [`${count} ${count === 1 ? name : `${name}s`}`];
  });
  return parts.slice(0, 2).join(" ");
}

/** Returns the milliseconds from the event to the end of the last step; undefined while the run is active. */
export function runDuration(run: Activity): number | undefined {
  if (isActive(run)) return undefined;
  const ends = run.jobs.flatMap((job) => (job.finishedAt ? [Date.parse(job.finishedAt)] : []));
  return ends.length === 0 ? undefined : Math.max(...ends) - Date.parse(run.createdAt);
}

/** Returns the duration of a step with its waiting, in milliseconds; undefined until it ends. */
export function jobDuration(job: ActivityJob): number | undefined {
  if (!job.startedAt || !job.finishedAt) return undefined;
  return Date.parse(job.finishedAt) - Date.parse(job.startedAt);
}
