/** Marks of delivered messages; analytics count the first two. */
export const MESSAGE_MARKS = ["read", "clicked", "seen", "archived"] as const;
export type MessageMark = (typeof MESSAGE_MARKS)[number];
