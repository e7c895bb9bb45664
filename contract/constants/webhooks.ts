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
/** Events that one call sends again, at most. */
export const WEBHOOK_RESENT_MAX = 20_000;
/** Days until the log forgets an event. */
export const WEBHOOK_RETENTION_DAYS = 30;
/** An endpoint that has failed for so long, without any success between, is disabled. */
export const WEBHOOK_FAILING_DAYS_MAX = 5;
