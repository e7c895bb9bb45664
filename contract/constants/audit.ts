/** Who changed something: a member of the organisation, an API key, or somebody who tried to sign in. */
export const AUDIT_ACTORS = ["member", "key", "person"] as const;
export type AuditActor = (typeof AUDIT_ACTORS)[number];

/** Entries of one CSV export at most; the next part begins where it ends. */
export const AUDIT_EXPORT_MAX = 10_000;
