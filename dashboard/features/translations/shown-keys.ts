// Addresses name these: every screen loads them, and nothing else of translations.

/** The ways in which a text is not done. */
export const OPEN_STATES = ["missing", "outdated", "placeholders"] as const;
export type OpenState = (typeof OPEN_STATES)[number];

/** The keys that the grid shows: all, those with an open text, or those that no template prints. */
export const SHOWN_KEYS = [...OPEN_STATES, "unused"] as const;
export type ShownKeys = (typeof SHOWN_KEYS)[number];
