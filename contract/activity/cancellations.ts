import { z } from "zod";
import { STEP_TYPES } from "../constants/channels.ts";
import { RESUMPTION_NAME_MAX, RESUMPTION_RUNS_MAX, RESUMPTION_STATES } from "../constants/resumptions.ts";
import { AskedBy, list, namesOneSelection, ONE_SELECTION, ResumableFilter } from "../resumptions.ts";
import { KEY, MEMBER, READER } from "../schemas/access.ts";
import { data, example, filledText, Id, Moment, owned, queryNumber } from "../schemas/common.ts";
import { operations } from "../schemas/operations.ts";

/** Common traits of runs. A channel has to fit a step of the run that has not begun. */
export const CancelableFilter = ResumableFilter.pick({
  templates: true,
  transactionId: true,
  subscriberIds: true,
  channels: true,
  from: true,
  to: true,
  dryRuns: true,
});
export type CancelableFilter = z.infer<typeof CancelableFilter>;

/** Either runs by their ids, or all runs that have something in common. An empty filter means all runs that can be cancelled. */
export const CreateCancellation = z
  .strictObject({
    name: filledText(RESUMPTION_NAME_MAX).optional(),
    runIds: list(Id, RESUMPTION_RUNS_MAX).optional(),
    filter: CancelableFilter.optional(),
  })
  .refine(namesOneSelection, ONE_SELECTION)
  .meta(example({ filter: { channels: ["email"] } }));
export type CreateCancellation = z.infer<typeof CreateCancellation>;

export const Cancellation = z
  .object({
    ...owned(),
    name: z.string().optional(),
    runIds: z.array(z.string()).optional(),
    filter: CancelableFilter.optional(),
    state: z.enum(RESUMPTION_STATES),
    /** Runs that match; as long as they are counted, those found so far. */
    total: z.number().int(),
    /** Runs that were cancelled. */
    done: z.number().int(),
    /** Runs that could not be cancelled, and those that had ended meanwhile. */
    failed: z.number().int(),
    skipped: z.number().int(),
    reasons: z.array(z.object({ reason: z.string(), message: z.string(), runs: z.number().int() })),
    createdBy: AskedBy.optional(),
    createdAt: Moment,
    finishedAt: Moment.optional(),
  })
  .meta({ id: "Cancellation" });
export type Cancellation = z.infer<typeof Cancellation>;

export const CancellationPreview = z.object({
  /** Runs with a step that has not begun, among those that were looked at. */
  runs: z.number().int(),
  /** False where only the latest 10,000 runs were looked at, and there are more. */
  isExact: z.boolean(),
  /** Workflows with most runs first; the name is null for one that was deleted. */
  byWorkflow: z.array(z.object({ _id: z.string(), name: z.string().nullable(), runs: z.number().int() })),
  /** `waiting`: at a delay, a digest, or for an event. `sending`: the message on its way is sent, later steps are cancelled. */
  byState: z.array(z.object({ state: z.enum(["waiting", "sending", "running"]), runs: z.number().int() })),
  /** Steps that would be cancelled, most frequent type first. */
  byStep: z.array(z.object({ type: z.enum(STEP_TYPES), steps: z.number().int() })),
});
export type CancellationPreview = z.infer<typeof CancellationPreview>;

const params = z.object({ cancellationId: Id });

export const cancellationOperations = operations("notifications", {
  cancelRun: {
    route: "POST /v1/notifications/:runId/cancel",
    client: "notifications.cancel",
    summary: "Cancel the steps of a run that have not started; sends in progress are not interrupted",
    access: [KEY, MEMBER],
    limit: "triggers",
    audit: "cancellation.created",
    params: z.object({ runId: Id }),
    answer: { 202: data(Cancellation) },
    failures: ["not_found"],
  },

  createCancellation: {
    route: "POST /v1/notifications/cancellations",
    client: "notifications.createCancellation",
    summary: "Cancel the unstarted steps of runs, by id or by filter",
    description:
      "The events of the runs are not cancelled: other runs of them continue. A run that ends meanwhile is counted as ended.",
    access: [KEY, MEMBER],
    limit: "triggers",
    audit: "cancellation.created",
    body: CreateCancellation,
    answer: { 202: data(Cancellation) },
  },

  previewCancellation: {
    route: "POST /v1/notifications/cancellations/preview",
    client: "notifications.previewCancellation",
    summary: "Count the runs that a cancellation would cancel, by workflow and state; nothing is changed",
    access: [KEY, READER],
    limit: "triggers",
    audit: { none: "it changes nothing" },
    body: CreateCancellation,
    answer: { 200: data(CancellationPreview) },
  },

  listCancellations: {
    route: "GET /v1/notifications/cancellations",
    client: "notifications.listCancellations",
    summary: "List the latest cancellations of runs, newest first",
    access: [KEY, READER],
    query: z.object({ limit: queryNumber(10, 1, 100) }),
    answer: { 200: data(z.array(Cancellation)) },
  },

  getCancellation: {
    route: "GET /v1/notifications/cancellations/:cancellationId",
    client: "notifications.getCancellation",
    summary: "Get the progress of a cancellation, with what it could not cancel",
    access: [KEY, READER],
    params,
    answer: { 200: data(Cancellation) },
    failures: ["not_found"],
  },

  endCancellation: {
    route: "DELETE /v1/notifications/cancellations/:cancellationId",
    client: "notifications.endCancellation",
    summary: "Stop a cancellation; cancelled runs stay cancelled",
    access: [KEY, MEMBER],
    audit: "cancellation.canceled",
    params,
    answer: { 200: data(Cancellation) },
    failures: ["not_found"],
  },
});
