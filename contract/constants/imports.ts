/** Kinds of files. Preferences include the hours of subscribers. */
export const DATA_KINDS = ["subscribers", "topics", "preferences", "suppressions"] as const;
export type DataKind = (typeof DATA_KINDS)[number];

/** `json` is one array of objects, `ndjson` one object in each line. */
export const IMPORT_FORMATS = ["csv", "json", "ndjson"] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

export const EXPORT_FORMATS = ["csv", "ndjson"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** `pending` until the engine has begun. A canceled import keeps what was written by then. */
export const IMPORT_STATES = ["pending", "running", "completed", "canceled"] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

export const ERASURE_STATES = ["running", "completed"] as const;
export type ErasureState = (typeof ERASURE_STATES)[number];

/** Lines of one file, its bytes, and bytes of one line. */
export const IMPORT_LINES_MAX = 100_000;
export const IMPORT_MAX_BYTES = 50 * 1024 * 1024;
export const IMPORT_LINE_MAX_BYTES = 256 * 1024;
/** Problems of one file that are listed; all are counted. */
export const IMPORT_PROBLEMS_MAX = 1_000;
/** Characters of the `columns` of a call: addresses are no longer. */
export const IMPORT_COLUMNS_MAX = 8_000;
/** Imports of one environment that may be under way at once. */
export const OPEN_IMPORTS_MAX = 3;

/** Columns by kind, in the order of an export. `data` is JSON; single values come as columns `data.<name>` too. */
export const DATA_COLUMNS = {
  subscribers: ["subscriberId", "firstName", "lastName", "email", "phone", "avatar", "locale", "timezone", "data"],
  topics: ["topicKey", "name", "data", "subscriberId"],
  preferences: [
    "subscriberId",
    "workflow",
    "enabled",
    "in_app",
    "email",
    "sms",
    "chat",
    "push",
    "schedule",
    "contextKeys",
  ],
  suppressions: ["address", "channel", "reason", "stream", "note"],
} as const satisfies Record<DataKind, readonly string[]>;
