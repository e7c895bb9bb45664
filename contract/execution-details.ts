import { z } from "zod";
import { STEP_TYPES } from "./constants/channels.ts";
import { LOG_CODES } from "./constants/log-codes.ts";
import { EXECUTION_SOURCES, EXECUTION_STATUSES } from "./constants/statuses.ts";
import { KEY, READER } from "./schemas/access.ts";
import { data, Id, Moment, owned } from "./schemas/common.ts";
import { operations } from "./schemas/operations.ts";

/** One fact of a job's history. */
export const ExecutionDetail = z
  .object({
    ...owned(),
    _jobId: z.string(),
    _notificationId: z.string(),
    _notificationTemplateId: z.string(),
    _subscriberId: z.string(),
    _messageId: z.string().optional(),
    providerId: z.string().optional(),
    transactionId: z.string(),
    channel: z.enum(STEP_TYPES),
    detail: z.string(),
    source: z.enum(EXECUTION_SOURCES),
    status: z.enum(EXECUTION_STATUSES),
    isTest: z.boolean(),
    isRetry: z.boolean(),
    /** JSON text. */
    raw: z.string().optional(),
    webhookStatus: z.string().optional(),
    code: z
      .literal(Object.values(LOG_CODES))
      .optional()
      .describe("Names what happened by a number, where it has one, as log lines do."),
    createdAt: Moment,
    updatedAt: Moment,
  })
  .meta({ id: "ExecutionDetail" });
export type ExecutionDetail = z.infer<typeof ExecutionDetail>;

export const ListExecutionDetails = z.object({ notificationId: Id, subscriberId: z.string() });

export const executionDetailOperations = operations("execution-details", {
  listExecutionDetails: {
    route: "GET /v1/execution-details",
    client: "executionDetails.get",
    summary: "List the execution details of a run for a subscriber",
    access: [KEY, READER],
    query: ListExecutionDetails,
    answer: { 200: data(z.array(ExecutionDetail)) },
    failures: ["not_found"],
  },
});
