/** Units of digests and delays: product.md section 4. */
export const TIME_UNITS = ["seconds", "minutes", "hours", "days", "weeks", "months"] as const;
export type TimeUnit = (typeof TIME_UNITS)[number];

export const DELAY_TYPES = ["regular", "scheduled"] as const;
