export const RECIPIENT_KINDS = ["me", "subscriber", "topic"] as const;
export type RecipientKind = (typeof RECIPIENT_KINDS)[number];
