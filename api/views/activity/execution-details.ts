import { parseExactJson } from "#contract/constants/values/exact-json.ts";
import type { ExecutionDetail } from "#contract/execution-details.ts";
import type { ActivityJob } from "#contract/notifications.ts";
import type { DetailRow } from "#db/queries/activity/execution-details.ts";
import { mapLeaves } from "#domain/values/map-leaves.ts";
import { maskedSecret } from "#domain/values/masked-secret.ts";
import { datedFields, ownedFields, withoutNulls } from "../fields.ts";

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
  SECRET_FIELDS.some((field) => raw.includes(`"${field}":`)) ? JSON.stringify(devicesMasked(parseExactJson(raw))) : raw;

/** The same structure with a mask for each device and address, also those of stored requests and details. */
export const devicesMasked = (value: unknown): unknown =>
  mapLeaves({ value }, (leaf, path) => {
    if (typeof leaf !== "string") return leaf;
    const [list, field] = path.slice(-2);
    const isDevice = [list, field].some((key) => key !== undefined && SECRET_FIELDS.includes(key));
    if (isDevice || (list === "target" && path.includes("request"))) return maskedSecret(leaf);
    return field === "raw" ? withoutDevices(leaf) : leaf;
  }).value;
