/** Records of the calls of an environment: everything, all but bodies, answers and sentences of errors, or nothing. */
export const RECORDED_REQUESTS = ["everything", "without_bodies", "nothing"] as const;
export type RecordedRequests = (typeof RECORDED_REQUESTS)[number];

/** Methods of calls that are recorded: those that write always, GET only where it was refused. */
export const REQUEST_METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type RequestMethod = (typeof REQUEST_METHODS)[number];

/** Classes of statuses by which requests are filtered. `refused` is every status from 400 on. */
export const REQUEST_STATUS_CLASSES = ["2xx", "3xx", "4xx", "5xx", "refused"] as const;
export type RequestStatusClass = (typeof REQUEST_STATUS_CLASSES)[number];

/** Bytes that are kept of a body and of an answer. */
export const REQUEST_TEXT_BYTES = 16 * 1_024;
/** Characters that are kept of a path, and of a query. */
export const REQUEST_PATH_MAX = 2_048;
/** Sentences of an error that are kept, and the length of each. */
export const REQUEST_SENTENCES_MAX = 20;
export const REQUEST_SENTENCE_MAX = 1_000;

/** Days for which requests are kept, unless an environment chooses others, and the most that it can choose. */
export const REQUEST_DAYS = 7;
export const REQUEST_DAYS_MAX = 90;
