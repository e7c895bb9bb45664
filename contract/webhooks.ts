import { z } from "zod";
import { signedCallUrl } from "./bridge.ts";
import { dated, example, givenMoment, Id, Moment, owned, textUpTo } from "./common.ts";
import {
  WEBHOOK_DESCRIPTION_MAX,
  WEBHOOK_EVENT_TYPES,
  WEBHOOK_STATUSES,
  type WebhookEventType,
} from "./constants/webhooks.ts";
import { keysetPage, keysetQuery } from "./keyset.ts";

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

export const WebhookEndpoint = z.object({
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
});
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>;

/** The answers that show the secret: to creating an endpoint, and to replacing its secret. */
export const WebhookEndpointWithSecret = WebhookEndpoint.extend({ secret: z.string() });

export const WebhookMessage = z.object({
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
});
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
/** `hasMore`: the call can be repeated for the rest. */
export const ResentWebhooks = z.object({ resent: z.number().int(), hasMore: z.boolean() });
