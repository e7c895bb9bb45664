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

/** `waiting`: another member has to approve it. `published`: it was carried out, whatever became of each item. */
export const PUBLICATION_STATES = ["waiting", "published", "declined", "withdrawn"] as const;
export type PublicationState = (typeof PUBLICATION_STATES)[number];

/** Kinds of what a publication has, in the order in which it is published: what others need comes first. */
export const PUBLICATION_KINDS = ["translation_group", "layout", "workflow"] as const;
export type PublicationKind = (typeof PUBLICATION_KINDS)[number];

/** Workflows, layouts and translation groups of a publication. */
export const PUBLICATION_ITEMS_MAX = 100;
/** Characters of what is said with a publication, or with the refusal of one. */
export const PUBLICATION_NOTE_MAX = 1_000;
