import type { Subscriber } from "#contract/subscribers.ts";
import type { SubscriberRow } from "#db/queries/subscribers/subscribers.ts";
import { datedFields, ownedFields } from "./fields.ts";

/** A subscriber under the names of the wire. One literal of all fields, absent ones undefined. */
export const subscriberView = (row: SubscriberRow): Subscriber => ({
  ...ownedFields(row),
  firstName: row.firstName ?? undefined,
  lastName: row.lastName ?? undefined,
  phone: row.phone ?? undefined,
  avatar: row.avatar ?? undefined,
  locale: row.locale ?? undefined,
  timezone: row.timezone ?? undefined,
  data: row.data ?? undefined,
  isOnline: row.isOnline ?? undefined,
  lastOnlineAt: row.lastOnlineAt?.toISOString(),
  subscriberId: row.subscriberId,
  // The one field that the wire spells out when it is empty.
  email: row.email,
  channels: row.channels.map(({ integrationId, ...channel }) => ({ _integrationId: integrationId, ...channel })),
  deleted: row.deletedAt !== null,
  ...datedFields(row),
});
