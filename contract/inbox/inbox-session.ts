import { z } from "zod";
import { TIME_ZONE_MAX } from "../constants/limits.ts";
import { PUBLIC, SOCKET, SUBSCRIBER } from "../schemas/access.ts";
import { data, example, textUpTo } from "../schemas/common.ts";
import { sessionContext } from "../schemas/contexts.ts";
import { operations } from "../schemas/operations.ts";
import { SubscriberHoursChange } from "../schemas/subscriber-hours.ts";
import { CreateSubscriber, SubscriberId } from "../subscribers.ts";
import { SeverityCounts } from "./inbox-notifications.ts";
import { WidgetOrganization } from "./widgets.ts";

/* How the published clients 2.x and 3.x open an inbox, under /v1/inbox. */

const { firstName, lastName, email, phone, avatar, locale } = CreateSubscriber.shape;

/** Clients 2.x name the subscriber's id at the top. */
const withSubscriber = (body: unknown): unknown => {
  if (typeof body !== "object" || body === null || "subscriber" in body || !("subscriberId" in body)) return body;
  return { ...body, subscriber: { subscriberId: body.subscriberId } };
};

export const OpenInboxSession = z
  .preprocess(
    withSubscriber,
    z.object({
      /** The environment's public identifier. */
      applicationIdentifier: z.string().min(1, { error: "should not be empty" }),
      /** Hex HMAC-SHA256 of the subscriberId. */
      subscriberHash: z.string().optional(),
      subscriber: z.object({
        subscriberId: SubscriberId,
        firstName,
        lastName,
        email,
        phone,
        avatar,
        locale,
        data: CreateSubscriber.shape.data,
        /** The browser's. One that is no zone here is left out. */
        timezone: textUpTo(TIME_ZONE_MAX).optional(),
      }),
      /** Hours for a subscriber who has none. */
      defaultSchedule: SubscriberHoursChange.optional(),
      ...sessionContext,
    }),
  )
  .meta(example({ applicationIdentifier: "kZ3vN8qLm2Xr", subscriber: { subscriberId: "ada", firstName: "Ada" } }));

export const InboxSession = z.object({
  token: z.string(),
  totalUnreadCount: z.number().int(),
  unreadCount: SeverityCounts,
  removeNovuBranding: z.boolean(),
  isDevelopmentMode: z.boolean(),
  maxSnoozeDurationHours: z.number().int(),
  /** Of the contexts that the session is for; absent for none. */
  contextKeys: z.array(z.string()).optional(),
});

export const inboxSessionOperations = operations("inbox", {
  openInboxSession: {
    route: "POST /v1/inbox/session",
    client: "inbox.openSession",
    summary: "Open a session of a subscriber's inbox",
    access: [PUBLIC],
    limit: "sessions",
    body: OpenInboxSession,
    answer: { 201: data(InboxSession) },
    failures: ["not_found"],
  },
});

export const inboxOrganizationOperations = operations("inbox", {
  getInboxOrganization: {
    route: "GET /v1/inbox/organization",
    client: "inbox.getOrganization",
    summary: "Get the name and the branding of the organisation",
    access: [SUBSCRIBER],
    answer: { 200: data(WidgetOrganization) },
    failures: ["not_found"],
  },
});

export const inboxSocketOperations = operations("inbox", {
  openInboxSocket: {
    route: "GET /v1/inbox/socket",
    client: "inbox.openSocket",
    summary: "Open a WebSocket that receives the changes of an inbox",
    access: [SOCKET],
    limit: "sockets",
    answer: { 101: z.null() },
  },
});
