/** `pinned`: the version by which a run began. `current`: the workflow as it is now, whose steps are matched by their ids. */
export const RESUMPTION_VERSIONS = ["pinned", "current"] as const;

/** Purposes of a selection of runs: to execute again what failed or was not sent, or to cancel what has not begun. */
export const RESUMPTION_KINDS = ["resume", "cancel"] as const;
export type ResumptionKind = (typeof RESUMPTION_KINDS)[number];

export const RESUMPTION_STATES = ["counting", "running", "completed", "canceled"] as const;

/** In characters. */
export const RESUMPTION_NAME_MAX = 200;

/** The longest time over which runs are resumed: a day. */
export const RESUMPTION_SPREAD_MAX_SECONDS = 86_400;

/** Runs that can be named by their ids. */
export const RESUMPTION_RUNS_MAX = 1_000;

/** Values of one trait that a filter can have. */
export const RESUMPTION_VALUES_MAX = 100;
