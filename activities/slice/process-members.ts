import { LRUCache } from "lru-cache";
import type { CohortRow } from "#db/queries/cohorts/find-cohort.ts";
import { noteNobodyReached } from "#db/queries/events/event-problems.ts";
import type { SliceContext } from "#db/queries/runs/read-slice.ts";
import type { StoreOptions } from "#db/queries/runs/slice-write.ts";
import { httpRequest, SLICE_SIZE } from "#engine/policies.ts";
import { askWebhooks } from "../ahead/ask-webhooks.ts";
import { executeAtBridge } from "../ahead/execute-at-bridge.ts";
import { sendRequests } from "../ahead/send-requests.ts";
import { decideSlice } from "../decide/decide-slice.ts";
import { wakeCohorts } from "../lanes/wake-cohorts.ts";
import { databaseStore } from "../run/decision-store.ts";
import { keptLength } from "../run/dry-message.ts";
import { createLater } from "../run/later.ts";
import type { Member } from "../run/member.ts";
import { sharedView } from "../run/template-views.ts";
import { nobodyReached } from "./audience-problems.ts";
import { withDigests } from "./digest-memory.ts";
import type { EventInProgress, StoringSlice } from "./event-in-progress.ts";
import { storeFor } from "./isolated-store.ts";
import { type Advanced, knownWork } from "./next-work.ts";
import { addDigestVariables, hasDigest } from "./read-digests.ts";
import { readDueRuns, readNewMembers } from "./read-members.ts";
import { leaseForSending, SENT_BESIDE, sendLeased } from "./send-beside.ts";
import { settleDigests } from "./settle-digests.ts";
import { storeMembers } from "./store-members.ts";

/** Rendered content that is decided and stored together, in characters: serialising more would hold up the event loop. */
const PART_SIZE = 1_000_000;
/** Members of the first part of a version whose messages nobody has seen yet. */
const FIRST_PART = 16;

/**
 * Makes runs of the next members of the audience and takes them through their steps. `known` is what to do next when that
 * is certain without asking the database: the cohort was not stored before, and all of it is in this slice.
 */
export async function processNewMembers(
  run: EventInProgress,
  cohort: CohortRow,
): Promise<{ cursor: string | null; known?: Advanced | undefined }> {
  const now = run.deps.clock();
  const { context, members, next, excluded } = await readNewMembers(run, cohort, now);
  // Nobody further down the audience of a cancelled event gets a run.
  const cursor = { from: cohort.cursor, to: context.canceled ? null : next };
  const processed = await processMembers(run, cohort, context, context.canceled ? [] : members, { now, cursor });
  if (!processed.isStored) return { cursor: cohort.cursor };
  if (members.length === 0 && cursor.to === null && !context.canceled) {
    await noteNobodyReached(run.deps.db, run.event.id, nobodyReached(run.event, excluded));
  }
  // Some may have joined a digest before the cancel, and will never be runs.
  if (context.canceled && hasDigest(run.steps)) await settleDigests(run.deps, { eventId: run.event.id });
  const isDueNow = members.some(({ dueAt }) => dueAt !== null && dueAt <= now);
  const isWhole = processed.isFirst && cursor.to === null && !isDueNow;
  return { cursor: cursor.to, known: isWhole ? knownWork(run.steps, members, processed.states, now) : undefined };
}

/** Moves runs that are due on. Returns whether there may be more of them. */
export async function processDueRuns(run: EventInProgress, cohort: CohortRow): Promise<boolean> {
  const now = run.deps.clock();
  const { context, members, isFull, digestSize } = await readDueRuns(run, cohort, now);
  if (members.length > 0) {
    await withDigests(run, digestSize, async () => {
      await addDigestVariables(run, members);
      await processMembers(run, cohort, context, members, { now });
    });
  }
  return isFull;
}

interface Processed {
  /** False when the event was cancelled between reading and storing. */
  isStored: boolean;
  /** Whether the cohort was not known before, and all members were stored with it. */
  isFirst: boolean;
  /** Outcomes of the deliveries that were sent at once. */
  states: (string | null)[];
}

/** A part that was stored, and who sends what its members decided to send. */
interface StoredPart extends Omit<Processed, "states"> {
  claimed: readonly Member[];
  owner: string | null;
}

interface ProcessOptions {
  now: Date;
  cursor?: StoreOptions["cursor"];
}

/** Decides and stores members, in parts of a bounded size: the cursor moves with the last one. */
async function processMembers(
  run: EventInProgress,
  cohort: CohortRow,
  context: SliceContext,
  members: readonly Member[],
  { now, cursor }: ProcessOptions,
): Promise<Processed> {
  const processed: Processed = { isStored: true, isFirst: true, states: [] };
  const later = createLater();
  const whole: StoringSlice = {
    ...run,
    later,
    store: storeFor(run.event, run.deps, databaseStore(run.deps, later)),
    context: sharedView(context),
    now,
    members,
    integrations: new Map(),
    webhooks: new Map(),
    bridged: new Map(),
    requests: new Map(),
  };
  // Beside the gate, which others wait at.
  const awaitUntil = performance.now() + httpRequest.awaited;
  await Promise.all([askWebhooks(whole), executeAtBridge(whole)]);
  await sendRequests(whole, awaitUntil);
  let done = 0;
  do {
    const part = members.slice(done, done + Math.min(partLength(run), run.deps.gate.largest()));
    done += part.length;
    const isLast = done >= members.length;
    const slice: StoringSlice = { ...whole, members: part, integrations: new Map() };
    const isSmall = members.length <= SENT_BESIDE;
    const { organizationId } = run.event;
    const turn = { members: part.length, organizationId, critical: context.workflow.critical };
    const stored = await run.deps.gate
      .run(turn, () => processPart(slice, cohort, { cursor: isLast ? cursor : undefined, isSmall }))
      .finally(later.work);
    processed.isStored &&= stored.isStored;
    processed.isFirst &&= stored.isFirst;
    // Outside the gate, too: a vendor may take seconds.
    const { claimed, owner } = stored;
    if (owner !== null) processed.states.push(...(await sendLeased(slice, cohort, claimed, { owner, isSmall })));
    if (!stored.isStored) break;
  } while (done < members.length);
  return processed;
}

async function processPart(
  slice: StoringSlice,
  cohort: CohortRow,
  { cursor, isSmall }: { cursor: StoreOptions["cursor"]; isSmall: boolean },
): Promise<StoredPart> {
  const { members, now } = slice;
  await decideSlice(slice);
  noteSize(slice);
  const owner = leaseForSending(slice, members, isSmall);
  const stored = await storeMembers(slice, members, { cohort, cursor, dueAt: firstDue(slice, owner) });
  const claimed = members.filter(({ runId }) => stored.claimed.has(runId));
  publishInApp(slice, claimed);
  if (stored.hasWebhooks) slice.deps.wakers.webhooks(slice.event);
  slice.later.add(() => wakeCohorts(slice.deps, stored.wokenCohortIds));
  if (!slice.event.testMode?.dryRun) slice.deps.safetyCaps.noteStored(slice, claimed);
  settleLeft(slice, claimed);
  return { isStored: stored.isStored, isFirst: stored.isFirst && claimed.length === members.length, claimed, owner };

  /** When a cohort that is stored first is due next: the reconciler looks after it from then on. */
  function firstDue({ members }: StoringSlice, owner: string | null): Date | null {
    const moments = members.flatMap(({ dueAt, write }) => [
      ...(dueAt ? [dueAt.getTime()] : []),
      ...(write.deliveries.length > 0
        ? [now.getTime() + (owner === null ? 0 : slice.deps.durations.deliveryLease)]
        : []),
    ]);
    return moments.length === 0 ? null : new Date(Math.min(...moments));
  }
}

/** A window that lost its master, or was joined just then, has to be looked at. */
function settleLeft(slice: StoringSlice, claimed: readonly Member[]): void {
  if (!hasDigest(slice.steps)) return;
  const runIds = claimed.flatMap(({ runId, stopReason }) => (stopReason === null ? [] : [runId]));
  if (runIds.length > 0) slice.later.add(() => settleDigests(slice.deps, { runIds }));
}

/** Characters of rendered content per member, by workflow version: what the latest part had. */
const sizes = new LRUCache<string, number>({ max: 1_000 });

function partLength({ event }: EventInProgress): number {
  const size = sizes.get(event.workflowVersionId);
  if (size === undefined) return FIRST_PART;
  return Math.min(Math.max(Math.floor(PART_SIZE / Math.max(size, 1)), 1), SLICE_SIZE);
}

function noteSize({ event, members }: StoringSlice): void {
  if (members.length === 0) return;
  const size = members.reduce(
    (sum, { write }) =>
      sum +
      write.messages.reduce((length, { content }) => length + (content?.length ?? 0), 0) +
      write.deliveries.reduce((length, { request }) => length + request.length, 0) +
      keptLength(write.details),
    0,
  );
  sizes.set(event.workflowVersionId, size / members.length);
}

/** Tells open inboxes what has come; they read it from the database. */
function publishInApp({ deps, event }: StoringSlice, members: readonly Member[]): void {
  deps.publisher.publish(
    members.flatMap(({ subscriberId, write }) =>
      write.messages.flatMap(({ id, channel, status }) =>
        channel === "in_app" && status === "sent"
          ? [{ kind: "received" as const, environmentId: event.environmentId, subscriberId, messageId: id }]
          : [],
      ),
    ),
  );
}
