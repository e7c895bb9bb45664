/** Events that Belfry reports to webhook endpoints: docs/webhooks.md. */
export const WEBHOOK_EVENT_TYPES = [
  "message.sent",
  "message.failed",
  "message.delivered",
  "message.opened",
  "message.clicked",
  "message.bounced",
  "message.seen",
  "message.read",
  "message.archived",
  "message.snoozed",
  "message.deleted",
  "event.processed",
  "run.completed",
  "run.failed",
  "workflow.created",
  "workflow.updated",
  "workflow.deleted",
  "subscriber.created",
  "subscriber.updated",
  "subscriber.deleted",
  "preference.updated",
  "suppression.created",
  "suppression.lifted",
  "failure_group.created",
  "failure_group.reopened",
  "pause.set",
  "pause.lifted",
  "integration.failing",
  "integration.recovered",
  "alert.raised",
] as const;
export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number];

/** The event of a test call. It is sent to one endpoint, whatever its filter is. */
export const WEBHOOK_TEST_TYPE = "endpoint.test";

/** State of an event that an endpoint is sent: `waiting` until it was taken, or until the last attempt has failed. */
export const WEBHOOK_STATUSES = ["waiting", "sent", "failed"] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

/** Endpoints of one environment. */
export const WEBHOOK_ENDPOINTS_MAX = 20;
export const WEBHOOK_DESCRIPTION_MAX = 500;
/** Part of an answer that the log keeps, in characters. */
export const WEBHOOK_ANSWER_KEPT = 1_000;
/** Hours for which events are signed with the former secret, too. */
export const WEBHOOK_SECRET_OVERLAP_HOURS = 24;
/** Events that one call sends again or late, at most. */
export const WEBHOOK_RECOVERED_MAX = 20_000;
/** Events that are recovered are spread, so that an endpoint is sent so many a second beside those that happen. */
export const WEBHOOK_RECOVERED_A_SECOND = 100;
/** Days for which events are kept that can be pulled, or were missed. */
export const WEBHOOK_EVENT_DAYS = 7;
/** `wanted`: types that any endpoint of the environment takes, switched on or not. */
export const KEPT_EVENTS = ["wanted", "all"] as const;
export type KeptEvents = (typeof KEPT_EVENTS)[number];
/** Events of one pull. */
export const WEBHOOK_PULLED_MAX = 500;
/** Days until the log forgets an event. */
export const WEBHOOK_RETENTION_DAYS = 30;
/** An endpoint that has failed for so long, without any success between, is disabled. */
export const WEBHOOK_FAILING_DAYS_MAX = 5;
