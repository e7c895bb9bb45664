import { RETURNED_DAYS, SNOOZE_MAX_HOURS } from "#contract/constants/limits.ts";
import type { ButtonType } from "#contract/constants/templates/templates.ts";
import { DAY, HOUR } from "#contract/constants/values/times.ts";
import type { ChangeAllNotifications, SeeNotifications } from "#contract/inbox/inbox-notifications.ts";
import type { Database } from "#db/client.ts";
import { type Change, changeNotifications, type Target } from "#db/queries/messages/change-notifications.ts";
import { findMessages, ownerOfMessage, recordAction } from "#db/queries/messages/inbox.ts";
import type { MessageRow } from "#db/queries/messages/message-row.ts";
import type { Inbox } from "#db/queries/messages/notification-filter.ts";
import { keepMessageUntil } from "#db/queries/messages/snoozed.ts";
import { DomainError, notFound } from "#domain/errors.ts";
import type { Engine } from "#engine/client.ts";
import type { LoggedCall } from "../../caller.ts";
import { announce, countsThat } from "../../realtime/announce.ts";
import { storedFilter } from "./stored-filter.ts";

interface Services {
  db: Database;
  engine: Pick<Engine, "wakeSnoozed">;
}

/*
 * Changes of one subscriber's notifications, who is named by Belfry's id. Each is one statement, which is atomic by itself; open
 * inboxes are notified of counts that changed once it is stored.
 */

/** Changes of one notification, by the names that they have in paths. */
export type SingleChange = "read" | "unread" | "archive" | "unarchive" | "unsnooze";
/** Changes of all notifications that match, by the names that they have in paths. */
export type BulkChange = "read" | "archive" | "read-archive" | "delete" | "seen";
export type ActionStatus = "done" | "pending";

const RETURNED_MS = RETURNED_DAYS * DAY;

const unknown = (id: string) => notFound(`Notification with id ${id} not found`);

/** Changes one notification and returns it. Throws `not_found` when it is not in the inbox. */
export async function changeOne(
  { db }: Pick<Services, "db">,
  call: LoggedCall,
  inbox: Inbox,
  id: string,
  change: Change,
): Promise<MessageRow> {
  await apply(db, call, inbox, { ids: [id] }, change, () => unknown(id));
  const [row] = await findMessages(db, call.scope, [id]);
  if (!row) throw unknown(id);
  return row;
}

/**
 * Puts a notification off until a moment. Throws `invalid_input` for one that is past or too far ahead, `not_found` when the
 * notification is not in the inbox.
 */
export async function snooze(
  services: Services,
  call: LoggedCall,
  inbox: Inbox,
  id: string,
  until: Date,
): Promise<MessageRow> {
  const wait = until.getTime() - Date.now();
  if (wait <= 0) throw new DomainError("invalid_input", "snoozeUntil must be in the future");
  if (wait > SNOOZE_MAX_HOURS * HOUR) {
    throw new DomainError("invalid_input", `snoozeUntil must be within ${SNOOZE_MAX_HOURS} hours from now`);
  }
  // Before it is snoozed: a call that fails in between leaves a message that is kept for longer, and none that is lost.
  await keepMessageUntil(services.db, inbox, id, new Date(until.getTime() + RETURNED_MS));
  const row = await changeOne(services, call, inbox, id, { kind: "snooze", until });
  // The moment is stored; the reconciler finds what nobody could be notified of.
  await services.engine
    .wakeSnoozed()
    .catch((err: unknown) => call.log.warn({ err }, "a snoozed notification may come back a little later"));
  return row;
}

/** Takes one notification out of the inbox. Throws `not_found` when it is not in it. */
export async function removeNotification(
  { db }: Pick<Services, "db">,
  call: LoggedCall,
  inbox: Inbox,
  id: string,
): Promise<void> {
  await apply(db, call, inbox, { ids: [id] }, { kind: "delete" }, () => unknown(id));
}

/** Changes all notifications that match, or those that are named. Snoozed ones match only a filter that asks for them. */
export async function changeAll(
  { db }: Pick<Services, "db">,
  call: LoggedCall,
  inbox: Inbox,
  kind: BulkChange,
  { notificationIds: ids, ...filter }: ChangeAllNotifications & Pick<SeeNotifications, "notificationIds">,
): Promise<void> {
  await apply(db, call, inbox, ids ? { ids } : { filter: storedFilter(filter) }, { kind });
}

async function apply(
  db: Database,
  call: LoggedCall,
  inbox: Inbox,
  target: Target,
  change: Change,
  orElse?: () => Error,
): Promise<void> {
  const changed = await changeNotifications(db, inbox, target, change);
  if (changed.ids.length === 0 && orElse) throw orElse();
  await announce(db, call, [inbox.subscriberId], countsThat(changed));
}

/**
 * Completes the action of one of a notification's buttons, or reverts that; the notification is read by it. Throws `not_found`
 * when it is not in the inbox, `invalid_input` when it has no such button.
 */
export async function setActionStatus(
  { db }: Pick<Services, "db">,
  call: LoggedCall,
  inbox: Inbox,
  id: string,
  { button, status }: { button: ButtonType; status: "pending" | "done" },
): Promise<MessageRow> {
  const { scope, subscriberId } = inbox;
  if ((await ownerOfMessage(db, scope, id)) !== subscriberId) throw unknown(id);
  const [message] = await findMessages(db, scope, [id]);
  if (!message?.cta?.action?.buttons?.some(({ type }) => type === button)) {
    throw new DomainError("invalid_input", `The notification has no ${button} action`);
  }
  const action = { button, status, isRead: !message.read };
  const { messages, ...moved } = await recordAction(db, inbox, id, action);
  const [row] = messages;
  if (!row) throw unknown(id);
  await announce(db, call, [inbox.subscriberId], countsThat(moved));
  return row;
}
