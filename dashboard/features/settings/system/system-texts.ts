import type { SystemState } from "#contract/accounts/system.ts";

const MINUTE = 60_000;

type Known<T> = Extract<T, { isKnown: true }>;
type Queue = Known<SystemState["queues"]>["queues"][number];
type Lane = Known<SystemState["lanes"]>["lanes"][number];
type Process = Known<SystemState["processes"]>["processes"][number];

/** Workers take a task within a moment: one that waits for so long has none. */
const QUEUE_LATE_MS = 10_000;
const LANE_LATE_MS = 5 * MINUTE;

/** Returns "340 ms", "12 s", "4 min" or "3 h". */
export function waitText(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  const seconds = Math.round(milliseconds / 1_000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

/** The cause and the remedy of a queue that is out of bounds. */
export function queueWarning({ workers, backlog, oldestMs }: Queue): string | undefined {
  if (workers === 0)
    return "No worker takes this work: nothing goes on. Start one with npm run worker, and check its log.";
  if (backlog > 0 && oldestMs > QUEUE_LATE_MS)
    return "Work comes faster than the workers take it. Start more of them, and see whether Postgres is the limit.";
  return undefined;
}

/** The same of a lane. */
export function laneWarning({ blockedUntil, dueAt, waiting }: Lane, now: number): string | undefined {
  if (blockedUntil !== null)
    return `The vendor takes nothing for ${waitText(Date.parse(blockedUntil) - now)} more. It goes on by itself; a higher limit at the vendor helps.`;
  if (waiting.count > 0 && dueAt !== null && now - Date.parse(dueAt) > LANE_LATE_MS)
    return "Messages wait for more than five minutes: the vendor is slower than what is sent, or no worker runs. Raise the limit at the vendor, or the integration's sending speed.";
  return undefined;
}

/** The same of a process of the API. */
export const processWarning = ({ isGone }: Process): string | undefined =>
  isGone
    ? "It has not been seen for a while: it has ended or cannot reach the database. Its inboxes connect to another one."
    : undefined;

/** The same of the migrations. */
export function migrationWarning({ pending, last }: Known<SystemState["migrations"]>): string | undefined {
  if (pending.length > 0) return "The database is older than this version. Run npm run db:migrate against it.";
  if (last?.name === "of a later version")
    return "The database is of a later version than the process that answered. Update the processes that are behind.";
  return undefined;
}
