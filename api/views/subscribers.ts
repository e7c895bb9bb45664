import type { Subscriber } from "#contract/subscribers.ts";
import type { SubscriberRow } from "#db/queries/subscribers/subscribers.ts";
import { datedFields, ownedFields, withoutNulls } from "./fields.ts";

export const subscriberView = (row: SubscriberRow): Subscriber => ({
  ...ownedFields(row),
  ...withoutNulls({
    firstName: row.firstName,
    lastName: row.lastName,
    phone: row.phone,
    avatar: row.avatar,
    locale: row.locale,
    timezone: row.timezone,
    data: row.data,
    isOnline: row.isOnline,
  }),
  ...(row.lastOnlineAt && { lastOnlineAt: row.lastOnlineAt.toISOString() }),
  subscriberId: row.subscriberId,
  // The one field that the wire spells out when it is empty: api-management.md 1.5.
  email: row.email,
  channels: row.channels.map(({ integrationId, ...channel }) => ({ _integrationId: integrationId, ...channel })),
  deleted: row.deletedAt !== null,
  ...datedFields(row),
});
