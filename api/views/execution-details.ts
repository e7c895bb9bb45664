import type { ExecutionDetail } from "#contract/execution-details.ts";
import type { ActivityJob } from "#contract/notifications.ts";
import type { DetailRow } from "#db/queries/activity/execution-details.ts";
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
    raw: row.raw,
    webhookStatus: row.webhookStatus,
    code: row.code ?? null,
  }),
  // A fact does not change after it happened.
  ...datedFields({ createdAt: row.createdAt, updatedAt: row.createdAt }),
});
