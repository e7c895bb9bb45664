import type { ExecutionStatus } from "./statuses.ts";
import type { WebhookEventType } from "./webhooks.ts";

/** Statuses that vendors report of emails and texts. */
export const REPORT_STATUSES = [
  "created",
  "accepted",
  "queued",
  "sending",
  "sent",
  "deferred",
  "delayed",
  "delivered",
  "opened",
  "clicked",
  "undelivered",
  "failed",
  "rejected",
  "bounced",
  "dropped",
  "blocked",
  "spam",
  "complaint",
  "unsubscribed",
] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];

/** The status of the execution detail that a report leaves. */
export const DETAIL_OF_REPORT = {
  created: "Pending",
  accepted: "Success",
  queued: "Queued",
  sending: "Pending",
  sent: "Success",
  deferred: "Pending",
  delayed: "Pending",
  delivered: "Success",
  opened: "Success",
  clicked: "Success",
  undelivered: "Failed",
  failed: "Failed",
  rejected: "Failed",
  bounced: "Failed",
  dropped: "Failed",
  blocked: "Failed",
  spam: "Failed",
  complaint: "Failed",
  unsubscribed: "Failed",
} as const satisfies Record<ReportStatus, ExecutionStatus>;

/** The event that webhook endpoints are sent for a report; none for the others. */
export const EVENT_OF_REPORT: Partial<Record<ReportStatus, WebhookEventType>> = {
  delivered: "message.delivered",
  opened: "message.opened",
  clicked: "message.clicked",
  bounced: "message.bounced",
  dropped: "message.bounced",
  blocked: "message.bounced",
  rejected: "message.bounced",
  undelivered: "message.bounced",
  failed: "message.bounced",
};
