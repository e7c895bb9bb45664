import { randomUUID } from "node:crypto";
import type { Member } from "#activities/run/member.ts";
import { CONDITION_INVALID } from "#activities/slice/audience-problems.ts";
import type { JudgeDeps } from "#activities/slice/judge-members.ts";
import { newMembers, readMembersById } from "#activities/slice/read-members.ts";
import { contentNeeds } from "#activities/slice/slice-needs.ts";
import { recipientProblem, storableRecipients } from "#activities/slice/store-recipients.ts";
import type { EventProblem } from "#contract/events.ts";
import type { Database } from "#db/client.ts";
import type { EventRow } from "#db/queries/events/insert-event.ts";
import { readSlice, type SliceRow } from "#db/queries/runs/read-slice.ts";
import type { SliceContext, SliceSubscriber } from "#db/queries/runs/slice-context.ts";
import { profileAfter } from "#db/queries/subscribers/subscriber-changes.ts";
import { type ComparedSubscribers, compareSubscribers } from "#db/queries/subscribers/upsert-subscribers.ts";
import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";
import type { InlineSubscriber } from "#domain/recipients.ts";
import { partOfIds } from "#domain/values/id-ranges.ts";
import { SLICE_SIZE } from "#engine/policies.ts";

/** The members that an event would have, as the event would leave them, and what its runs would share. */
export interface WouldBeMembers {
  context: SliceContext;
  members: Member[];
  /** Customer's ids of subscribers that the event would create. */
  created: Set<string>;
  /** Customer's ids of subscribers of topics who get nothing by them. */
  excluded: string[];
  /** How many of those who were looked at the preferences of their subscriptions leave out. */
  leftOut: number;
  /** Whether all of the audience was looked at. */
  isWhole: boolean;
  problems: EventProblem[];
}

interface Input {
  deps: JudgeDeps;
  event: EventRow;
  steps: readonly StepRow[];
  now: Date;
  limit: number;
}

/** Reads the members of an event that is only asked about: up to `limit`, those that are named first. Stores nothing. */
export async function wouldBeMembers({ deps, event, steps, now, limit }: Input): Promise<WouldBeMembers> {
  const { db } = deps;
  const types = steps.map(({ type }) => type);
  const named = event.recipients?.subscribers.slice(0, limit) ?? [];
  const subscriberIds = named.map(({ subscriberId }) => subscriberId);
  const read = await readSlice(db, event, types, { kind: "named", subscriberIds }, contentNeeds(event, steps));
  const { given, problems } = storableRecipients(named);
  const compared = await compareSubscribers(db, event, given);
  const failedIds = new Set(compared.failed.map(({ subscriberId }) => subscriberId));
  const readOf = new Map(read.rows.map((row) => [row.subscriber?.subscriberId, row] as const));
  const rows = compared.inputs.flatMap(({ subscriberId }): SliceRow[] => {
    if (failedIds.has(subscriberId)) return [];
    const { layers = [], pauseId = null } = readOf.get(subscriberId) ?? {};
    return [{ subscriber: rowAfter(compared, subscriberId), layers, pauseId, run: null }];
  });
  const members = newMembers(event, rows, "single", now);
  let cursor = event.recipients?.topics.length === 0 ? null : `ids:${ALL_IDS.after}`;
  const excluded: string[] = [];
  let [leftOut, isFaulty] = [0, false];
  for (let pages = 0; cursor !== null && members.length < limit && pages < AUDIENCE_PAGES_MAX; pages++) {
    const cohort = { ids: ALL_IDS, cursor };
    const page: Awaited<ReturnType<typeof readMembersById>> = await readMembersById({ deps, event, steps }, cohort, {
      now,
      limit: SLICE_SIZE,
    });
    members.push(...page.members.slice(0, limit - members.length));
    excluded.push(...page.excluded);
    leftOut += page.leftOut;
    isFaulty ||= page.isFaulty;
    cursor = page.next;
  }
  return {
    context: await contextAfter(db, event, read.context),
    members,
    excluded,
    leftOut,
    isWhole: cursor === null,
    created: new Set(subscriberIds.filter((id) => !compared.stored.has(id))),
    problems: [...problems, ...compared.failed.map(recipientProblem), ...(isFaulty ? [CONDITION_INVALID] : [])],
  };
}

/** Slices of members that are looked at: preferences may leave out all of a large topic. */
const AUDIENCE_PAGES_MAX = 20;

const ALL_IDS = partOfIds(0, 1);

const UNSEEN = { isOnline: null, lastOnlineAt: null, deletedAt: null };

function rowAfter({ stored, inputs }: ComparedSubscribers, subscriberId: string): SliceSubscriber | null {
  const row = stored.get(subscriberId);
  const input = inputs.find((one) => one.subscriberId === subscriberId);
  if (!input) return null;
  const { id = randomUUID(), isOnline, lastOnlineAt, hours } = row ?? UNSEEN_ROW;
  const presence = { isOnline, lastOnlineAt: lastOnlineAt?.toISOString() ?? null };
  return { ...UNSEEN, ...presence, id, subscriberId, hours, ...profileAfter(row, input) };
}

const UNSEEN_ROW: Pick<SliceSubscriber, "isOnline" | "hours"> & { id?: string; lastOnlineAt: Date | null } = {
  hours: null,
  isOnline: null,
  lastOnlineAt: null,
};

async function contextAfter(db: Database, event: EventRow, context: SliceContext): Promise<SliceContext> {
  const { tenant } = context;
  const { name, data } = event.tenant ?? {};
  return {
    ...context,
    tenant: tenant && { ...tenant, ...(name !== undefined && { name }), ...(data !== undefined && { data }) },
    actor: event.actor ? await actorAfter(db, event, event.actor, context.actor) : null,
  };
}

async function actorAfter(
  db: Database,
  event: EventRow,
  given: InlineSubscriber,
  stored: SliceContext["actor"],
): Promise<SliceContext["actor"]> {
  const compared = await compareSubscribers(db, event, [given]);
  return rowAfter(compared, given.subscriberId) ?? stored;
}
