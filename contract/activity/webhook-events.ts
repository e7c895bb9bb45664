import { z } from "zod";
import { KEPT_EVENTS, WEBHOOK_EVENT_TYPES, WEBHOOK_PULLED_MAX, type WebhookEventType } from "../constants/webhooks.ts";
import { EVENTS_PULLER, KEY, WEBHOOKS_ADMIN } from "../schemas/access.ts";
import { data, example, Moment, queryList, queryNumber, referenceUpTo } from "../schemas/common.ts";
import { keysetPage, keysetQuery } from "../schemas/keyset.ts";
import { operations } from "../schemas/operations.ts";

/** An event of an environment, with the body that webhook endpoints are sent. */
export const WebhookEvent = z
  .object({
    /** The same however often the event is read. */
    id: z.string(),
    type: z.string(),
    /** When it happened. */
    timestamp: Moment,
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: "WebhookEvent" });
export type WebhookEvent = z.infer<typeof WebhookEvent>;

const types = queryList(z.enum(WEBHOOK_EVENT_TYPES, { error: "must be types of events" }))
  .transform((given) => given?.map((type) => type as WebhookEventType))
  .describe("Types of events; all without it");

export const PullWebhookEvents = z.object({
  after: referenceUpTo(500).optional().describe("The `next` of the call before; the oldest events without it"),
  types,
  limit: queryNumber(100, 1, WEBHOOK_PULLED_MAX),
});

export const PulledWebhookEvents = z.object({
  /** In the order in which they were stored. */
  data: z.array(WebhookEvent),
  /** The `after` of the next call; also when there are no events. */
  next: z.string(),
  /** Whether the next call can follow at once. A page may have fewer events than its limit, and be followed by others. */
  hasMore: z.boolean(),
  /** Whether events after the place may have been removed before they were pulled: it is older than events are kept. */
  hasGap: z.boolean(),
});

export const ListWebhookEvents = z.object({ ...keysetQuery(), types });

export const WebhookEventSettings = z
  .object({
    kept: z.enum(KEPT_EVENTS, { error: `must be one of ${KEPT_EVENTS.join(", ")}` }),
    days: z.number().int(),
  })
  .meta({ id: "WebhookEventSettings" });
export type WebhookEventSettings = z.infer<typeof WebhookEventSettings>;

const ChangeWebhookEventSettings = WebhookEventSettings.pick({ kept: true })
  .strict()
  .meta(example({ kept: "all" }));

export const webhookEventOperations = operations("webhook-events", {
  pullWebhookEvents: {
    route: "GET /v1/webhook-events",
    client: "webhookEvents.pull",
    summary: "Pull the webhook events since the last call, oldest first",
    description:
      "For receivers that cannot be called. An event appears once all transactions that are older than the one which stored it have ended, so that none is passed over.",
    access: [KEY, EVENTS_PULLER],
    query: PullWebhookEvents,
    answer: { 200: PulledWebhookEvents },
  },

  listWebhookEvents: {
    route: "GET /v1/webhook-events/latest",
    client: "webhookEvents.list",
    summary: "List the latest events, newest first",
    access: [KEY, WEBHOOKS_ADMIN],
    query: ListWebhookEvents,
    answer: { 200: keysetPage(WebhookEvent) },
  },

  getWebhookEventSettings: {
    route: "GET /v1/webhook-events/settings",
    client: "webhookEvents.getSettings",
    summary: "Get which webhook events are kept, and for how long",
    access: [KEY, WEBHOOKS_ADMIN],
    answer: { 200: data(WebhookEventSettings) },
  },

  setWebhookEventSettings: {
    route: "PUT /v1/webhook-events/settings",
    client: "webhookEvents.setSettings",
    summary: "Set which webhook events are kept: all, or those that an endpoint subscribes to",
    access: [KEY, WEBHOOKS_ADMIN],
    audit: "environment.updated",
    body: ChangeWebhookEventSettings,
    answer: { 200: data(WebhookEventSettings) },
  },
});
