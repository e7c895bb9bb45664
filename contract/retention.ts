import { z } from "zod";
import { REQUEST_DAYS_MAX } from "./constants/activity/requests.ts";
import { RETENTION_MAX_DAYS } from "./constants/limits.ts";
import { ADMIN, KEY, READER } from "./schemas/access.ts";
import { data, example } from "./schemas/common.ts";
import { operations } from "./schemas/operations.ts";

const days = z.int().min(1).max(RETENTION_MAX_DAYS);
const requestDays = z.int().min(1).max(REQUEST_DAYS_MAX);

/** For how many days rows of an environment are kept: runs with their jobs and details, messages, and recorded calls. */
export const RetentionDays = z.object({
  /** After the last of a run's waits. */
  runs: days,
  /** Messages of all channels but in-app, after their step. */
  messages: days,
  inApp: days,
  /** Calls with API keys. */
  requests: requestDays,
});
export type RetentionDays = z.infer<typeof RetentionDays>;

/** Days that are to change; null is the default again. Events that were accepted before keep theirs. */
export const ChangeRetention = z
  .object({
    runs: days.nullish(),
    messages: days.nullish(),
    inApp: days.nullish(),
    requests: requestDays.nullish(),
  })
  .meta(example({ runs: 60, inApp: 365 }));
export type ChangeRetention = z.infer<typeof ChangeRetention>;

/** The last clean-up of one kind of rows, in the whole installation. */
export const CleanUp = z.object({
  kind: z.string(),
  finishedAt: z.string(),
  durationMs: z.number(),
  /** Rows that were deleted one by one, and tables of a month that were dropped as a whole. */
  rows: z.number(),
  partitions: z.array(z.string()),
  /** Expired events whose rows were left, because a run of them still waits. */
  sparedEvents: z.number(),
  /** Why the clean-up of this kind failed; absent when it did not. */
  error: z.string().optional(),
});
export type CleanUp = z.infer<typeof CleanUp>;

export const Retention = z.object({
  days: RetentionDays,
  /** Bytes on disk by table, in the whole installation; an estimate that includes indexes. */
  diskUse: z.record(z.string(), z.number()),
  cleanUps: z.array(CleanUp),
  nextCleanUpAt: z.string(),
});
export type Retention = z.infer<typeof Retention>;

export const retentionOperations = operations("retention", {
  getRetention: {
    route: "GET /v1/retention",
    client: "retention.get",
    summary: "Get how long activity is kept",
    access: [KEY, READER],
    answer: { 200: data(Retention) },
  },

  updateRetention: {
    route: "PATCH /v1/retention",
    client: "retention.update",
    summary: "Set how long activity is kept",
    access: [KEY, ADMIN],
    audit: "environment.updated",
    body: ChangeRetention,
    answer: { 200: data(RetentionDays) },
    failures: ["forbidden"],
  },
});
