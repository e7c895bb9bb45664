/** All permissions, in the order of their table in `permissions.ts`. Forms need them without the texts of that. */
export const PERMISSION_NAMES = [
  "environment.read",
  "environment.use",
  "content.publish",
  "keys.read",
  "keys.manage",
  "content.edit",
  "environment.limit",
  "data.transfer",
  "environment.manage",
  "webhooks.manage",
  "webhooks.pull",
  "organization.read",
  "organization.manage",
  "audit.read",
  "members.manage",
  "roles.manage",
] as const;
export type Permission = (typeof PERMISSION_NAMES)[number];
