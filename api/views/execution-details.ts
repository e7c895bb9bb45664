import type { ExecutionDetail } from "#contract/execution-details.ts";
import type { DetailRow } from "#db/queries/activity/execution-details.ts";
import { datedFields, ownedFields, withoutNulls } from "./fields.ts";

export const executionDetailView = (row: DetailRow): ExecutionDetail => ({
  ...ownedFields(row),
  _jobId: row.jobId,
  _notificationId: row.runId,
  _notificationTemplateId: row.workflowId,
  _subscriberId: row.subscriberId,
  transactionId: row.transactionId,
  channel: row.channel,
  detail: row.detail,
  source: row.source,
  status: row.status,
  isTest: false,
  isRetry: row.isRetry,
  ...withoutNulls({
    _messageId: row.messageId,
    providerId: row.providerId,
    raw: row.raw,
    webhookStatus: row.webhookStatus,
  }),
  // A fact does not change after it happened.
  ...datedFields({ createdAt: row.createdAt, updatedAt: row.createdAt }),
});
