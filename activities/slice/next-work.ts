import type { CohortRow } from "#db/queries/cohorts/find-cohort.ts";
import { type OpenWork, QUEUED_LOOK_MS } from "#db/queries/cohorts/open-work.ts";
import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";
import type { Member } from "../run/member.ts";
import type { EventInProgress } from "./event-in-progress.ts";

export interface Advanced {
  more: boolean;
  /** When to look again (milliseconds since 1970), and what for; null when nothing waits. */
  wake: { at: number; summary: string } | null;
  /** Who stands where, for operators. */
  details: string;
}

export const IDLE: Advanced = { more: false, wake: null, details: "" };

export const hasDueRuns = ({ waiting }: OpenWork, now: Date): boolean => waiting.some(({ dueAt }) => dueAt <= now);

/** Returns the next work, by the rows that are open in the database. */
export function advanced({ deps, steps }: EventInProgress, cohort: CohortRow, work: OpenWork): Advanced {
  const now = deps.clock();
  // The cohort that has not been stored yet is known here alone.
  const isResolved = cohort.cursor === null && work.cursor === null;
  const more = cohort.reopen || !isResolved || hasDueRuns(work, now);
  return { ...nextWake(steps, work, now), more };
}

/**
 * Returns the next work of a cohort that is wholly in memory, and of whose deliveries these are the outcomes that are
 * known; undefined when only the database knows.
 */
export function knownWork(
  steps: readonly StepRow[],
  members: readonly Member[],
  states: readonly (string | null)[],
  now: Date,
): Advanced | undefined {
  const deliveries = members.flatMap(({ write }) => write.deliveries);
  const isOver = deliveries.every(({ isOnly, isLast }, index) => isOnly && isLast && states[index] === "sent");
  if (!isOver) return undefined;
  const waiting = new Map<number, OpenWork["waiting"][number]>();
  for (const { position, dueAt } of members) {
    if (dueAt === null) continue;
    const group = waiting.get(position) ?? { position, runs: 0, dueAt };
    const first = Math.min(dueAt.getTime(), group.dueAt.getTime());
    waiting.set(position, { position, runs: group.runs + 1, dueAt: new Date(first) });
  }
  return nextWake(steps, { waiting: [...waiting.values()], deliveries: [] }, now);
}

/** The first moment at which anything is due, and who waits for what until then. */
function nextWake(
  steps: readonly StepRow[],
  { waiting, deliveries }: Pick<OpenWork, "waiting" | "deliveries">,
  now: Date,
): Advanced {
  const waits = [
    ...waiting.map(({ position, runs, dueAt }) => ({
      at: dueAt.getTime(),
      text: `${steps[position]?.type ?? "end"}: ${runs} ${runs === 1 ? "subscriber" : "subscribers"} until ${dueAt.toISOString()}`,
    })),
    // Outcomes wake the cohort; the moment is when somebody looks whether that was forgotten.
    ...deliveries.map(({ open, providerId, leasedUntil, isQueued }) => ({
      at: leasedUntil?.getTime() ?? now.getTime() + QUEUED_LOOK_MS,
      text: `send: ${open} by ${providerId}${isQueued ? ", waiting for its turn" : ""}`,
    })),
  ].sort((a, b) => a.at - b.at);
  const [first] = waits;
  if (!first) return IDLE;
  return {
    more: false,
    wake: { at: first.at, summary: first.text },
    details: waits.map(({ text }) => text).join("\n"),
  };
}
