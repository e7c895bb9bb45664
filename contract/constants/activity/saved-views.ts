/** Lists whose filters can be kept. */
export const VIEWED_LISTS = ["runs", "messages", "waiting", "errors"] as const;
export type ViewedList = (typeof VIEWED_LISTS)[number];

/** Views of one member in an environment. */
export const SAVED_VIEWS_MAX = 50;
export const VIEW_SEARCH_MAX = 2_000;
