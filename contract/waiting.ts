import { z } from "zod";
import { CHANNELS, STEP_TYPES } from "./constants/channels.ts";
import { TRANSACTION_ID_MAX } from "./constants/limits.ts";
import { WAITING_KINDS } from "./constants/waiting-kinds.ts";
import { KEY, READER } from "./schemas/access.ts";
import { data, Id, Moment, referenceUpTo } from "./schemas/common.ts";
import { CappedCount, keysetPage, keysetQuery } from "./schemas/keyset.ts";
import { operations } from "./schemas/operations.ts";

const workflow = z.object({ _id: z.string(), identifier: z.string(), name: z.string() });

/** Something that waits, and until when. */
export const Waiting = z.object({
  _id: z.string(),
  kind: z.enum(WAITING_KINDS),
  dueAt: Moment,
  /** Since when. */
  since: Moment.optional(),
  workflow,
  transactionId: z.string(),
  _notificationId: z.string(),
  /** Absent for a subscriber that has been deleted. */
  subscriberId: z.string().optional(),
  step: z.object({ _id: z.string(), type: z.enum(STEP_TYPES) }).optional(),
  /** Of a retry; `isTrying` while it is being sent. */
  channel: z.enum(CHANNELS).optional(),
  providerId: z.string().optional(),
  isTrying: z.boolean().optional(),
  attempts: z.number().int().optional(),
  /** The last failure. */
  error: z.string().optional(),
  /** The execution in the Temporal UI, where one is configured. */
  engineUrl: z.string().optional(),
});
export type Waiting = z.infer<typeof Waiting>;

const filter = {
  /** Belfry's id of a workflow. */
  workflowId: Id.optional(),
  /** One event. */
  transactionId: referenceUpTo(TRANSACTION_ID_MAX).optional(),
};

const page = keysetQuery();

export const ListWaiting = z.object({
  ...page,
  before: page.cursor.describe("The `previous` of a page, in the place of `cursor`: the items before it"),
  ...filter,
  kind: z
    .enum(WAITING_KINDS, { error: `must be one of the following values: ${WAITING_KINDS.join(", ")}` })
    .optional()
    .describe("Looked for among the next 5,000 waiting runs of each workflow"),
});
/** `previous` is null on the first page. */
export const WaitingPage = keysetPage(Waiting).extend({ previous: z.string().nullable() });

export const CountWaiting = z.object(filter);
/** The number of what waits of one kind and workflow. */
export const WaitingCount = CappedCount.extend({ kind: z.enum(WAITING_KINDS), workflow, nextDueAt: Moment });
export type WaitingCount = z.infer<typeof WaitingCount>;

export const waitingOperations = operations("waiting", {
  listWaiting: {
    route: "GET /v1/waiting",
    client: "waiting.list",
    summary: "List waiting work: delays, digests, held runs and retries, soonest first",
    access: [KEY, READER],
    query: ListWaiting,
    answer: { 200: WaitingPage },
  },

  countWaiting: {
    route: "GET /v1/waiting/counts",
    client: "waiting.count",
    summary: "Count the waiting work by kind and workflow",
    access: [KEY, READER],
    query: CountWaiting,
    answer: { 200: data(z.array(WaitingCount)) },
  },
});
