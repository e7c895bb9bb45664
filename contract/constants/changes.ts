/** Kinds of changes that are promoted. */
export const CHANGE_TYPES = [
  "Feed",
  "MessageTemplate",
  "Layout",
  "DefaultLayout",
  "NotificationTemplate",
  "NotificationGroup",
  "TranslationGroup",
  "Translation",
] as const;
export type ChangeType = (typeof CHANGE_TYPES)[number];
