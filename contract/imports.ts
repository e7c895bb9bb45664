import { z } from "zod";
import { Id, Moment, owned, queryBoolean, queryNumber, referenceUpTo, textUpTo } from "./common.ts";
import { DATA_KINDS, ERASURE_STATES, EXPORT_FORMATS, IMPORT_FORMATS, IMPORT_STATES } from "./constants/imports.ts";
import { IDENTIFIER_MAX, NAME_MAX, SUBSCRIBER_ID_MAX } from "./constants/limits.ts";
import { SubscriberHoursChange } from "./subscriber-hours.ts";
import { CreateSubscriber, SubscriberData, SubscriberId } from "./subscribers.ts";
import { CreateTopic } from "./topics.ts";

const kind = z.enum(DATA_KINDS, { error: `must be ${DATA_KINDS.join(", ")}` });

/** The file is the body. Its format follows from the content type when it is not said here. */
export const CreateImport = z.object({
  kind,
  format: z.enum(IMPORT_FORMATS, { error: `must be ${IMPORT_FORMATS.join(", ")}` }).optional(),
  dryRun: queryBoolean(),
});
export type CreateImport = z.infer<typeof CreateImport>;

/** A subscriber of a file. As in calls, what is not given stays, and an empty address erases the stored one. */
export const SubscriberLine = CreateSubscriber.omit({ channels: true });
export type SubscriberLine = z.infer<typeof SubscriberLine>;

/** A topic of a file, and one of its members. */
export const TopicLine = z.object({
  topicKey: CreateTopic.shape.key,
  name: textUpTo(NAME_MAX).nullish(),
  data: SubscriberData.nullish(),
  subscriberId: SubscriberId.nullish(),
});
export type TopicLine = z.infer<typeof TopicLine>;

const choice = z.boolean({ error: "must be true or false" }).nullish();

/** Choice of a subscriber for one workflow, or for all where the line names none. */
export const PreferenceLine = z.object({
  subscriberId: SubscriberId,
  /** Identifier or id. */
  workflow: referenceUpTo(IDENTIFIER_MAX).nullish(),
  enabled: choice,
  in_app: choice,
  email: choice,
  sms: choice,
  chat: choice,
  push: choice,
  /** Hours of the subscriber, in a line without a workflow. */
  schedule: SubscriberHoursChange.nullish(),
});
export type PreferenceLine = z.infer<typeof PreferenceLine>;

export const ByImport = z.object({ id: Id });

export const Import = z.object({
  ...owned(),
  kind: z.enum(DATA_KINDS),
  format: z.enum(IMPORT_FORMATS),
  /** Only checked: `created` and others say what would have happened. */
  dryRun: z.boolean(),
  /** `canceled`: what was written by then stays. */
  state: z.enum(IMPORT_STATES),
  /** Lines of the file, and those that were worked off: the sum of the four below. */
  total: z.number().int(),
  done: z.number().int(),
  created: z.number().int(),
  updated: z.number().int(),
  unchanged: z.number().int(),
  /** Lines with a problem, which were not written. */
  failed: z.number().int(),
  createdAt: Moment,
  finishedAt: Moment.optional(),
});
export type Import = z.infer<typeof Import>;

export const ListImports = z.object({ limit: queryNumber(20, 1, 100), cursor: z.string().optional() });
export const ImportPage = z.object({ data: z.array(Import), hasMore: z.boolean(), next: z.string().nullable() });

export const ListProblems = z.object({ limit: queryNumber(100, 1, 1_000), cursor: queryNumber(0, 0, 1_000_000) });
export const ImportProblem = z.object({
  /** Of the file, from 1; the header is the first line of a CSV file. */
  line: z.number().int(),
  /** Absent for a problem of the whole line. */
  field: z.string().optional(),
  /** Says what the value must be. */
  message: z.string(),
});
export type ImportProblem = z.infer<typeof ImportProblem>;
/** In the order of the file. The first 1,000 problems are listed; `failed` of the import counts all lines with one. */
export const ImportProblemPage = z.object({
  data: z.array(ImportProblem),
  hasMore: z.boolean(),
  next: z.number().int().nullable(),
});

export const ExportKind = z.object({ kind });
export const ExportQuery = z.object({
  format: z.enum(EXPORT_FORMATS, { error: `must be ${EXPORT_FORMATS.join(" or ")}` }).default("csv"),
});

export const ByErasure = z.object({ id: Id });
/** The removal of a subscriber's data. It names nobody once it has ended. */
export const Erasure = z.object({
  ...owned(),
  /** The customer's id, until the erasure has ended. */
  subscriberId: textUpTo(SUBSCRIBER_ID_MAX).optional(),
  state: z.enum(ERASURE_STATES),
  /** Runs that were ended because of it, and rows from which something was removed. */
  endedRuns: z.number().int(),
  erasedRows: z.number().int(),
  createdAt: Moment,
  finishedAt: Moment.optional(),
});
export type Erasure = z.infer<typeof Erasure>;
