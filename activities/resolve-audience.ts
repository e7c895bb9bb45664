import { Context } from "@temporalio/activity";
import { LRUCache } from "lru-cache";
import { LOG_CODES } from "#contract/constants/log-codes.ts";
import type { EventProblem } from "#contract/events.ts";
import type { Database } from "#db/client.ts";
import { cohortIdOf } from "#db/derived-ids.ts";
import { type CohortPart, createCohorts, firstCursor } from "#db/queries/cohorts/create-cohorts.ts";
import { countCohorts } from "#db/queries/cohorts/find-cohort.ts";
import { countAudience } from "#db/queries/events/audience.ts";
import { ensureContexts } from "#db/queries/events/contexts/ensure-contexts.ts";
import { noteEventProblems } from "#db/queries/events/event-problems.ts";
import type { EventRow } from "#db/queries/events/insert-event.ts";
import { loadEvent } from "#db/queries/events/load-event.ts";
import { updateTenantFromTrigger } from "#db/queries/tenants/tenants.ts";
import { touchWorkflow } from "#db/queries/workflows/workflows.ts";
import { partOfIds } from "#domain/values/id-ranges.ts";
import { cohortExecutionId } from "#engine/ids.ts";
import { COHORT_RECIPIENTS, MOST_COHORTS } from "#engine/policies.ts";
import type { EventRef } from "#engine/refs.ts";
import type { advance } from "./advance.ts";
import type { Deps } from "./deps.ts";
import { topicProblems } from "./slice/audience-problems.ts";
import type { Advanced } from "./slice/next-work.ts";
import { storeRecipients } from "./slice/store-recipients.ts";

export interface ResolveInput {
  event: EventRef;
  /** The event has had an execution before. */
  again?: boolean;
}

export interface ResolvedAudience {
  cohorts: number;
  /** The next work of the only cohort, which has been moved on already; null when there are several. */
  first: Advanced | null;
}

/**
 * Divides an event's audience into cohorts, by ranges of the recipients' list and of the subscribers' ids. A single cohort
 * is moved on at once: most events are for few subscribers, and a second activity would cost a tenth of all.
 */
export const resolveAudience =
  (deps: Deps, move: ReturnType<typeof advance>) =>
  async ({ event: ref, again }: ResolveInput): Promise<ResolvedAudience> => {
    const { db, clock } = deps;
    const event = await loadEvent(db, ref);
    const isNew = !again && Context.current().info.attempt === 1;
    const stored = isNew ? 0 : await countCohorts(db, event.id);
    if (stored > 1) return { cohorts: stored, first: null };
    if (stored === 1) return { cohorts: 1, first: await move({ event: ref, cohort: 0 }) };

    await prepare(deps, event);
    if (!event.testMode?.dryRun) deps.safetyCaps.noteEvent(event);
    const parts = await divide(db, event);
    const [only, another] = parts;
    if (only && !another && firstCursor(only) !== null) {
      const cohort = {
        ...only,
        id: cohortIdOf(event.id, 0),
        cursor: firstCursor(only),
        stopReason: null,
        reopen: false,
        versions: [],
      };
      return { cohorts: 1, first: await move({ event: ref, cohort: 0 }, cohort) };
    }
    await createCohorts(db, event, parts, clock());
    return { cohorts: parts.length, first: null };
  };

/** Does the work that is due once for the whole event. */
async function prepare(deps: Deps, event: EventRow): Promise<void> {
  const { db } = deps;
  await Promise.all([
    noteTrigger(db, event),
    storeActor(deps, event),
    updateTenantFromTrigger(db, event, event.tenant),
    ensureContexts(db.$hot, event, event.testMode?.dryRun ? [] : event.contexts),
    topicProblems(db, event).then((problems) => {
      for (const problem of problems) logTopicProblem(deps, event, problem);
      return noteEventProblems(db, event.id, problems);
    }),
  ]);
}

function logTopicProblem(
  { logger }: Deps,
  { transactionId }: EventRow,
  { kind, subject, message }: EventProblem,
): void {
  const code = kind === "topic_not_found" ? LOG_CODES.topicError : LOG_CODES.topicSubscribersError;
  logger.warn({ code, transactionId, topicKey: subject }, message);
}

/** Workflows that were noted as triggered within the last seconds, which is as exact as anybody reads it. */
const noted = new LRUCache<string, true>({ max: 1000, ttl: 10_000 });

async function noteTrigger(db: Database, event: EventRow): Promise<void> {
  if (event.testMode?.dryRun) return;
  if (noted.has(event.workflowId)) return;
  noted.set(event.workflowId, true);
  await touchWorkflow(db, event, event.workflowId);
}

async function storeActor(deps: Deps, event: EventRow): Promise<void> {
  if (event.actor) await storeRecipients(deps, event, [event.actor]);
}

async function divide(db: Database, event: EventRow): Promise<CohortPart[]> {
  const named = event.recipients?.subscribers.length ?? 0;
  const { recipients } = event;
  const most = COHORT_RECIPIENTS * MOST_COHORTS;
  const byId =
    recipients?.topics.length === 0
      ? 0
      : await countAudience(db, event, recipients && { ...recipients, contextKeys: event.contextKeys }, most);
  const cohorts = Math.min(Math.max(Math.ceil((named + byId) / COHORT_RECIPIENTS), 1), MOST_COHORTS);
  return Array.from({ length: cohorts }, (_, number) => ({
    number,
    executionId: cohorts === 1 ? event.executionId : cohortExecutionId(event.executionId, number),
    recipientsFrom: Math.floor((named * number) / cohorts),
    recipientsTo: Math.floor((named * (number + 1)) / cohorts),
    ids: recipients?.topics.length === 0 ? null : partOfIds(number, cohorts),
  }));
}
