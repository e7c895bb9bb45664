import { LRUCache } from "lru-cache";
import type { CohortRow } from "#db/queries/cohorts/find-cohort.ts";
import type { SliceContext } from "#db/queries/runs/slice-context.ts";
import type { StoreOptions } from "#db/queries/runs/slice-write.ts";
import { SLICE_SIZE } from "#engine/policies.ts";
import { askAhead } from "../ahead/ask-ahead.ts";
import { decideSlice } from "../decide/decide-slice.ts";
import { wakeCohorts } from "../lanes/wake-cohorts.ts";
import { databaseStore } from "../run/decision-store.ts";
import { keptLength } from "../run/dry-message.ts";
import { loadEnvironmentValues } from "../run/environment-values.ts";
import { createLater } from "../run/later.ts";
import type { Member } from "../run/member.ts";
import { sharedView } from "../run/template-views.ts";
import type { EventInProgress, StoringSlice } from "./event-in-progress.ts";
import { storeFor } from "./isolated-store.ts";
import { hasDigest } from "./read-digests.ts";
import { leaseForSending, SENT_BESIDE, sendLeased } from "./send-beside.ts";
import { settleDigests } from "./settle-digests.ts";
import { storeMembers } from "./store-members.ts";

/** Rendered content that is decided and stored together, in characters: serialising more would hold up the event loop. */
const PART_SIZE = 1_000_000;
/** Members of the first part of a version whose messages nobody has seen yet. */
const FIRST_PART = 16;

interface Processed {
  /** False when the event was cancelled between reading and storing. */
  isStored: boolean;
  /** Whether the cohort was not known before, and all members were stored with it. */
  isFirst: boolean;
  /** The states of the sends that are known already; null for each of the others. */
  states: readonly (string | null)[];
}

/** Decides, stores and sends members, in parts of a bounded size: the cursor moves with the last one. */
export async function processParts(
  run: EventInProgress,
  cohort: CohortRow,
  context: SliceContext,
  members: readonly Member[],
  { now, cursor }: { now: Date; cursor?: StoreOptions["cursor"] },
): Promise<Processed> {
  const later = createLater();
  const whole: StoringSlice = {
    ...run,
    later,
    store: storeFor(run.event, run.deps, databaseStore(run.deps, later)),
    context: sharedView(context, await loadEnvironmentValues(run.deps, run.event, context.variablesRevision)),
    now,
    members,
    integrations: new Map(),
    webhooks: new Map(),
    bridged: new Map(),
    requests: new Map(),
  };
  await askAhead(whole);
  const isSmall = members.length <= SENT_BESIDE;
  const states: (string | null)[] = [];
  let isFirst = true;
  let done = 0;
  do {
    const rest: StoringSlice = { ...whole, members: members.slice(done), integrations: new Map() };
    const processed = await processPart(rest, cohort, { cursor, isSmall });
    done += processed.members;
    isFirst &&= processed.isFirst;
    states.push(...processed.states);
    if (!processed.isStored) return { isStored: false, isFirst, states };
  } while (done < members.length);
  return { isStored: true, isFirst, states };
}

interface PartOptions {
  /** Moves with the last of the members. */
  cursor: StoreOptions["cursor"];
  isSmall: boolean;
}

/**
 * Decides and stores the first of the members that are left when their turn at the gate has come, and sends what they decided
 * to send. Returns how many those were.
 */
async function processPart(
  rest: StoringSlice,
  cohort: CohortRow,
  { cursor, isSmall }: PartOptions,
): Promise<Processed & { members: number }> {
  const { gate } = rest.deps;
  const { organizationId } = rest.event;
  const length = Math.min(partLength(rest), rest.members.length);
  const turn = { members: length, organizationId, critical: rest.context.workflow.critical };
  const { slice, claimed, owner, ...stored } = await gate
    .run(turn, async (largest) => {
      const slice = { ...rest, members: rest.members.slice(0, Math.min(length, largest)) };
      const isLast = slice.members.length === rest.members.length;
      return { slice, ...(await storePart(slice, cohort, { cursor: isLast ? cursor : undefined, isSmall })) };
    })
    .finally(rest.later.work);
  // Outside the gate, too: a vendor may take seconds.
  const states = owner === null ? [] : await sendLeased(slice, cohort, claimed, { owner, isSmall });
  return { ...stored, states, members: slice.members.length };
}

/** A part that was stored, and who sends what its members decided to send. */
interface StoredPart extends Omit<Processed, "states"> {
  claimed: readonly Member[];
  owner: string | null;
}

/** Decides members and stores what was decided; publishes and notes what follows from it. */
async function storePart(
  slice: StoringSlice,
  cohort: CohortRow,
  { cursor, isSmall }: PartOptions,
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

/** Members of the next part of a slice, by the size of what the latest one had to store. */
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
