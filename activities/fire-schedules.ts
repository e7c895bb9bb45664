import { SCHEDULE_FAILURES_MAX } from "#contract/constants/schedules.ts";
import { topicSizes } from "#db/queries/events/audience.ts";
import {
  type AfterOccurrence,
  claimDueSchedules,
  type DueSchedule,
  nextFiring,
  noteOccurrence,
  releaseOccurrence,
} from "#db/queries/schedules/due-schedules.ts";
import { livingSubscribers } from "#db/queries/subscribers/living-subscribers.ts";
import { DomainError } from "#domain/errors.ts";
import { firesAt, nextOccurrences, wallTime } from "#domain/times/schedule-occurrences.ts";
import { scheduledRecipients } from "#domain/times/schedule-recipients.ts";
import { bounds } from "#engine/policies.ts";
import type { Deps } from "./deps.ts";

/**
 * Fires the occurrences of schedules that are due: docs/decisions/023-schedules.md. Each has an event of its own name, so that
 * firing it twice is one event, and is noted as fired only once the event is accepted. Says when the next one is due (milliseconds
 * since 1970); null when none is.
 */
export const fireSchedules = (deps: Deps) => async (): Promise<{ fired: number; nextDueAt: number | null }> => {
  const { db, clock, durations } = deps;
  const deadline = Date.now() + bounds.schedules.budget;
  let fired = 0;
  while (Date.now() < deadline) {
    const now = clock();
    const until = new Date(now.getTime() + durations.firingClaim);
    const due = await claimDueSchedules(db, { now, until, limit: bounds.schedules.together });
    const results = await Promise.allSettled(due.map((schedule) => fire(deps, schedule, now)));
    fired += due.length;
    const failed = results.find((result) => result.status === "rejected");
    // The claims of those that were not noted end by themselves.
    if (failed) throw failed.reason;
    if (due.length < bounds.schedules.together) break;
  }
  return { fired, nextDueAt: (await nextFiring(db, clock()))?.getTime() ?? null };
};

async function fire(deps: Deps, schedule: DueSchedule, now: Date): Promise<void> {
  const { db, logger } = deps;
  const isMissed = now.getTime() - schedule.fireAt.getTime() > bounds.schedules.missed;
  if (isMissed && schedule.missed === "skip") {
    const lastError = `The occurrence of ${schedule.nextAt.toISOString()} was missed and skipped`;
    return noteOccurrence(db, schedule, afterwards(schedule, now, { failures: schedule.failures, lastError }));
  }
  const transactionId = transactionIdOf(schedule);
  const outcome = await trigger(deps, schedule, transactionId);
  if (outcome === "later") return releaseOccurrence(db, schedule, new Date(now.getTime() + bounds.schedules.again));
  if (outcome === "fired") {
    return noteOccurrence(db, schedule, afterwards(schedule, now, { failures: 0, lastError: null, transactionId }));
  }
  const failures = schedule.failures + 1;
  logger.warn({ scheduleId: schedule.id, failures }, "an occurrence of a schedule could not be fired");
  const after = afterwards(schedule, now, { failures, lastError: outcome.error });
  if (failures < SCHEDULE_FAILURES_MAX) return noteOccurrence(db, schedule, after);
  const lastError = `Paused after ${failures} occurrences in a row that could not be fired. The last one: ${outcome.error}`;
  return noteOccurrence(db, schedule, { ...after, status: "paused", nextAt: null, fireAt: null, lastError });
}

/** Names the event of an occurrence: whoever fires it again finds the event. */
const transactionIdOf = ({ id, nextAt }: DueSchedule): string => `schedule-${id}-${nextAt.toISOString()}`;

/** The state after the occurrence. Of several that were missed, those after the first are left out. */
function afterwards(
  schedule: DueSchedule,
  now: Date,
  {
    failures,
    lastError,
    transactionId = null,
  }: Pick<AfterOccurrence, "failures" | "lastError"> & { transactionId?: string | null },
): AfterOccurrence {
  const { timezone, inSubscriberTimezone, nextAt } = schedule;
  const [next] = nextOccurrences(schedule, nextAt > now ? nextAt : now, 1);
  return {
    failures,
    lastError,
    transactionId,
    now,
    nextAt: next ?? null,
    fireAt: next ? firesAt(next, timezone, inSubscriberTimezone) : null,
    status: next ? "active" : "ended",
  };
}

/** `later`: Temporal is away, and the event waits for it. */
async function trigger(
  deps: Deps,
  schedule: DueSchedule,
  transactionId: string,
): Promise<"fired" | "later" | { error: string }> {
  const { organizationId, environmentId, workflow, event, timezone, inSubscriberTimezone, nextAt } = schedule;
  if (workflow === null) return { error: "The workflow was deleted: choose another one" };
  const scope = { organizationId, environmentId };
  const { payload, overrides, actor, tenant, context } = event;
  const request = {
    name: workflow,
    transactionId,
    payload: payload ?? undefined,
    overrides: overrides ?? undefined,
    actor: actor ?? undefined,
    tenant: tenant ?? undefined,
    context: context ?? undefined,
    ...(inSubscriberTimezone && { localStart: { at: wallTime(nextAt, timezone), timezone } }),
  };
  try {
    const recipients = scheduledRecipients(event.to);
    const to = recipients && (await reachable(deps, scope, recipients));
    if (to && "error" in to) return to;
    const { status, error } = await deps.triggerEvent(scope, to ? { ...request, to: to.to } : request);
    // One that ended unfinished was accepted when it was fired before.
    if (status === "processed" || status === "error") return "fired";
    return { error: REFUSALS[status] ?? error?.join(", ") ?? `The event was refused: ${status}` };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.code === "unavailable" ? "later" : { error: error.message };
  }
}

const REFUSALS: Readonly<Record<string, string>> = {
  trigger_not_active: "The workflow is not active: activate it",
  no_workflow_steps_defined: "The workflow has no steps: add one",
  no_workflow_active_steps_defined: "The workflow has no active steps: activate one",
  no_tenant_found: "The tenant does not exist: create it, or change the schedule",
};

/** The recipients that exist: a trigger by itself would create subscribers that were deleted. */
async function reachable(
  { db }: Deps,
  scope: Parameters<typeof livingSubscribers>[1],
  { subscribers, topics, exclusions = [] }: NonNullable<ReturnType<typeof scheduledRecipients>>,
): Promise<{ to: unknown[] } | { error: string }> {
  const living = await livingSubscribers(db, scope, subscribers);
  const sizes = await topicSizes(db, scope, topics, null);
  const excluded = new Map(exclusions.map(({ topicKey, subscriberIds }) => [topicKey, subscriberIds]));
  const to = [
    ...subscribers.filter((id) => living.has(id)),
    ...topics.flatMap((topicKey) =>
      sizes.get(topicKey) === "unknown" ? [] : [{ type: "Topic", topicKey, exclude: excluded.get(topicKey) }],
    ),
  ];
  if (to.length > 0) return { to };
  const [subscriber] = subscribers;
  return {
    error: subscriber === undefined ? `Topic ${topics[0]} does not exist` : `Subscriber ${subscriber} does not exist`,
  };
}
