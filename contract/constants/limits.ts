/** Days until a run, its jobs and details, and a message of a channel other than in-app expire: product.md section 9. */
export const RETENTION_DAYS = 30;
/** Days until an in-app message expires. */
export const IN_APP_RETENTION_DAYS = 365;

export const BULK_EVENTS_MAX = 100;
export const BULK_SUBSCRIBERS_MAX = 500;
/** Body limit of calls that carry events, workflows or layouts, in bytes. */
export const LARGE_BODY_BYTES = 20 * 1024 * 1024;
/** Body limit of all other calls: a bulk of 500 subscribers must fit. */
export const BODY_BYTES = 2 * 1024 * 1024;

/** Counts shown in the inbox stop here: api-workflows-and-widget.md 6.1. */
export const COUNT_CAP = 100;
