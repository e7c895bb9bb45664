import { isDeepStrictEqual } from "node:util";
import type { SubscriberHoursChange } from "#contract/schemas/subscriber-hours.ts";
import { DomainError } from "#domain/errors.ts";
import { type CredentialsMode, tokenMoments, unknownMasks, withCredentials } from "#domain/subscriber-channels.ts";
import { hoursAfter } from "#domain/times/subscriber-hours.ts";
import type { Scope } from "../../scope.ts";
import { type Transaction, taggedOf } from "../../transaction.ts";
import { moveDeferred } from "../runs/move-deferred.ts";
import {
  type GivenSubscriber,
  isSettled,
  problemOf,
  profileAfter,
  type SubscriberInput,
} from "./subscriber-changes.ts";
import { integrationMatcher, type NamedCredentials } from "./subscriber-integrations.ts";
import { findSubscriberWithin, lockLivingSubscriber, type SubscriberRow, unknownSubscriber } from "./subscribers.ts";

/** A subscriber that was changed, and the executions that have to look at their runs because its hours or its zone have. */
export interface ChangedSubscriber {
  row: SubscriberRow;
  /** Whether anything of it differed from what was given. */
  isChanged: boolean;
  executionIds: string[];
}

/** Statements that belong to a change and do not wait for it. They travel with it. */
export type Alongside = (before: SubscriberRow, after: SubscriberRow) => Promise<unknown>;

/** Changes what is given of a subscriber. Undefined when it does not exist; throws `invalid_input` for a wrong value. */
export async function updateSubscriber(
  transaction: Transaction,
  scope: Scope,
  given: Omit<GivenSubscriber, "channels">,
  alongside: Alongside,
): Promise<ChangedSubscriber | undefined> {
  const problem = problemOf(scope, given);
  if (problem !== undefined) throw new DomainError("invalid_input", [problem]);
  const change = (row: SubscriberRow) => {
    const input: SubscriberInput = { ...given, channels: [] };
    return isSettled(row, input) ? undefined : profileAfter(row, input);
  };
  return changeHoursOwner(transaction, scope, given.subscriberId, change, alongside);
}

/**
 * Changes the hours of a subscriber, and, with `onlyMissing`, gives hours and a zone to one who has none. Throws `not_found`.
 */
export async function setHours(
  transaction: Transaction,
  scope: Scope,
  subscriberId: string,
  { hours, timezone, onlyMissing = false }: HoursGiven,
): Promise<ChangedSubscriber> {
  const changed = await changeHoursOwner(transaction, scope, subscriberId, (row) => {
    const after = {
      hours: hours === undefined || (onlyMissing && row.hours) ? row.hours : hours && hoursAfter(row.hours, hours),
      timezone: timezone === undefined || (onlyMissing && row.timezone) ? row.timezone : timezone,
    };
    return isDeepStrictEqual(after, { hours: row.hours, timezone: row.timezone }) ? undefined : after;
  });
  if (!changed) throw unknownSubscriber(subscriberId);
  return changed;
}

/** Hours and a time zone to store. */
export interface HoursGiven {
  /** Null erases them. */
  hours?: SubscriberHoursChange | null | undefined;
  timezone?: string | undefined;
  onlyMissing?: boolean;
}

/** Changes hours or zone, and moves the runs that wait for them in the same transaction. */
async function changeHoursOwner(
  transaction: Transaction,
  scope: Scope,
  subscriberId: string,
  change: (row: SubscriberRow) => Partial<SubscriberRow> | undefined,
  alongside?: Alongside,
): Promise<ChangedSubscriber | undefined> {
  let before: SubscriberRow | undefined;
  const row = await changeSubscriber(transaction, scope, subscriberId, change, async (found, after) => {
    before = found;
    await alongside?.(found, after);
  });
  if (!row) return undefined;
  const isMoved = before && (row.timezone !== before.timezone || !isDeepStrictEqual(row.hours, before.hours));
  const executionIds = isMoved ? await moveDeferred(transaction, [row], new Date()) : [];
  return { row, isChanged: before !== undefined, executionIds };
}

/**
 * Stores where the subscriber is reached on one provider. Undefined when it does not exist; throws `invalid_input` when the
 * environment has no active integration of the provider, and for a mask of nothing that is stored.
 */
export async function setCredentials(
  transaction: Transaction,
  scope: Scope,
  subscriberId: string,
  named: NamedCredentials,
  mode: CredentialsMode,
): Promise<SubscriberRow | undefined> {
  if (!(await findSubscriberWithin(transaction, scope, subscriberId))) return undefined;
  const match = await integrationMatcher(transaction, scope, [named]);
  const entry = match(named);
  return changeSubscriber(transaction, scope, subscriberId, ({ channels: stored, tokensStoredAt: before }) => {
    const channels = withCredentials(stored, entry, mode);
    refuseMasks(unknownMasks(channels, entry));
    // Tokens that are stored again are known to live at this moment.
    const tokensStoredAt = tokenMoments(before, { channels, given: [entry], now: new Date(), keptMs: 0 });
    const isSame = isDeepStrictEqual([channels, tokensStoredAt], [stored, before]);
    return isSame ? undefined : { channels, tokensStoredAt };
  });
}

function refuseMasks(fields: readonly string[]): void {
  if (fields.length === 0) return;
  throw new DomainError(
    "invalid_input",
    fields.map((field) => `credentials.${field}: is not the mask of what is stored: send it in clear, or leave it out`),
  );
}

/** Forgets all credentials of the provider. Throws `not_found` when the subscriber does not exist. */
export async function deleteCredentials(
  transaction: Transaction,
  scope: Scope,
  subscriberId: string,
  providerId: string,
): Promise<void> {
  const row = await changeSubscriber(transaction, scope, subscriberId, ({ channels }) => ({
    channels: channels.filter((channel) => channel.providerId !== providerId),
  }));
  if (!row) throw unknownSubscriber(subscriberId);
}

/** Going offline notes the time; coming online leaves the last one. Throws `not_found`. */
export async function setOnlineStatus(
  transaction: Transaction,
  scope: Scope,
  subscriberId: string,
  isOnline: boolean,
): Promise<SubscriberRow> {
  const row = await changeSubscriber(transaction, scope, subscriberId, () => ({
    isOnline,
    ...(!isOnline && { lastOnlineAt: new Date() }),
  }));
  if (!row) throw unknownSubscriber(subscriberId);
  return row;
}

/** Changes a living subscriber under a lock, so that of two writers neither loses what it wrote. */
async function changeSubscriber(
  transaction: Transaction,
  scope: Scope,
  subscriberId: string,
  change: (row: SubscriberRow) => Partial<SubscriberRow> | undefined,
  alongside?: Alongside,
): Promise<SubscriberRow | undefined> {
  const row = await lockLivingSubscriber(transaction, scope, subscriberId);
  const changes = row && change(row);
  if (!row || !changes) return row;
  const after = { ...row, ...changes, updatedAt: new Date() };
  await Promise.all([storeSubscriber(transaction, after), alongside?.(row, after)]);
  return after;
}

/** By the id alone: joined with a list of rows, the statement is planned for a hundred of them, and reads the whole table. */
async function storeSubscriber(transaction: Transaction, row: SubscriberRow): Promise<void> {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  await taggedOf(transaction)`
    update subscribers set first_name = ${row.firstName}, last_name = ${row.lastName}, email = ${row.email},
      phone = ${row.phone}, avatar = ${row.avatar}, locale = ${row.locale}, timezone = ${row.timezone},
      hours = ${json(row.hours)}::text::jsonb, data = ${json(row.data)}::text::jsonb,
      channels = ${json(row.channels)}::text::jsonb, tokens_stored_at = ${json(row.tokensStoredAt)}::text::jsonb, is_online = ${row.isOnline},
      last_online_at = ${row.lastOnlineAt?.toISOString() ?? null}, updated_at = ${row.updatedAt.toISOString()}
    where id = ${row.id}`;
}
