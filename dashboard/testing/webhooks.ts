import type { WebhookEvent } from "#contract/activity/webhook-events.ts";
import type { WebhookEndpoint, WebhookMessage } from "#contract/webhooks.ts";
import { DEVELOPMENT, organization } from "./fixtures.ts";

export const ENDPOINT_ID = "00000000-0000-4000-8000-0000000000f1";
export const DELIVERY_ID = "00000000-0000-4000-8000-0000000000f2";

/** An endpoint that takes what it is sent. */
export const anEndpoint = (more: Partial<WebhookEndpoint> = {}): WebhookEndpoint => ({
  _id: ENDPOINT_ID,
  id: ENDPOINT_ID,
  _environmentId: DEVELOPMENT,
  _organizationId: organization._id,
  url: "https://example.com/belfry",
  description: "Orders",
  eventTypes: ["message.sent", "message.failed"],
  active: true,
  disabledReason: null,
  failingSince: null,
  recoveringUntil: null,
  formerSecretUntil: null,
  createdAt: "2026-01-05T10:00:00.000Z",
  updatedAt: "2026-01-05T10:00:00.000Z",
  ...more,
});

/** An event that the endpoint has failed to take so far. */
export const aDelivery = (more: Partial<WebhookMessage> = {}): WebhookMessage => ({
  _id: DELIVERY_ID,
  id: DELIVERY_ID,
  webhookId: `msg_${DELIVERY_ID}`,
  _endpointId: ENDPOINT_ID,
  _eventId: "00000000-0000-4000-8000-0000000000f3",
  type: "message.sent",
  data: { messageId: "m1", channel: "email" },
  status: "failed",
  attempts: 8,
  nextAttemptAt: null,
  lastAttemptAt: "2026-01-05T13:00:00.000Z",
  responseStatus: 503,
  responseBody: "down for maintenance",
  error: "The endpoint answered 503",
  createdAt: "2026-01-04T10:00:00.000Z",
  ...more,
});

/** An event of the log. */
export const aWebhookEvent = (more: Partial<WebhookEvent> = {}): WebhookEvent => ({
  id: "00000000-0000-4000-8000-0000000000f3",
  type: "run.completed",
  timestamp: "2026-01-04T10:00:00.000Z",
  data: { workflow: "order-shipped", subscriberId: "ada", transactionId: "t1" },
  ...more,
});
