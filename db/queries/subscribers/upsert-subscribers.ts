import { asc, sql } from "drizzle-orm";
import { DomainError } from "#domain/errors.ts";
import type { Database } from "../../client.ts";
import { subscribers } from "../../schema/subscribers.ts";
import type { Scope } from "../../scope.ts";
import type { Transaction } from "../../transaction.ts";
import { moveDeferred } from "../runs/move-deferred.ts";
import { NEW_SUBSCRIBER_WEBHOOKS } from "../webhooks/store-webhooks.ts";
import {
  type GivenSubscriber,
  isSettled,
  problemOf,
  profileAfter,
  type SubscriberInput,
} from "./subscriber-changes.ts";
import { integrationMatcher } from "./subscriber-integrations.ts";
import { bySubscriberIds, type SubscriberRow, subscribersByIds } from "./subscribers.ts";

/** A subscriber that could not be written as asked, and why. */
export interface FailedSubscriber {
  subscriberId: string;
  message: string;
}

/** Subscribers as callers named them, beside what is stored of them. Each id is named once. */
export interface ComparedSubscribers {
  /** Those that can be written, in the order in which they were named. */
  inputs: SubscriberInput[];
  stored: Map<string, SubscriberRow>;
  /** Those that a write would change or create. */
  open: SubscriberInput[];
  /** Those that cannot be written as asked; when only its channels cannot be, a subscriber is also in `inputs`. */
  failed: FailedSubscriber[];
}

/** Compares what is given with what is stored, so that only what differs is written. Writes nothing. */
export async function compareSubscribers(
  db: Database,
  scope: Scope,
  inline: readonly GivenSubscriber[],
): Promise<ComparedSubscribers> {
  const failed: FailedSubscriber[] = [];
  const fail = (subscriberId: string, message: string) => failed.push({ subscriberId, message });
  const writable = inline.filter((given) => {
    const problem = problemOf(scope, given);
    if (problem !== undefined) fail(given.subscriberId, problem);
    return problem === undefined;
  });
  const match = await integrationMatcher(
    db,
    scope,
    writable.flatMap(({ channels = [] }) => channels),
  );
  const inputs = writable.map((given): SubscriberInput => {
    const input: SubscriberInput = { ...given, channels: [] };
    try {
      input.channels = (given.channels ?? []).map(match);
    } catch (error) {
      // Without an integration the subscriber cannot be reached as asked, but who it is stays true.
      if (!(error instanceof DomainError)) throw error;
      fail(given.subscriberId, error.message);
    }
    return input;
  });
  const stored = inputs.length === 0 ? [] : await rowsOf(db, scope, inputs);
  const rowOf = new Map(stored.map((row) => [row.subscriberId, row]));
  const open = inputs.filter((input) => {
    const row = rowOf.get(input.subscriberId);
    return !row || !isSettled(row, input);
  });
  return { inputs, stored: rowOf, open, failed };
}

/**
 * Creates subscribers or changes what is given of them, deleted ones included, which then live again. Rows come in the order
 * they were named in, without those that failed. `created` holds the ids that were new, `executionIds` the executions that have
 * to look at their runs, because a time zone has changed.
 */
export async function upsertSubscribers(
  transaction: Transaction,
  scope: Scope,
  { inputs, stored, open, failed }: ComparedSubscribers,
): Promise<{ rows: SubscriberRow[]; created: Set<string>; executionIds: string[] }> {
  const found = new Map(stored);
  const created = new Set<string>();
  const fresh = open.filter(({ subscriberId }) => !stored.has(subscriberId));
  // All inserts come before all locks: whoever waits for a subscriber that another one creates then holds no lock itself.
  for (const row of await insertMissing(transaction, scope, fresh)) {
    found.set(row.subscriberId, row);
    created.add(row.subscriberId);
  }
  const others = open.filter(({ subscriberId }) => !created.has(subscriberId));
  const { rows, executionIds } = await changeExisting(transaction, scope, others);
  for (const row of rows) found.set(row.subscriberId, row);
  const failedIds = new Set(failed.map(({ subscriberId }) => subscriberId));
  const written = inputs.filter(({ subscriberId }) => !failedIds.has(subscriberId));
  return { rows: written.flatMap(({ subscriberId }) => found.get(subscriberId) ?? []), created, executionIds };
}

const idsOf = (inputs: readonly SubscriberInput[]): string[] => inputs.map(({ subscriberId }) => subscriberId);

const rowsOf = (db: Database, { environmentId }: Scope, inputs: readonly SubscriberInput[]): Promise<SubscriberRow[]> =>
  subscribersByIds(db).execute({ environmentId, ids: idsOf(inputs) });

/** Those that somebody else creates at the same time are left to `changeExisting`. */
export async function insertMissing(
  transaction: Transaction,
  scope: Scope,
  inputs: readonly SubscriberInput[],
): Promise<SubscriberRow[]> {
  if (inputs.length === 0) return [];
  // Two writers that create the same subscribers wait for each other in this order instead of deadlocking.
  const ordered = [...inputs].sort((a, b) => (a.subscriberId < b.subscriberId ? -1 : 1));
  const { organizationId, environmentId } = scope;
  const profiles = ordered.map((input) => ({ subscriberId: input.subscriberId, ...profileAfter(undefined, input) }));
  const stored = await transaction.execute<{
    id: string;
    subscriberId: string;
    createdAt: string;
    updatedAt: string;
  }>(sql`
    with stored as (
    insert into subscribers (organization_id, environment_id, subscriber_id, first_name, last_name, email, phone, avatar,
      locale, timezone, data, channels, tokens_stored_at)
    select ${organizationId}, ${environmentId}, "subscriberId", "firstName", "lastName", email, phone, avatar, locale,
      timezone, data, channels, "tokensStoredAt"
    from jsonb_to_recordset(${JSON.stringify(profiles)}::jsonb) as given("subscriberId" text, "firstName" text,
      "lastName" text, email text, phone text, avatar text, locale text, timezone text, data jsonb, channels jsonb,
      "tokensStoredAt" jsonb)
    on conflict do nothing
    returning *
    ), ${sql.raw(NEW_SUBSCRIBER_WEBHOOKS)}
    select id, subscriber_id as "subscriberId", created_at as "createdAt", updated_at as "updatedAt" from stored`);
  const profileOf = new Map(profiles.map((profile) => [profile.subscriberId, profile]));
  return stored.flatMap(({ id, subscriberId, createdAt, updatedAt }) => {
    const profile = profileOf.get(subscriberId);
    if (!profile) return [];
    const dates = { createdAt: new Date(createdAt), updatedAt: new Date(updatedAt) };
    const unseen = { hours: null, isOnline: null, lastOnlineAt: null, deletedAt: null };
    return [{ id, organizationId, environmentId, ...profile, ...unseen, ...dates }];
  });
}

async function changeExisting(
  transaction: Transaction,
  scope: Scope,
  inputs: readonly SubscriberInput[],
): Promise<{ rows: SubscriberRow[]; executionIds: string[] }> {
  if (inputs.length === 0) return { rows: [], executionIds: [] };
  const locked = await transaction
    .select()
    .from(subscribers)
    .where(bySubscriberIds(scope.environmentId, sql.param(idsOf(inputs))))
    .orderBy(asc(subscribers.id))
    .for("update");
  const inputOf = new Map(inputs.map((input) => [input.subscriberId, input]));
  const updatedAt = new Date();
  const changed: SubscriberRow[] = [];
  const elsewhere: SubscriberRow[] = [];
  for (const row of locked) {
    const input = inputOf.get(row.subscriberId);
    if (!input || isSettled(row, input)) continue;
    const after = { ...row, ...profileAfter(row, input), deletedAt: null, updatedAt };
    changed.push(after);
    if (after.timezone !== row.timezone) elsewhere.push(after);
  }
  if (changed.length > 0) await storeProfiles(transaction, scope, changed);
  const changedIds = new Set(changed.map(({ id }) => id));
  return {
    rows: [...changed, ...locked.filter(({ id }) => !changedIds.has(id))],
    executionIds: await moveDeferred(transaction, elsewhere, updatedAt),
  };
}

/** The list of ids keeps the plan from reading all subscribers: rows of JSON are taken for a hundred, whatever there are. */
async function storeProfiles(transaction: Transaction, scope: Scope, rows: readonly SubscriberRow[]): Promise<void> {
  const ids = sql.param(rows.map(({ id }) => id));
  await transaction.execute(sql`
    update subscribers s set first_name = c."firstName", last_name = c."lastName", email = c.email, phone = c.phone,
      avatar = c.avatar, locale = c.locale, timezone = c.timezone, data = c.data, channels = c.channels,
      tokens_stored_at = c."tokensStoredAt", deleted_at = null, updated_at = c."updatedAt"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c(id uuid, "firstName" text, "lastName" text, email text,
      phone text, avatar text, locale text, timezone text, data jsonb, channels jsonb, "tokensStoredAt" jsonb,
      "updatedAt" timestamptz)
    where s.id = c.id and s.id = any(${ids}::uuid[]) and s.environment_id = ${scope.environmentId}`);
}
