import type { SetCredentials, UpdateSubscriber } from "#contract/subscribers.ts";
import type { Database } from "#db/client.ts";
import { auditedSubscriber } from "#db/queries/audit/audited-rows.ts";
import {
  type ChangedSubscriber,
  deleteCredentials,
  type HoursGiven,
  setCredentials,
  setHours,
  setOnlineStatus,
  updateSubscriber,
} from "#db/queries/subscribers/change-subscriber.ts";
import type { GivenSubscriber } from "#db/queries/subscribers/subscriber-changes.ts";
import { deleteSubscriber, refusedSubscriber, type SubscriberRow } from "#db/queries/subscribers/subscribers.ts";
import { storePreferenceWebhooks, storeSubscriberUpdates, storeWebhooks } from "#db/queries/webhooks/store-webhooks.ts";
import type { Transaction } from "#db/transaction.ts";
import type { CredentialsMode } from "#domain/subscriber-channels.ts";
import type { Engine } from "#engine/client.ts";
import type { CallContext, LoggedCall } from "../../caller.ts";
import { announcePreferences } from "../../realtime/announce.ts";
import { type AuditEntry, note, noted, noteStates } from "../audit.ts";
import { givenSubscriber } from "./upsert-subscribers.ts";

interface Services {
  db: Database;
  engine: Engine;
}

/** Changes what is given of a subscriber. Throws `invalid_input` for an unknown subscriber or a wrong value. */
export async function changeSubscriber(
  { db, engine }: Services,
  call: CallContext,
  subscriberId: string,
  body: UpdateSubscriber,
): Promise<SubscriberRow> {
  const given = givenSubscriber({ ...body, subscriberId });
  const changed = await updateNoted(db, call, given);
  if (!changed) throw refusedSubscriber(subscriberId);
  if (changed.executionIds.length > 0) await engine.lookAgain(changed.executionIds);
  return changed.row;
}

/** Changes what is given of a subscriber, and stores what follows from that. Undefined when it does not exist. */
export const updateNoted = (
  db: Database,
  call: CallContext,
  given: Omit<GivenSubscriber, "channels">,
): Promise<ChangedSubscriber | undefined> =>
  db.transaction((transaction) =>
    updateSubscriber(transaction, call.scope, given, (before, after) =>
      Promise.all([
        storeSubscriberUpdates(transaction, call.scope, [given.subscriberId]),
        noteStates(transaction, call, "subscriber.updated", {
          before: auditedSubscriber(before),
          after: auditedSubscriber(after),
        }),
      ]),
    ),
  );

/** Changes when messages may reach the subscriber, moves what waits for that, and notifies its open inboxes. Throws `not_found`. */
export async function changeHours(
  { db, engine, log }: Services & Pick<LoggedCall, "log">,
  { scope }: CallContext,
  subscriberId: string,
  given: HoursGiven,
): Promise<SubscriberRow> {
  const changed = await db.transaction(async (transaction) => {
    const updated = await setHours(transaction, scope, subscriberId, given);
    if (updated.isChanged) {
      await storeSubscriberUpdates(transaction, scope, [subscriberId]);
      await storePreferenceWebhooks(transaction, scope, updated.row.id, [null]);
    }
    return updated;
  });
  if (changed.executionIds.length > 0) await engine.lookAgain(changed.executionIds);
  if (changed.isChanged) await announcePreferences(db, { scope, log }, [changed.row.id]);
  return changed.row;
}

/** Stores where the subscriber is reached on one provider. Throws `invalid_input` for an unknown subscriber or provider. */
export const changeCredentials = (
  db: Database,
  call: CallContext,
  subscriberId: string,
  credentials: SetCredentials,
  mode: CredentialsMode,
): Promise<SubscriberRow> =>
  db.transaction((transaction) => changeCredentialsIn(transaction, call, subscriberId, credentials, mode));

/** The same in a transaction that has begun. */
export async function changeCredentialsIn(
  transaction: Transaction,
  call: CallContext,
  subscriberId: string,
  credentials: SetCredentials,
  mode: CredentialsMode,
): Promise<SubscriberRow> {
  const row = await setCredentials(transaction, call.scope, subscriberId, credentials, mode);
  if (!row) throw refusedSubscriber(subscriberId);
  await storeSubscriberUpdates(transaction, call.scope, [subscriberId]);
  await noteCredentials(transaction, call, subscriberId, { after: { providerId: credentials.providerId } });
  return row;
}

/** Device tokens and addresses of webhooks are secrets: only the provider is noted. */
const noteCredentials = (
  transaction: Transaction,
  call: CallContext,
  subscriberId: string,
  change: Pick<AuditEntry, "before" | "after">,
) => note(transaction, call, { action: "subscriber.credentials_updated", id: subscriberId, ...change });

/** Forgets all credentials of the provider. Throws `not_found`. */
export const removeCredentials = (
  db: Database,
  call: CallContext,
  subscriberId: string,
  providerId: string,
): Promise<void> =>
  db.transaction(async (transaction) => {
    await deleteCredentials(transaction, call.scope, subscriberId, providerId);
    await storeSubscriberUpdates(transaction, call.scope, [subscriberId]);
    await noteCredentials(transaction, call, subscriberId, { before: { providerId } });
  });

/** Throws `not_found`. */
export const changeOnlineStatus = (
  db: Database,
  { scope }: CallContext,
  subscriberId: string,
  isOnline: boolean,
): Promise<SubscriberRow> =>
  db.transaction((transaction) => setOnlineStatus(transaction, scope, subscriberId, isOnline));

/** Hides the subscriber and takes it out of all topics; its messages stay. Throws `not_found`. */
export const removeSubscriber = (db: Database, call: CallContext, subscriberId: string): Promise<void> =>
  noted(db, call, { action: "subscriber.deleted", id: subscriberId }, async (transaction) => {
    await deleteSubscriber(transaction, call.scope, subscriberId);
    await storeWebhooks(transaction, call.scope, [{ type: "subscriber.deleted", data: { subscriberId } }]);
  });
