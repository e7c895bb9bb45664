import type { z } from "zod";
import type {
  CountNotifications,
  ListNotifications,
  NotificationCounts,
  NotificationPage,
} from "#contract/inbox/inbox-notifications.ts";
import type { Database } from "#db/client.ts";
import { countNotifications } from "#db/queries/messages/inbox-counts.ts";
import type { Inbox } from "#db/queries/messages/notification-filter.ts";
import { notificationPage, placeOf } from "#db/queries/messages/notifications.ts";
import { DomainError } from "#domain/errors.ts";
import { storedFilter } from "../../services/inbox/stored-filter.ts";
import { inboxNotificationView, sentFilter } from "../../views/inbox-notifications.ts";

/** Counts of single filters stop here unless they are to be exact. */
const COUNT_MAX = 99;

/** A page of an inbox. Throws `invalid_input` when there is no notification that it should follow. */
export async function readPage(
  db: Database,
  inbox: Inbox,
  { after: last, offset, limit, ...filter }: z.infer<typeof ListNotifications>,
): Promise<NotificationPage> {
  const after = last === undefined ? undefined : await placeOf(db, inbox, last);
  if (last !== undefined && !after) throw new DomainError("invalid_input", `after: there is no notification ${last}`);
  const page = await notificationPage(db, inbox, { filter: storedFilter(filter), after, offset, limit });
  return { data: page.messages.map(inboxNotificationView), hasMore: page.hasMore, filter: sentFilter(filter) };
}

/** How many notifications of an inbox each filter matches, in the order of the filters. */
export async function readCounts(
  db: Database,
  inbox: Inbox,
  { filters, exact = false }: z.infer<typeof CountNotifications>,
): Promise<z.infer<typeof NotificationCounts>> {
  const counts = filters.map(async (filter) => ({
    count: await countNotifications(db, inbox, storedFilter(filter), exact ? null : COUNT_MAX),
    filter: sentFilter(filter),
  }));
  return { data: await Promise.all(counts) };
}
