import { z } from "zod";
import {
  WEBHOOK_DESCRIPTION_MAX,
  WEBHOOK_EVENT_TYPES,
  WEBHOOK_STATUSES,
  type WebhookEventType,
} from "./constants/webhooks.ts";
import { KEY, WEBHOOKS_ADMIN } from "./schemas/access.ts";
import { data, dated, example, givenMoment, Id, Moment, owned, textUpTo } from "./schemas/common.ts";
import { keysetPage, keysetQuery } from "./schemas/keyset.ts";
import { operations } from "./schemas/operations.ts";
import { signedCallUrl } from "./workflows/bridge.ts";

const EventTypes = z
  .array(z.enum(WEBHOOK_EVENT_TYPES))
  .min(1, { error: "should not be empty: leave it out, or give null, for all event types" })
  .transform((types): WebhookEventType[] => [...new Set(types)]);

const fields = {
  url: signedCallUrl("endpoint", "webhooks"),
  description: textUpTo(WEBHOOK_DESCRIPTION_MAX).nullish(),
  /** Types of events that the endpoint is sent; null for all. */
  eventTypes: EventTypes.nullish(),
  active: z.boolean(),
};

export const CreateWebhookEndpoint = z
  .strictObject({ ...fields, active: fields.active.default(true) })
  .meta(example({ url: "https://example.com/belfry", eventTypes: ["message.sent", "message.failed"] }));
export type CreateWebhookEndpoint = z.infer<typeof CreateWebhookEndpoint>;

/** Fields that are left out stay as they are; null erases those that are optional. */
export const UpdateWebhookEndpoint = z
  .strictObject(fields)
  .partial()
  .meta(example({ active: false }));
export type UpdateWebhookEndpoint = z.infer<typeof UpdateWebhookEndpoint>;

export const ByWebhookEndpoint = z.object({ id: Id });
export const ByWebhookMessage = z.object({ id: Id, messageId: Id });

export const WebhookEndpoint = z
  .object({
    ...owned(),
    url: z.string(),
    description: z.string().nullable(),
    eventTypes: z.array(z.enum(WEBHOOK_EVENT_TYPES)).nullable(),
    active: z.boolean(),
    /** Why Belfry has switched the endpoint off; null when it has not. */
    disabledReason: z.string().nullable(),
    /** Since when no attempt has succeeded; null when the last one has. */
    failingSince: Moment.nullable(),
    /** Until when events are signed with the former secret, too; null when there is none. */
    formerSecretUntil: Moment.nullable(),
    ...dated(),
  })
  .meta({ id: "WebhookEndpoint" });
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>;

/** The answers that show the secret: to creating an endpoint, and to replacing its secret. */
export const WebhookEndpointWithSecret = WebhookEndpoint.extend({ secret: z.string() });

export const WebhookMessage = z
  .object({
    _id: z.string(),
    id: z.string(),
    /** Sent as `webhook-id`, the same with each attempt. */
    webhookId: z.string(),
    _endpointId: z.string(),
    type: z.string(),
    /** The `data` of what is sent. */
    data: z.record(z.string(), z.unknown()),
    status: z.enum(WEBHOOK_STATUSES),
    attempts: z.number().int(),
    /** When it is sent next; null when it is not. */
    nextAttemptAt: Moment.nullable(),
    lastAttemptAt: Moment.nullable(),
    /** Of the last attempt; null when there was no answer. */
    responseStatus: z.number().int().nullable(),
    /** The beginning of the answer to the last attempt. */
    responseBody: z.string().nullable(),
    /** Why the last attempt failed. */
    error: z.string().nullable(),
    createdAt: Moment,
  })
  .meta({ id: "WebhookMessage" });
export type WebhookMessage = z.infer<typeof WebhookMessage>;

export const ListWebhookMessages = z.object({ ...keysetQuery(), status: z.enum(WEBHOOK_STATUSES).optional() });
/** Newest first. */
export const WebhookMessagePage = keysetPage(WebhookMessage);

export const ResendFailed = z
  .strictObject({
    /** Those of this moment and later. */
    since: givenMoment("must be a moment such as 2026-12-01T09:00:00Z"),
  })
  .meta(example({ since: "2026-12-01T09:00:00Z" }));
/** Events that are sent again by one call; `isMore` where there are more. */
export const FailedWebhooks = z.object({ events: z.number().int(), isMore: z.boolean() });
/** `hasMore`: the call can be repeated for the rest. */
export const ResentWebhooks = z.object({ resent: z.number().int(), hasMore: z.boolean() });

export const webhookEndpointOperations = operations("webhook-endpoints", {
  listWebhookEndpoints: {
    route: "GET /v1/webhook-endpoints",
    client: "webhookEndpoints.list",
    summary: "Webhook endpoints, oldest first",
    access: [KEY, WEBHOOKS_ADMIN],
    answer: { 200: data(z.array(WebhookEndpoint)) },
  },

  createWebhookEndpoint: {
    route: "POST /v1/webhook-endpoints",
    client: "webhookEndpoints.create",
    summary: "Have events sent to an address; the answer has the secret that they are signed with, and no other has",
    access: [KEY, WEBHOOKS_ADMIN],
    audit: "webhook_endpoint.created",
    secrets: ["secret"],
    body: CreateWebhookEndpoint,
    answer: { 201: data(WebhookEndpointWithSecret) },
    failures: ["conflict"],
  },

  getWebhookEndpoint: {
    route: "GET /v1/webhook-endpoints/:id",
    client: "webhookEndpoints.get",
    summary: "One webhook endpoint",
    access: [KEY, WEBHOOKS_ADMIN],
    params: ByWebhookEndpoint,
    answer: { 200: data(WebhookEndpoint) },
    failures: ["not_found"],
  },

  updateWebhookEndpoint: {
    route: "PATCH /v1/webhook-endpoints/:id",
    client: "webhookEndpoints.update",
    summary: "Change a webhook endpoint; what is left out stays",
    access: [KEY, WEBHOOKS_ADMIN],
    audit: "webhook_endpoint.updated",
    params: ByWebhookEndpoint,
    body: UpdateWebhookEndpoint,
    answer: { 200: data(WebhookEndpoint) },
    failures: ["not_found"],
  },

  deleteWebhookEndpoint: {
    route: "DELETE /v1/webhook-endpoints/:id",
    client: "webhookEndpoints.delete",
    summary: "Delete a webhook endpoint; what waits for it is not sent any more",
    access: [KEY, WEBHOOKS_ADMIN],
    audit: "webhook_endpoint.deleted",
    params: ByWebhookEndpoint,
    answer: { 204: z.null() },
    failures: ["not_found"],
  },

  rotateWebhookSecret: {
    route: "POST /v1/webhook-endpoints/:id/rotate-secret",
    client: "webhookEndpoints.rotateSecret",
    summary: "Replace the secret; for 24 hours events are signed with both",
    access: [KEY, WEBHOOKS_ADMIN],
    audit: "webhook_endpoint.updated",
    secrets: ["secret"],
    params: ByWebhookEndpoint,
    answer: { 200: data(WebhookEndpointWithSecret) },
    failures: ["not_found"],
  },

  testWebhookEndpoint: {
    route: "POST /v1/webhook-endpoints/:id/test",
    client: "webhookEndpoints.test",
    summary: "Send a test event to a webhook endpoint",
    access: [KEY, WEBHOOKS_ADMIN],
    audit: "webhook_endpoint.tested",
    params: ByWebhookEndpoint,
    answer: { 201: data(WebhookMessage) },
    failures: ["not_found", "conflict"],
  },

  listWebhookMessages: {
    route: "GET /v1/webhook-endpoints/:id/messages",
    client: "webhookEndpoints.listMessages",
    summary: "Events that were sent to a webhook endpoint, or wait to be, newest first",
    access: [KEY, WEBHOOKS_ADMIN],
    params: ByWebhookEndpoint,
    query: ListWebhookMessages,
    answer: { 200: WebhookMessagePage },
    failures: ["not_found"],
  },

  getWebhookMessage: {
    route: "GET /v1/webhook-endpoints/:id/messages/:messageId",
    client: "webhookEndpoints.getMessage",
    summary: "One event of a webhook endpoint, with the answer to its last attempt",
    access: [KEY, WEBHOOKS_ADMIN],
    params: ByWebhookMessage,
    answer: { 200: data(WebhookMessage) },
    failures: ["not_found"],
  },

  resendWebhookMessage: {
    route: "POST /v1/webhook-endpoints/:id/messages/:messageId/resend",
    client: "webhookEndpoints.resendMessage",
    summary: "Send an event again, with the same webhook-id",
    access: [KEY, WEBHOOKS_ADMIN],
    audit: "webhook_endpoint.resent",
    params: ByWebhookMessage,
    answer: { 200: data(WebhookMessage) },
    failures: ["not_found", "conflict"],
  },

  countFailedWebhooks: {
    route: "GET /v1/webhook-endpoints/:id/failed-count",
    client: "webhookEndpoints.countFailed",
    summary: "Count the events that have failed since a moment, before they are sent again",
    access: [KEY, WEBHOOKS_ADMIN],
    params: ByWebhookEndpoint,
    query: z.object({ since: ResendFailed.shape.since }),
    answer: { 200: data(FailedWebhooks) },
    failures: ["not_found"],
  },

  resendFailedWebhooks: {
    route: "POST /v1/webhook-endpoints/:id/resend-failed",
    client: "webhookEndpoints.resendFailed",
    summary: "Send all events again that have failed since a moment; repeat the call while it says that there are more",
    access: [KEY, WEBHOOKS_ADMIN],
    audit: "webhook_endpoint.resent",
    params: ByWebhookEndpoint,
    body: ResendFailed,
    answer: { 200: data(ResentWebhooks) },
    failures: ["not_found", "conflict"],
  },
});
