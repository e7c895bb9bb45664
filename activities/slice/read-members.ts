import { runIdOf } from "#db/derived-ids.ts";
import type { CohortRow } from "#db/queries/cohorts/find-cohort.ts";
import type { EventRow } from "#db/queries/events/insert-event.ts";
import { previousMessages } from "#db/queries/messages/previous-messages.ts";
import { readSlice, type SliceContext, type SliceRow } from "#db/queries/runs/read-slice.ts";
import { previousStepsIn } from "#domain/conditions.ts";
import { SLICE_SIZE } from "#engine/policies.ts";
import { hasDigest } from "../settle-digests.ts";
import { emptyWrite } from "./decide-slice.ts";
import { addDigestVariables } from "./digest-variables.ts";
import { namedMembers } from "./named-members.ts";
import type { Member, Run } from "./slice.ts";
import { subscriberView } from "./template-views.ts";

/** The next members of a cohort's audience, and where the slice after them starts; null when there is none. */
export interface NewMembers {
  context: SliceContext;
  members: Member[];
  next: string | null;
}

/** Reads the next part of the audience: first the cohort's named recipients, then its range of ids. */
export async function readNewMembers({ deps, event, steps }: Run, cohort: CohortRow, now: Date): Promise<NewMembers> {
  const types = steps.map(({ type }) => type);
  const [phase, place = ""] = (cohort.cursor ?? "").split(":", 2);
  if (phase === "named") {
    const from = Number(place);
    const to = Math.min(from + SLICE_SIZE, cohort.recipientsTo);
    const named = event.recipients?.subscribers.slice(from, to) ?? [];
    const { context, rows } = await namedMembers(deps, event, types, named);
    const next = to < cohort.recipientsTo ? `named:${to}` : cohort.ids ? `ids:${cohort.ids.after}` : null;
    return { context, members: newMembers(event, rows, "single", now), next };
  }
  const topics = event.recipients ? event.recipients.topics : null;
  const upTo = cohort.ids?.upTo ?? place;
  const { context, rows, last } = await readSlice(deps.db, event, types, {
    kind: "ids",
    after: place,
    upTo,
    topics,
    limit: SLICE_SIZE,
  });
  const excluded = new Set(event.recipients?.subscribers.map(({ subscriberId }) => subscriberId));
  if (topics !== null && event.actor) excluded.add(event.actor.subscriberId);
  const reached = rows.filter(
    ({ subscriber }) => subscriber?.deletedAt === null && !excluded.has(subscriber.subscriberId),
  );
  const next = rows.length < SLICE_SIZE || last === null ? null : `ids:${last}`;
  return { context, members: newMembers(event, reached, topics === null ? "broadcast" : "topic", now), next };
}

const newMembers = (event: EventRow, rows: readonly SliceRow[], source: Member["source"], now: Date): Member[] =>
  rows.flatMap(({ subscriber, layers, pauseId }) =>
    subscriber
      ? [
          {
            runId: runIdOf(event.id, subscriber.id),
            subscriberId: subscriber.id,
            subscriber: subscriberView(subscriber),
            entries: subscriber.channels,
            layers,
            pauseId,
            heldBy: null,
            source,
            revision: null,
            position: 0,
            readPosition: 0,
            dueAt: now,
            stopReason: null,
            digestedRunId: null,
            digest: null,
            jobs: new Map(),
            deliveries: [],
            previousMessages: new Map(),
            jobIds: new Map(),
            write: emptyWrite(),
          },
        ]
      : [],
  );

/** Due runs of a slice in a workflow with a digest: each may bring the events of a whole window into memory. */
const DIGEST_SLICE = 50;

/** Reads runs of a cohort that are due: up to a slice of them. A full slice may not have been the last. */
export async function readDueRuns(
  { deps, event, steps }: Run,
  cohort: CohortRow,
  now: Date,
): Promise<{ context: SliceContext; members: Member[]; isFull: boolean }> {
  const types = steps.map(({ type }) => type);
  const limit = hasDigest(steps) ? Math.min(DIGEST_SLICE, SLICE_SIZE) : SLICE_SIZE;
  const query = { kind: "due", cohortId: cohort.id, now, limit } as const;
  const { context, rows } = await readSlice(deps.db, event, types, query);
  const members = rows.flatMap((row) => dueMember(row, now));
  await addPreviousMessages({ deps, event, steps }, members);
  await addDigestVariables({ deps, steps }, members);
  return { context, members, isFull: rows.length === limit };
}

function dueMember({ run, subscriber, layers, pauseId }: SliceRow, now: Date): Member[] {
  if (!run) return [];
  const { id: runId, subscriberId, source, revision, position, deliveries } = run;
  const jobs = run.jobs.map(({ position, status, dueAt, error }) => {
    return [position, { status, error, dueAt: dueAt === null ? null : new Date(dueAt) }] as const;
  });
  return [
    {
      runId,
      subscriberId,
      subscriber: subscriber && subscriberView(subscriber),
      entries: subscriber?.channels ?? [],
      layers,
      pauseId,
      heldBy: null,
      source,
      revision,
      position,
      readPosition: position,
      dueAt: now,
      stopReason: null,
      digestedRunId: null,
      digest: null,
      jobs: new Map(jobs),
      deliveries,
      previousMessages: new Map(),
      jobIds: new Map(),
      write: emptyWrite(),
    },
  ];
}

/** Looks up what became of messages of earlier steps, if a condition asks: engine.md 3.5. */
async function addPreviousMessages(
  { deps, event, steps }: Pick<Run, "deps" | "event" | "steps">,
  members: readonly Member[],
): Promise<void> {
  const filters = steps.flatMap((step) => [...step.filters, ...step.variants.flatMap((variant) => variant.filters)]);
  const asked = new Set(previousStepsIn(filters));
  const earlier = steps.filter(({ uuid }) => uuid !== null && asked.has(uuid));
  if (earlier.length === 0 || members.length === 0) return;
  const runIds = members.map(({ runId }) => runId);
  const found = await previousMessages(deps.db, event, runIds, earlier);
  for (const member of members) {
    for (const [uuid, message] of found.get(member.runId) ?? []) member.previousMessages.set(uuid, message);
  }
}
