import type { CohortRow } from "#db/queries/cohorts/find-cohort.ts";
import { noteNobodyReached } from "#db/queries/events/event-problems.ts";
import type { SliceContext } from "#db/queries/runs/slice-context.ts";
import type { StoreOptions } from "#db/queries/runs/slice-write.ts";
import { askAhead } from "../ahead/ask-ahead.ts";
import { databaseStore } from "../run/decision-store.ts";
import { createLater } from "../run/later.ts";
import type { Member } from "../run/member.ts";
import { sharedView } from "../run/template-views.ts";
import { nobodyReached } from "./audience-problems.ts";
import { withDigests } from "./digest-memory.ts";
import type { EventInProgress, StoringSlice } from "./event-in-progress.ts";
import { storeFor } from "./isolated-store.ts";
import { type Advanced, knownWork } from "./next-work.ts";
import { type ProcessedPart, partLength, processPart } from "./process-part.ts";
import { addDigestVariables, hasDigest } from "./read-digests.ts";
import { readDueRuns, readNewMembers } from "./read-members.ts";
import { SENT_BESIDE } from "./send-beside.ts";
import { settleDigests } from "./settle-digests.ts";

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

interface Processed extends ProcessedPart {
  states: (string | null)[];
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
  await askAhead(whole);
  const isSmall = members.length <= SENT_BESIDE;
  let done = 0;
  do {
    const part = members.slice(done, done + Math.min(partLength(run), run.deps.gate.largest()));
    done += part.length;
    const isLast = done >= members.length;
    const slice: StoringSlice = { ...whole, members: part, integrations: new Map() };
    const { isStored, isFirst, states } = await processPart(slice, cohort, {
      cursor: isLast ? cursor : undefined,
      isSmall,
    });
    processed.isStored &&= isStored;
    processed.isFirst &&= isFirst;
    processed.states.push(...states);
    if (!isStored) break;
  } while (done < members.length);
  return processed;
}
