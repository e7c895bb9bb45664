import { LRUCache } from "lru-cache";
import { IN_APP_RETENTION_DAYS, RETENTION_DAYS } from "#contract/constants/limits.ts";
import type { EventProblem } from "#contract/events.ts";
import type { Database } from "#db/client.ts";
import { ensurePartitions } from "#db/partitions.ts";
import { pageOfEnvironment, pageOfTopics, unknownTopics } from "#db/queries/audience.ts";
import { type EventRow, noteEventProblems } from "#db/queries/events.ts";
import { knownEvent } from "#db/queries/known-event.ts";
import { pinnedVersion } from "#db/queries/pinned-version.ts";
import { insertRuns, type Recipient } from "#db/queries/runs.ts";
import { upsertSubscribers } from "#db/queries/subscribers.ts";
import { updateTenantFromTrigger } from "#db/queries/tenants.ts";
import { touchWorkflow } from "#db/queries/workflows.ts";
import type { Scope } from "#db/scope.ts";
import { parseInlineSubscriber, parseRecipients, type Recipients } from "#domain/recipients.ts";
import type { EventRef } from "#engine/plan.ts";
import { COHORT_SIZE } from "#engine/policies.ts";
import { deliver } from "./deliver.ts";
import type { Deps } from "./deps.ts";

export interface ResolveInput {
  event: EventRef;
  audience: "direct" | "broadcast";
  /** Where the page starts, as the page before said; empty for the first one. */
  cursor: string;
  /**
   * The first step, when it is in-app. A page that is the whole audience takes it right away: most events are for a few
   * subscribers and begin with the inbox, and a trip less through the workflow is a tenth of what they cost.
   */
  inAppFirst?: string | undefined;
}

export interface AudiencePage {
  runIds: string[];
  /** Where the next page starts; null when this was the last one. */
  next: string | null;
  /** Runs that are through with the first step and go on; absent when it has not been taken. */
  onward?: string[];
}

const DAY = 24 * 60 * 60 * 1000;

/**
 * Turns the next page of an event's audience into runs: stores inline subscribers, expands topics, leaves out the actor.
 * Repeated after a crash it finds its own rows.
 */
export const resolveAudience = (deps: Deps) => {
  const { db } = deps;
  const takeStep = deliver(deps);
  return async ({ event: ref, audience, cursor, inAppFirst }: ResolveInput): Promise<AudiencePage> => {
    const event = await knownEvent(db, ref);
    const version = await pinnedVersion(db, event.workflowVersionId);
    if (cursor === "") await prepare(db, event);

    const page = await nextRecipients(db, event, audience, cursor);
    const steps = version.steps.filter((step) => step.active);
    const runIds = await insertRuns(db, event, steps, { recipients: page.recipients, isLast: page.next === null });
    // Null also when the event was cancelled meanwhile: nobody further down the audience gets a run either.
    if (!runIds) return { runIds: [], next: null };
    if (inAppFirst === undefined || cursor !== "" || page.next !== null) return { runIds, next: page.next };
    const { left } = await takeStep({ event: ref, stepId: inAppFirst, runIds, attempt: 1 });
    const ended = new Set(left);
    return { runIds, next: null, onward: runIds.filter((runId) => !ended.has(runId)) };
  };
};

/** What is done once for the whole event. */
async function prepare(db: Database, event: EventRow): Promise<void> {
  await makePartitions(db, event);
  await Promise.all([noteTrigger(db, event), storeActor(db, event), updateTenantFromTrigger(db, event, event.tenant)]);
}

/** Workflows that were noted as triggered within the last seconds, which is as exact as anybody reads it. */
const noted = new LRUCache<string, true>({ max: 1000, ttl: 10_000 });

async function noteTrigger(db: Database, event: EventRow): Promise<void> {
  if (noted.has(event.workflowId)) return;
  noted.set(event.workflowId, true);
  await touchWorkflow(db, event, event.workflowId);
}

const knownDays = new Set<number>();

/** A delay of months carries rows past the partitions that housekeeping has made in advance. */
async function makePartitions(db: Database, event: EventRow): Promise<void> {
  const now = Date.now();
  for (const expireAt of [
    event.expireAt,
    new Date(now + RETENTION_DAYS * DAY),
    new Date(now + IN_APP_RETENTION_DAYS * DAY),
  ]) {
    await ensurePartitions(db.$client, expireAt, knownDays);
  }
}

async function storeActor(db: Database, event: EventRow): Promise<void> {
  const actor = event.actor && parseInlineSubscriber(event.actor);
  if (!actor) return;
  const { failed } = await upsertSubscribers(db, event, [actor]);
  await noteEventProblems(db, event.id, failed.map(recipientProblem));
}

interface RecipientPage {
  recipients: Recipient[];
  next: string | null;
}

/** A cursor is the phase and where in it to go on: `direct:400`, `topic:<id>`, `broadcast:<id>`. */
async function nextRecipients(
  db: Database,
  event: EventRow,
  audience: ResolveInput["audience"],
  cursor: string,
): Promise<RecipientPage> {
  const [phase, after = ""] = cursor === "" ? [audience] : cursor.split(":", 2);
  if (phase === "broadcast") return broadcastPage(db, event, after);
  const named = parseRecipients(event.to);
  if (phase === "topic") return topicPage(db, event, named, after);
  return directPage(db, event, named, Number(after));
}

async function broadcastPage(db: Database, event: EventRow, after: string): Promise<RecipientPage> {
  const ids = await pageOfEnvironment(db, event, { after, size: COHORT_SIZE });
  return {
    recipients: ids.map((subscriberId) => ({ subscriberId, source: "broadcast" })),
    next: cursorAfter("broadcast", ids),
  };
}

async function directPage(db: Database, event: EventRow, named: Recipients, offset: number): Promise<RecipientPage> {
  const inline = named.subscribers.slice(offset, offset + COHORT_SIZE);
  const { rows, failed } = await upsertSubscribers(db, event, inline);
  await noteEventProblems(db, event.id, failed.map(recipientProblem));
  const recipients = rows.map((row): Recipient => ({ subscriberId: row.id, source: "single" }));
  const end = offset + inline.length;
  if (end < named.subscribers.length) return { recipients, next: `direct:${end}` };
  if (named.topics.length === 0) return { recipients, next: null };
  if (inline.length > 0) return { recipients, next: "topic:" };
  return topicPage(db, event, named, "");
}

async function topicPage(db: Database, event: EventRow, named: Recipients, after: string): Promise<RecipientPage> {
  if (after === "") await noteUnknownTopics(db, event, named.topics);
  const actor = event.actor && parseInlineSubscriber(event.actor);
  const except = named.subscribers.map(({ subscriberId }) => subscriberId);
  const ids = await pageOfTopics(db, event, {
    topics: named.topics,
    except: actor ? [...except, actor.subscriberId] : except,
    after,
    size: COHORT_SIZE,
  });
  return {
    recipients: ids.map((subscriberId) => ({ subscriberId, source: "topic" })),
    next: cursorAfter("topic", ids),
  };
}

/** A page that is not full was the last one. */
function cursorAfter(phase: "topic" | "broadcast", ids: readonly string[]): string | null {
  const last = ids.at(-1);
  return last === undefined || ids.length < COHORT_SIZE ? null : `${phase}:${last}`;
}

async function noteUnknownTopics(db: Database, event: EventRow & Scope, topics: readonly string[]): Promise<void> {
  const unknown = await unknownTopics(db, event, topics);
  const problems = unknown.map(
    (key): EventProblem => ({
      kind: "topic_not_found",
      subject: key,
      message: `No topic with key ${key} exists in this environment`,
    }),
  );
  await noteEventProblems(db, event.id, problems);
}

const recipientProblem = ({ subscriberId, message }: { subscriberId: string; message: string }): EventProblem => ({
  kind: "recipient_invalid",
  subject: subscriberId,
  message,
});
