/** `resolved` and `ignored` last until the group comes back. */
export const FAILURE_GROUP_STATES = ["open", "resolved", "ignored"] as const;
export type FailureGroupState = (typeof FAILURE_GROUP_STATES)[number];

export const FAILURE_GROUP_ORDERS = ["newest", "most"] as const;
export type FailureGroupOrder = (typeof FAILURE_GROUP_ORDERS)[number];

/** Opens an ignored group: its first failure from a moment on, a minute with so many failures, or so many more failures. */
export type IgnoreRule = { until: string } | { belowPerMinute: number } | { afterMore: number };

export const IGNORED_FAILURES_MAX = 1_000_000;
export const FAILURE_GROUP_REASON_MAX = 500;

/** Groups of an environment. Failures beyond are grouped without code and text. */
export const FAILURE_GROUPS_MAX = 5_000;
/** Subscribers that are told apart in a group. */
export const FAILURE_GROUP_PEOPLE_MAX = 10_000;
/** The last runs of a group that can be opened from it. */
export const FAILURE_GROUP_RUNS = 10;
