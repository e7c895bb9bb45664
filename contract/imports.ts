import { z } from "zod";
import {
  DATA_KINDS,
  ERASURE_STATES,
  EXPORT_FORMATS,
  IMPORT_COLUMNS_MAX,
  IMPORT_FORMATS,
  IMPORT_MAX_BYTES,
  IMPORT_STATES,
} from "./constants/imports.ts";
import { IDENTIFIER_MAX, NAME_MAX, SUBSCRIBER_ID_MAX } from "./constants/limits.ts";
import { isJsonObject } from "./constants/values/json-object.ts";
import { DATA_ADMIN, KEY } from "./schemas/access.ts";
import { data, Id, Moment, owned, queryBoolean, queryNumber, referenceUpTo, textUpTo } from "./schemas/common.ts";
import { ContextKeysCell } from "./schemas/contexts.ts";
import { unparsed } from "./schemas/media.ts";
import { operations } from "./schemas/operations.ts";
import { SubscriberHoursChange } from "./schemas/subscriber-hours.ts";
import { BySubscriber, CreateSubscriber, SubscriberData, SubscriberId } from "./subscribers.ts";
import { CreateTopic } from "./topics.ts";

const kind = z.enum(DATA_KINDS, { error: `must be ${DATA_KINDS.join(", ")}` });

/**
 * Fields by the names of columns that the file gives them, as JSON text: `{"E-mail": "email", "Company": "data.company", "Notes": null}`.
 * Null leaves a column out. Columns that are not named here have the names of fields.
 */
const ImportColumns = textUpTo(IMPORT_COLUMNS_MAX).transform((text, context): ReadonlyMap<string, string | null> => {
  const columns = columnsIn(text);
  if (columns) return columns;
  context.addIssue({
    code: "custom",
    message: 'must be a JSON object of fields by column, such as {"E-mail": "email"}',
  });
  return z.NEVER;
});

function columnsIn(text: string): ReadonlyMap<string, string | null> | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    if (!isJsonObject(parsed)) return undefined;
    const fields = Object.entries(parsed);
    if (!fields.every((entry): entry is [string, string | null] => entry[1] === null || typeof entry[1] === "string"))
      return undefined;
    return new Map(fields);
  } catch {
    return undefined;
  }
}

/** The file is the body. Its format follows from the content type when it is not said here. */
export const CreateImport = z.object({
  kind,
  format: z.enum(IMPORT_FORMATS, { error: `must be ${IMPORT_FORMATS.join(", ")}` }).optional(),
  dryRun: queryBoolean(),
  columns: ImportColumns.optional(),
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
  /** Of exactly which contexts' messages the choice is. */
  contextKeys: ContextKeysCell,
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

export const erasureOperations = operations("erasures", {
  eraseSubscriber: {
    route: "POST /v1/subscribers/:subscriberId/erase",
    client: "subscribers.erase",
    tag: "subscribers",
    summary: "Remove everything that is stored about a subscriber; its runs end first",
    access: [KEY, DATA_ADMIN],
    audit: "subscriber.erased",
    params: BySubscriber,
    answer: { 202: data(Erasure) },
    failures: ["not_found"],
  },

  getErasure: {
    route: "GET /v1/erasures/:id",
    client: "erasures.get",
    summary: "Get the progress of an erasure",
    access: [KEY, DATA_ADMIN],
    params: ByErasure,
    answer: { 200: data(Erasure) },
    failures: ["not_found"],
  },
});

export const exportOperations = operations("exports", {
  exportAll: {
    route: "GET /v1/exports/:kind",
    client: "exports.get",
    summary: "Export all subscribers, topics with members, preferences or suppressions in the format of imports",
    access: [KEY, DATA_ADMIN],
    audit: "data.exported",
    params: ExportKind,
    query: ExportQuery,
    answer: {
      200: {
        description: "The file",
        content: {
          "text/csv": unparsed("string", "subscriberId,firstName,email\r\nada,Ada,ada@example.com\r\n"),
          "application/x-ndjson": unparsed(
            "string",
            '{"subscriberId":"ada","firstName":"Ada","email":"ada@example.com"}\n',
          ),
        },
      },
    },
  },

  exportSubscriber: {
    route: "GET /v1/subscribers/:subscriberId/export",
    client: "subscribers.export",
    tag: "subscribers",
    summary: "Export everything that is stored about a subscriber",
    access: [KEY, DATA_ADMIN],
    audit: "subscriber.exported",
    params: BySubscriber,
    answer: {
      200: {
        description: "The file",
        content: {
          "application/json": unparsed("object", {
            exportedAt: "2026-12-01T09:00:00.000Z",
            subscriber: { subscriberId: "ada", firstName: "Ada", email: "ada@example.com" },
            schedule: null,
            preferences: [],
            topics: [{ key: "crew", name: "Crew" }],
            replies: [],
            runs: [],
            messages: [],
          }),
        },
      },
    },
    failures: ["not_found"],
  },
});

export const importOperations = operations("imports", {
  listImports: {
    route: "GET /v1/imports",
    client: "imports.list",
    summary: "List the imports of the last 30 days, newest first",
    access: [KEY, DATA_ADMIN],
    query: ListImports,
    answer: { 200: ImportPage },
  },

  getImport: {
    route: "GET /v1/imports/:id",
    client: "imports.get",
    summary: "Get an import and its progress",
    access: [KEY, DATA_ADMIN],
    params: ByImport,
    answer: { 200: data(Import) },
    failures: ["not_found"],
  },

  listImportProblems: {
    route: "GET /v1/imports/:id/problems",
    client: "imports.listProblems",
    summary: "List the lines of an import that could not be written, up to 1,000",
    access: [KEY, DATA_ADMIN],
    params: ByImport,
    query: ListProblems,
    answer: { 200: ImportProblemPage },
    failures: ["not_found"],
  },

  cancelImport: {
    route: "POST /v1/imports/:id/cancel",
    client: "imports.cancel",
    summary: "Stop an import; written lines stay",
    access: [KEY, DATA_ADMIN],
    audit: "import.canceled",
    params: ByImport,
    answer: { 200: data(Import) },
    failures: ["not_found"],
  },
});

/** With `format` in the query, any other content type is taken as well. */
const UPLOAD = {
  content: {
    "text/csv": unparsed("string", "subscriberId,firstName,email\nada,Ada,ada@example.com\n"),
    "application/json": unparsed("array", [{ subscriberId: "ada", firstName: "Ada", email: "ada@example.com" }]),
    "application/x-ndjson": unparsed("string", '{"subscriberId":"ada","firstName":"Ada","email":"ada@example.com"}\n'),
  },
};

export const importUploadOperations = operations("imports", {
  createImport: {
    route: "POST /v1/imports",
    client: "imports.create",
    summary: "Import a file: CSV, a JSON array, or a JSON object per line",
    access: [KEY, DATA_ADMIN],
    audit: "import.created",
    bodyLimit: IMPORT_MAX_BYTES,
    query: CreateImport,
    body: UPLOAD,
    answer: { 201: data(Import) },
    failures: ["payload_too_large", "conflict", "unavailable"],
  },
});
