import type { Channel } from "#contract/constants/channels.ts";
import type { CohortRow } from "#db/queries/cohorts/find-cohort.ts";
import type { OpenWork } from "#db/queries/cohorts/open-work.ts";
import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";
import type { Member, Run } from "./slice.ts";

/** The next work of an execution for its cohort. */
export interface Advanced {
  /** Channels on which something is to be sent through the task queue, with what operators read about it. */
  sends: { channel: Channel; summary: string }[];
  /** More can be done at once. */
  more: boolean;
  /** When to look again (milliseconds since 1970), and what for; null when nothing waits. */
  wake: { at: number; summary: string } | null;
  /** Who stands where, for operators. */
  details: string;
}

export const IDLE: Advanced = { sends: [], more: false, wake: null, details: "" };

export const hasDueRuns = ({ waiting }: OpenWork, now: Date): boolean => waiting.some(({ dueAt }) => dueAt <= now);

/** Returns the next work, by the rows that are open in the database. */
export function advanced({ deps, steps }: Run, cohort: CohortRow, work: OpenWork): Advanced {
  const inFlight = deps.dispatcher.channelsInFlight(cohort.id);
  const due = work.deliveries.flatMap((group) => (group.due > 0 ? [group.channel] : []));
  const sends = [...new Set([...inFlight, ...due])].map((channel) => ({
    channel,
    summary: sendSummary(work, channel),
  }));
  // The cohort that has not been stored yet is known here alone.
  const isResolved = cohort.cursor === null && work.cursor === null;
  const more = cohort.reopen || !isResolved || hasDueRuns(work, deps.clock());
  return { ...nextWake(steps, work), sends, more };
}

/**
 * Returns the next work of a cohort that is wholly in memory, and of whose deliveries these are the outcomes that are
 * known; undefined when only the database knows.
 */
export function knownWork(
  steps: readonly StepRow[],
  members: readonly Member[],
  states: readonly (string | null)[],
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
  return nextWake(steps, { cursor: null, waiting: [...waiting.values()], deliveries: [] });
}

function sendSummary({ deliveries }: OpenWork, channel: Channel): string {
  const own = deliveries.filter((group) => group.channel === channel);
  return own.map(({ due, open, providerId }) => `${due || open} by ${providerId}`).join(", ") || channel;
}

/** The first moment at which anything is due, and who waits for what until then. */
function nextWake(steps: readonly StepRow[], { waiting, deliveries }: OpenWork): Advanced {
  const waits = [
    ...waiting.map(({ position, runs, dueAt }) => ({
      at: dueAt.getTime(),
      reason: steps[position]?.type ?? "end",
      text: `${runs} ${runs === 1 ? "subscriber" : "subscribers"}`,
    })),
    ...deliveries.flatMap(({ nextDueAt, open, due, providerId }) =>
      nextDueAt ? [{ at: nextDueAt.getTime(), reason: "retry", text: `${open - due} by ${providerId}` }] : [],
    ),
  ].sort((a, b) => a.at - b.at);
  const [first] = waits;
  if (!first) return IDLE;
  const line = ({ at, reason, text }: typeof first) => `${reason}: ${text} until ${new Date(at).toISOString()}`;
  return { sends: [], more: false, wake: { at: first.at, summary: line(first) }, details: waits.map(line).join("\n") };
}
