/** `environment`: reaches its environment. `organization`: reaches all environments of its organisation, and what spans them. */
export const API_KEY_TYPES = ["environment", "organization"] as const;
export type ApiKeyType = (typeof API_KEY_TYPES)[number];

/** For how long a key that was rolled may go on beside its successor. */
export const ROLL_OVERLAP_HOURS_MAX = 168;
/** For how long a key may be made to last. */
export const KEY_DAYS_MAX = 3_650;
/** Keys of one environment, and organisation keys of one organisation, that have not expired. */
export const KEYS_MAX = 50;
