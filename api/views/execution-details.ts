import type { ExecutionDetail } from "#contract/execution-details.ts";
import type { ActivityJob } from "#contract/notifications.ts";
import type { DetailRow } from "#db/queries/activity/execution-details.ts";
import { mapLeaves } from "#domain/map-leaves.ts";
import { maskedSecret } from "#domain/masked-secret.ts";
import { datedFields, ownedFields, withoutNulls } from "./fields.ts";

export const executionDetailView = (row: DetailRow): ExecutionDetail => ({
  ...jobDetailView(row),
  ...ownedFields(row),
  _notificationId: row.runId,
  _notificationTemplateId: row.workflowId,
  _subscriberId: row.subscriberId,
  transactionId: row.transactionId,
  channel: row.channel,
  ...withoutNulls({ _messageId: row.messageId }),
});

/** A detail inside its job, which says the rest. */
export const jobDetailView = (row: DetailRow): ActivityJob["executionDetails"][number] => ({
  _id: row.id,
  id: row.id,
  _jobId: row.jobId,
  detail: row.detail,
  source: row.source,
  status: row.status,
  isTest: row.isTest,
  isRetry: row.isRetry,
  ...withoutNulls({
    providerId: row.providerId,
    raw: row.raw && withoutDevices(row.raw),
    webhookStatus: row.webhookStatus,
    code: row.code ?? null,
  }),
  // A fact does not change after it happened.
  ...datedFields({ createdAt: row.createdAt, updatedAt: row.createdAt }),
});

/** Fields of a detail that hold devices and addresses of people. */
const SECRET_FIELDS: readonly string[] = ["deviceToken", "deviceTokens", "webhookUrl"];

/** Details that were stored as JSON name the device of a send, and a subscriber's credentials that have none. */
const withoutDevices = (raw: string): string =>
  SECRET_FIELDS.some((field) => raw.includes(`"${field}":`)) ? JSON.stringify(devicesMasked(JSON.parse(raw))) : raw;

/** The same structure with a mask for each device and address. */
export const devicesMasked = (raw: unknown): unknown =>
  mapLeaves({ raw }, (leaf, path) =>
    typeof leaf === "string" && path.slice(-2).some((key) => SECRET_FIELDS.includes(key)) ? maskedSecret(leaf) : leaf,
  ).raw;
