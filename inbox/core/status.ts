/**
 * Status of a session or a feed, as the one value components render from.
 * `refreshing`, `loading-more`, `offline` and a late `error` keep what was shown before.
 */
export type InboxStatus = "idle" | "loading" | "ready" | "refreshing" | "loading-more" | "offline" | "error";
