import { z } from "zod";
import { example, Id, optionalText } from "./common.ts";
import { TIME_ZONE_MAX } from "./constants/limits.ts";
import { feedIdentifiers } from "./feed.ts";
import { SeverityCounts } from "./inbox-notifications.ts";
import { InAppMessage } from "./messages.ts";
import { Branding } from "./organizations.ts";
import { SubscriberHoursChange } from "./subscriber-hours.ts";
import { profileTexts, SubscriberEmail, SubscriberId } from "./subscribers.ts";

/*
 * What only the inbox widget asks for, under /v1/widgets, and the frames of its socket. Messages, feeds and marks are the
 * management API's too: messages.ts, feed.ts, message-marks.ts.
 */

export { InAppMessage };

/** Ids that one bulk delete takes. */
const BULK_DELETE_MAX = 100;

export const InitializeWidgetSession = z
  .object({
    /** The environment's public identifier. */
    applicationIdentifier: z.string().min(1, { error: "should not be empty" }),
    subscriberId: SubscriberId,
    /** Hex HMAC-SHA256 of the subscriberId; clients without one send null. */
    hmacHash: optionalText(),
    ...profileTexts,
    email: SubscriberEmail.nullish(),
    /** The browser's. One that is no zone here is left out. */
    timezone: optionalText(TIME_ZONE_MAX),
    /** Hours for a subscriber who has none. */
    defaultSchedule: SubscriberHoursChange.nullish(),
  })
  .meta(example({ applicationIdentifier: "kZ3vN8qLm2Xr", subscriberId: "ada", firstName: "Ada" }));
export type InitializeWidgetSession = z.infer<typeof InitializeWidgetSession>;

export const WidgetSession = z.object({
  token: z.string(),
  profile: z.object({
    _id: z.string(),
    firstName: z.string().optional(),
    lastName: z.string().optional(),
    phone: z.string().optional(),
  }),
});
export type WidgetSession = z.infer<typeof WidgetSession>;

/** Body of POST /messages/read and /messages/seen: feed identifiers, or none for all messages. */
export const MarkAllMessages = z.object({ feedId: feedIdentifiers.nullish() }).meta(example({ feedId: "billing" }));

export const BulkDeleteMessages = z
  .object({
    messageIds: z
      .array(Id, { error: "should not be empty" })
      .min(1, { error: "should not be empty" })
      .max(BULK_DELETE_MAX, { error: `must contain no more than ${BULK_DELETE_MAX} elements` }),
  })
  .meta(example({ messageIds: ["0b0f4f0e-2f5c-4f0e-9d55-7a1f4a3e9d10"] }));

/** A feed's id here, where everything else takes identifiers. */
export const DeleteAllMessages = z.object({ feedId: Id.optional() });

export const UsageLog = z
  .object({ name: z.string(), payload: z.record(z.string(), z.unknown()).nullish() })
  .meta(example({ name: "bell.opened" }));

export const WidgetOrganization = z.object({ _id: z.string(), name: z.string(), branding: Branding.optional() });
export type WidgetOrganization = z.infer<typeof WidgetOrganization>;

/** A frame of /v1/inbox/socket, server to client, as JSON text. Counts stop at COUNT_CAP; `hasMore` says that there are more. */
export const InboxSocketFrame = z.discriminatedUnion("event", [
  /** The first frame: from now on the socket receives every event. What happened before has to be fetched. */
  z.object({ event: z.literal("joined"), data: z.object({}) }),
  z.object({ event: z.literal("notification_received"), data: z.object({ message: InAppMessage }) }),
  z.object({
    event: z.literal("unseen_count_changed"),
    data: z.object({ unseenCount: z.number().int(), hasMore: z.boolean() }),
  }),
  z.object({
    event: z.literal("unread_count_changed"),
    /** `counts` repeats the number in the form newer published clients read. */
    data: z.object({ unreadCount: z.number().int(), hasMore: z.boolean(), counts: SeverityCounts.optional() }),
  }),
]);
export type InboxSocketFrame = z.infer<typeof InboxSocketFrame>;
