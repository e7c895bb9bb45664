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
    /** Until when events are spread that are recovered; null when there are none. */
    recoveringUntil: Moment.nullable(),
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
    /** The event in the log of the environment, which is the same at each endpoint; null of a test. */
    _eventId: z.string().nullable(),
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

/** Those of this moment and later. */
const since = givenMoment("must be a moment such as 2026-12-01T09:00:00Z");
export const RecoverWebhooks = z
  .strictObject({
    since,
    /** Whether events are sent, too, that were not stored for the endpoint: it was switched off, or did not take their type. */
    missed: z.boolean().default(true),
  })
  .meta(example({ since: "2026-12-01T09:00:00Z" }));
/** `isMore`: there are more of one kind or the other than were counted. */
export const RecoverableWebhooks = z.object({
  failed: z.number().int(),
  missed: z.number().int(),
  isMore: z.boolean(),
  /** Missed events are known from this moment on. */
  keptSince: Moment,
});
/** `hasMore`: the call can be repeated for the rest, with `continueSince` as `since`. */
export const RecoveredWebhooks = z.object({
  recovered: z.number().int(),
  hasMore: z.boolean(),
  continueSince: Moment,
  /** When the last of them is sent. */
  recoveringUntil: Moment.nullable(),
});

export const webhookEndpointOperations = operations("webhook-endpoints", {
  listWebhookEndpoints: {
    route: "GET /v1/webhook-endpoints",
    client: "webhookEndpoints.list",
    summary: "List webhook endpoints, oldest first",
    access: [KEY, WEBHOOKS_ADMIN],
    answer: { 200: data(z.array(WebhookEndpoint)) },
  },

  createWebhookEndpoint: {
    route: "POST /v1/webhook-endpoints",
    client: "webhookEndpoints.create",
    summary: "Create a webhook endpoint; only this response shows its signing secret",
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
    summary: "Get a webhook endpoint",
    access: [KEY, WEBHOOKS_ADMIN],
    params: ByWebhookEndpoint,
    answer: { 200: data(WebhookEndpoint) },
    failures: ["not_found"],
  },

  updateWebhookEndpoint: {
    route: "PATCH /v1/webhook-endpoints/:id",
    client: "webhookEndpoints.update",
    summary: "Update a webhook endpoint; omitted fields stay",
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
    summary: "Delete a webhook endpoint; its waiting events are not sent",
    access: [KEY, WEBHOOKS_ADMIN],
    audit: "webhook_endpoint.deleted",
    params: ByWebhookEndpoint,
    answer: { 204: z.null() },
    failures: ["not_found"],
  },

  rotateWebhookSecret: {
    route: "POST /v1/webhook-endpoints/:id/rotate-secret",
    client: "webhookEndpoints.rotateSecret",
    summary: "Rotate the signing secret; events are signed with both for 24 hours",
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
    summary: "List the events of a webhook endpoint, newest first",
    access: [KEY, WEBHOOKS_ADMIN],
    params: ByWebhookEndpoint,
    query: ListWebhookMessages,
    answer: { 200: WebhookMessagePage },
    failures: ["not_found"],
  },

  getWebhookMessage: {
    route: "GET /v1/webhook-endpoints/:id/messages/:messageId",
    client: "webhookEndpoints.getMessage",
    summary: "Get an event of a webhook endpoint, with the answer to its last attempt",
    access: [KEY, WEBHOOKS_ADMIN],
    params: ByWebhookMessage,
    answer: { 200: data(WebhookMessage) },
    failures: ["not_found"],
  },

  resendWebhookMessage: {
    route: "POST /v1/webhook-endpoints/:id/messages/:messageId/resend",
    client: "webhookEndpoints.resendMessage",
    summary: "Resend a webhook event with the same webhook-id",
    access: [KEY, WEBHOOKS_ADMIN],
    audit: "webhook_endpoint.resent",
    params: ByWebhookMessage,
    answer: { 200: data(WebhookMessage) },
    failures: ["not_found", "conflict"],
  },

  countRecoverableWebhooks: {
    route: "GET /v1/webhook-endpoints/:id/recoverable",
    client: "webhookEndpoints.countRecoverable",
    summary: "Count the failed and missed events of an endpoint since a moment, before recovering them",
    access: [KEY, WEBHOOKS_ADMIN],
    params: ByWebhookEndpoint,
    query: z.object({ since }),
    answer: { 200: data(RecoverableWebhooks) },
    failures: ["not_found"],
  },

  recoverWebhooks: {
    route: "POST /v1/webhook-endpoints/:id/recover",
    client: "webhookEndpoints.recover",
    summary: "Recover the failed and missed events of an endpoint since a moment; repeat while there are more",
    description:
      "Each event is one message for the endpoint, however often it is recovered. They are spread over time, between the events that happen meanwhile.",
    access: [KEY, WEBHOOKS_ADMIN],
    audit: "webhook_endpoint.recovered",
    params: ByWebhookEndpoint,
    body: RecoverWebhooks,
    answer: { 200: data(RecoveredWebhooks) },
    failures: ["not_found", "conflict"],
  },
});
