import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pLimit from "p-limit";
import type { Channel } from "#contract/constants/channels.ts";
import { runIdOf } from "#db/derived-ids.ts";
import { type CohortRow, findCohort } from "#db/queries/cohorts/find-cohort.ts";
import { type OpenWork, readOpenWork } from "#db/queries/cohorts/open-work.ts";
import { reopenRuns } from "#db/queries/cohorts/reopen-cohort.ts";
import { type LeasedDelivery, leaseDeliveries } from "#db/queries/deliveries/lease-deliveries.ts";
import type { EventRow } from "#db/queries/events/insert-event.ts";
import { loadEvent } from "#db/queries/events/load-event.ts";
import { pinnedVersion } from "#db/queries/pinned-version.ts";
import { previousMessages } from "#db/queries/previous-messages.ts";
import { readSlice, type SliceQuery, type SliceRow, subscriberView } from "#db/queries/runs/read-slice.ts";
import type { DeliveryWrite } from "#db/queries/runs/store-slice.ts";
import type { StepRow } from "#db/queries/workflow-steps.ts";
import { previousStepsIn } from "#domain/conditions.ts";
import type { CohortRef } from "#engine/refs.ts";
import { SLICE_SIZE } from "#engine/policies.ts";
import type { Deps } from "./deps.ts";
import { LEASE_MS } from "./dispatch/dispatcher.ts";
import { namedMembers } from "./slice/named-members.ts";
import { decideSlice, emptyWrite } from "./slice/decide-slice.ts";
import type { Member, Slice } from "./slice/slice.ts";
import { storeMembers } from "./slice/store-members.ts";

/** What an execution has to do next for its cohort. */
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

/** A call works for about this long; what is left is for the next one. */
const BUDGET_MS = 5_000;
/** Sends up to this many are tried at once, beside the workflow; more go through the task queue. */
const SENT_BESIDE = 20;
/** How long they are awaited before the task queue takes over. */
const BESIDE_MS = 2_000;
const SENT_BESIDE_BYTES = 1_000_000;
/** Runs that are made due again by one statement. */
const REOPENED_TOGETHER = 500;
/** Large slices in progress at once in a process, so that events for few subscribers find a connection. */
const LARGE_SLICES = 3;

const IDLE: Advanced = { sends: [], more: false, wake: null, details: "" };

/**
 * Moves everything of a cohort that is due as far as it goes by itself, in slices that are stored one by one. Repeated, or
 * done by two workers at once, each run is moved on by one of them.
 */
export const advance = (deps: Deps) => {
  const large = pLimit(LARGE_SLICES);

  return async ({ event: ref, cohort: number }: CohortRef, first?: CohortRow): Promise<Advanced> => {
    const event = await loadEvent(deps.db, ref);
    const { steps: all } = await pinnedVersion(deps.db, event.workflowVersionId);
    const steps = all.filter(({ active }) => active);
    let cohort = first ?? (await findCohort(deps.db, event, number));
    if (!cohort || cohort.stopReason !== null) return IDLE;
    const deadline = Date.now() + BUDGET_MS;
    const hasTime = () => Date.now() < deadline;
    const run = { deps, event, steps, large };

    while (cohort.reopen && hasTime()) {
      const limit = REOPENED_TOGETHER;
      if ((await reopenRuns(deps.db, cohortKey(event, cohort), { now: deps.clock(), limit })) === 0) {
        cohort = { ...cohort, reopen: false };
      }
    }
    while (cohort.cursor !== null && hasTime()) {
      const processed = await processNewMembers(run, cohort);
      cohort = { ...cohort, cursor: processed.cursor };
      if (processed.known) return processed.known;
    }
    for (;;) {
      while (hasTime() && (await processDueRuns(run, cohort)) === SLICE_SIZE) {}
      const work = await readOpenWork(deps.db, event, cohort, deps.clock());
      if (!hasTime()) return advanced(deps, steps, cohort, work);
      const sent = await sendBeside(run, cohort, work);
      if (!sent && !hasDueRuns(work, deps.clock())) return advanced(deps, steps, cohort, work);
    }
  };
};

interface Run {
  deps: Deps;
  event: EventRow;
  steps: readonly StepRow[];
  large: ReturnType<typeof pLimit>;
}

const cohortKey = ({ expireAt }: EventRow, { id }: CohortRow) => ({ id, expireAt });

/**
 * Makes runs of the next members of the audience and takes them through their steps. `known` is what to do next when that
 * is certain without asking the database: the cohort was not stored before, and all of it is in this slice.
 */
async function processNewMembers(
  run: Run,
  cohort: CohortRow,
): Promise<{ cursor: string | null; known?: Advanced | undefined }> {
  const { deps, event, steps } = run;
  const now = deps.clock();
  const page = await nextMembers(run, cohort);
  const size = page.rows.length;
  return limited(run, size, async () => {
    const members = page.canceled ? [] : page.rows.map((row) => newMember(event, row, page.source, now));
    const slice = await decided(run, page.context, members, now);
    const owner = leaseForSending(slice, members);
    const stored = await storeMembers(slice, members, {
      cohort,
      cursor: { from: cohort.cursor, to: page.canceled ? null : page.next },
      dueAt: firstDue(members, owner, now),
    });
    publishInApp(slice, members, stored.claimed);
    const cursor = page.canceled ? null : page.next;
    const all = stored.isFirst && stored.claimed.size === members.length && cursor === null;
    const states = owner === null ? [] : await sendLeased(slice, cohort, members, owner, stored.claimed);
    return { cursor, known: all ? knownWork(steps, members, states) : undefined };
  });
}

/** Slices of a few members do not wait behind those of broadcasts. */
const limited = <T>({ large }: Run, size: number, work: () => Promise<T>): Promise<T> =>
  size > SENT_BESIDE ? large(work) : work();

interface MemberPage {
  context: Slice["context"];
  rows: SliceRow[];
  source: Member["source"];
  next: string | null;
  canceled: boolean;
}

/** The next part of the cohort's audience: first its named recipients, then its range of ids. */
async function nextMembers({ deps, event, steps }: Run, cohort: CohortRow): Promise<MemberPage> {
  const types = steps.map(({ type }) => type);
  const [phase, place = ""] = (cohort.cursor ?? "").split(":", 2);
  if (phase === "named") {
    const from = Number(place);
    const to = Math.min(from + SLICE_SIZE, cohort.recipientsTo);
    const named = event.recipients?.subscribers.slice(from, to) ?? [];
    const { context, rows } = await namedMembers(deps, event, types, named);
    const next = to < cohort.recipientsTo ? `named:${to}` : cohort.ids ? `ids:${cohort.ids.after}` : null;
    return { context, rows, source: "single", next, canceled: context.canceled };
  }
  const topics = event.recipients ? event.recipients.topics : null;
  const query: SliceQuery = { kind: "ids", after: place, upTo: cohort.ids?.upTo ?? place, topics, limit: SLICE_SIZE };
  const { context, rows, last } = await readSlice(deps.db, event, types, query);
  const excluded = new Set(event.recipients?.subscribers.map(({ subscriberId }) => subscriberId));
  if (topics !== null && event.actor) excluded.add(event.actor.subscriberId);
  return {
    context,
    rows: rows.filter(({ subscriber }) => subscriber?.deletedAt === null && !excluded.has(subscriber.subscriberId)),
    source: topics === null ? "broadcast" : "topic",
    next: rows.length < SLICE_SIZE || last === null ? null : `ids:${last}`,
    canceled: context.canceled,
  };
}

/** Takes runs that are due on. Returns how many there were: a full slice may not have been the last. */
async function processDueRuns(run: Run, cohort: CohortRow): Promise<number> {
  const { deps, event, steps } = run;
  const now = deps.clock();
  const types = steps.map(({ type }) => type);
  const { context, rows } = await readSlice(deps.db, event, types, {
    kind: "due",
    cohortId: cohort.id,
    now,
    limit: SLICE_SIZE,
  });
  if (rows.length === 0) return 0;
  return limited(run, rows.length, async () => {
    const members = rows.flatMap((row) => dueMember(row, now));
    await loadPreviousMessages(run, members);
    const slice = await decided(run, context, members, now);
    const owner = leaseForSending(slice, members);
    const stored = await storeMembers(slice, members, { cohort, dueAt: now });
    publishInApp(slice, members, stored.claimed);
    if (owner !== null) await sendLeased(slice, cohort, members, owner, stored.claimed);
    return rows.length;
  });
}

async function decided(
  { deps, event, steps }: Run,
  context: Slice["context"],
  members: readonly Member[],
  now: Date,
): Promise<Slice> {
  const slice: Slice = { deps, event, steps, context, now, members, integrations: new Map() };
  await decideSlice(slice);
  return slice;
}

function newMember(event: EventRow, { subscriber, layers }: SliceRow, source: Member["source"], now: Date): Member {
  const subscriberId = subscriber?.id ?? "";
  return {
    runId: runIdOf(event.id, subscriberId),
    subscriberId,
    subscriber: subscriber && subscriberView(subscriber),
    layers,
    source,
    revision: null,
    position: 0,
    readPosition: 0,
    dueAt: now,
    stopReason: null,
    jobs: new Map(),
    deliveries: [],
    previousMessages: new Map(),
    write: emptyWrite(),
  };
}

function dueMember({ run, subscriber, layers }: SliceRow, now: Date): Member[] {
  if (!run) return [];
  const jobs = run.jobs.map(({ position, status, dueAt }) => {
    return [position, { status, dueAt: dueAt === null ? null : new Date(dueAt) }] as const;
  });
  return [
    {
      runId: run.id,
      subscriberId: run.subscriberId,
      subscriber: subscriber && subscriberView(subscriber),
      layers,
      source: run.source,
      revision: run.revision,
      position: run.position,
      readPosition: run.position,
      dueAt: now,
      stopReason: null,
      jobs: new Map(jobs),
      deliveries: run.deliveries,
      previousMessages: new Map(),
      write: emptyWrite(),
    },
  ];
}

/** Looks up what became of messages of earlier steps, if a condition asks: engine.md 3.5. */
async function loadPreviousMessages({ deps, event, steps }: Run, members: readonly Member[]): Promise<void> {
  const filters = steps.flatMap((step) => [...step.filters, ...step.variants.flatMap((variant) => variant.filters)]);
  const asked = new Set(previousStepsIn(filters));
  const earlier = steps.filter(({ uuid }) => uuid !== null && asked.has(uuid));
  if (earlier.length === 0) return;
  const runIds = members.map(({ runId }) => runId);
  const found = await previousMessages(deps.db, event, runIds, earlier);
  for (const member of members) {
    for (const [uuid, message] of found.get(member.runId) ?? []) member.previousMessages.set(uuid, message);
  }
}

/** Leases what the slice decided to send, when it is little enough to be sent at once. Returns the owner of the leases. */
function leaseForSending({ deps, now }: Slice, members: readonly Member[]): string | null {
  const deliveries = members.flatMap(({ write }) => write.deliveries);
  const bytes = deliveries.reduce((sum, { request }) => sum + request.length, 0);
  const fits = deliveries.length > 0 && deliveries.length <= SENT_BESIDE && bytes <= SENT_BESIDE_BYTES;
  if (!fits || !deliveries.every(({ integrationId }) => deps.dispatcher.isFree(integrationId))) return null;
  const owner = randomUUID();
  for (const delivery of deliveries) {
    delivery.leaseOwner = owner;
    delivery.dueAt = new Date(now.getTime() + LEASE_MS);
  }
  return owner;
}

/** Sends what was leased with the slice, for as long as the task queue need not take over. */
function sendLeased(
  { deps, event, context }: Slice,
  cohort: CohortRow,
  members: readonly Member[],
  owner: string,
  claimed: ReadonlySet<string>,
): Promise<(string | null)[]> {
  const deliveries = members
    .filter(({ runId }) => claimed.has(runId))
    .flatMap(({ write }) => write.deliveries.map((delivery) => leased(event, cohort, owner, delivery)));
  return awaited(deps.dispatcher.send(deliveries, context.integrations), deliveries.length);
}

function leased(event: EventRow, cohort: CohortRow, owner: string, delivery: DeliveryWrite): LeasedDelivery {
  const { organizationId, environmentId, transactionId, expireAt } = event;
  const { request, dueAt: _dueAt, leaseOwner: _owner, ...rest } = delivery;
  const own = { organizationId, environmentId, transactionId, expireAt, cohortId: cohort.id };
  return { ...rest, ...own, owner, attempt: 0, request: asRequest(JSON.parse(request)) };
}

/** The channel's module made the request: it is an object. */
const asRequest = (request: unknown) => request as Record<string, unknown>;

/** The states that are known in time; null for each of the others. The sends go on. */
async function awaited<T>(states: Promise<(T | null)[]>, count: number): Promise<(T | null)[]> {
  const timer = new AbortController();
  const late = sleep(BESIDE_MS, null, { signal: timer.signal }).catch(() => null);
  const result = await Promise.race([states, late]);
  timer.abort();
  if (result !== null) return result;
  states.catch(() => {});
  return Array.from({ length: count }, () => null);
}

/** Sends due deliveries beside the workflow when they are few. Returns whether there were any. */
async function sendBeside({ deps, event }: Run, cohort: CohortRow, work: OpenWork): Promise<boolean> {
  const due = work.deliveries.filter((group) => group.due > 0);
  const count = due.reduce((sum, group) => sum + group.due, 0);
  if (count === 0 || count > SENT_BESIDE) return false;
  if (!due.every(({ integrationId }) => deps.dispatcher.isFree(integrationId))) return false;
  const now = deps.clock();
  const taken: LeasedDelivery[] = [];
  for (const channel of new Set(due.map((group) => group.channel))) {
    taken.push(
      ...(await leaseDeliveries(deps.db, event, {
        cohortId: cohort.id,
        channel,
        owner: randomUUID(),
        now,
        until: new Date(now.getTime() + LEASE_MS),
        limit: SENT_BESIDE,
        bytes: SENT_BESIDE_BYTES,
      })),
    );
  }
  if (taken.length === 0) return false;
  const states = await awaited(deps.dispatcher.send(taken), taken.length);
  // What is not through by now is left to the task queue, which awaits it.
  return states.every((state) => state !== null);
}

function publishInApp({ deps, event }: Slice, members: readonly Member[], claimed: ReadonlySet<string>): void {
  deps.publisher.publish(
    members.flatMap(({ runId, subscriberId, write }) =>
      claimed.has(runId)
        ? write.messages.flatMap(({ id, channel, status }) =>
            channel === "in_app" && status === "sent"
              ? [{ kind: "received" as const, environmentId: event.environmentId, subscriberId, messageId: id }]
              : [],
          )
        : [],
    ),
  );
}

/** When a cohort that is stored first is due next: the reconciler looks after it from then on. */
function firstDue(members: readonly Member[], owner: string | null, now: Date): Date | null {
  const moments = members.flatMap(({ dueAt, write }) => [
    ...(dueAt ? [dueAt.getTime()] : []),
    ...(write.deliveries.length > 0 ? [owner === null ? now.getTime() : now.getTime() + LEASE_MS] : []),
  ]);
  return moments.length === 0 ? null : new Date(Math.min(...moments));
}

/** What is left of a cohort that is wholly in memory; undefined when only the database knows. */
function knownWork(
  steps: readonly StepRow[],
  members: readonly Member[],
  states: readonly (string | null)[],
): Advanced | undefined {
  const deliveries = members.flatMap(({ write }) => write.deliveries);
  const allSent =
    states.length === deliveries.length &&
    deliveries.every(({ isOnly, isLast }, index) => isOnly && isLast && states[index] === "sent");
  if (!allSent) return undefined;
  const waiting = members.filter(({ dueAt }) => dueAt !== null);
  if (waiting.length === 0) return IDLE;
  const groups = new Map<number, { position: number; runs: number; dueAt: Date }>();
  for (const { position, dueAt } of waiting) {
    if (!dueAt) continue;
    const group = groups.get(position) ?? { position, runs: 0, dueAt };
    groups.set(position, {
      position,
      runs: group.runs + 1,
      dueAt: new Date(Math.min(group.dueAt.getTime(), dueAt.getTime())),
    });
  }
  return nextWake(steps, { cursor: null, waiting: [...groups.values()], deliveries: [] });
}

const hasDueRuns = ({ waiting }: OpenWork, now: Date): boolean => waiting.some(({ dueAt }) => dueAt <= now);

function advanced(deps: Deps, steps: readonly StepRow[], cohort: CohortRow, work: OpenWork): Advanced {
  const next = nextWake(steps, work);
  const inFlight = deps.dispatcher.channelsInFlight(cohort.id);
  const channels = new Set([...inFlight, ...work.deliveries.flatMap(({ due, channel }) => (due > 0 ? [channel] : []))]);
  const sends = [...channels].map((channel) => ({ channel, summary: sendSummary(work, channel) }));
  const more = cohort.reopen || work.cursor !== null || hasDueRuns(work, deps.clock());
  return { ...next, sends, more };
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
