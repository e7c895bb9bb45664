import { MEMBER_ROLES, type MemberRole } from "./statuses.ts";

interface PermissionEntry {
  /** Members with one of these roles have it. */
  readonly roles: readonly MemberRole[];
  /** Completes the sentence "A member may ...". */
  readonly allows: string;
}

const ADMINS = ["admin"] as const;
const EDITORS = ["admin", "member"] as const;

/**
 * Permissions of the members of an organisation, by role. Each operation that members may call names one of
 * these (`contract/access.ts`), and nothing else says what a role allows.
 */
export const PERMISSIONS = {
  "environment.read": {
    roles: MEMBER_ROLES,
    allows:
      "read what an environment holds: workflows, layouts, translations, subscribers, topics, integrations, activity; no keys and no secrets",
  },
  "environment.use": {
    roles: EDITORS,
    allows: "trigger, resume and cancel, and change subscribers, topics, tenants, schedules and integrations",
  },
  "keys.read": { roles: EDITORS, allows: "read the API keys of the environments" },
  "content.edit": {
    roles: EDITORS,
    allows:
      "change workflows, layouts, translations, feeds and groups, but not in Production, which gets them by publishing",
  },
  "environment.limit": {
    roles: ADMINS,
    allows: "change retention and safety caps of an environment, and end its pauses",
  },
  "data.transfer": {
    roles: ADMINS,
    allows: "import and export subscribers, topics and preferences, and export or erase all data of one subscriber",
  },
  "environment.manage": {
    roles: ADMINS,
    allows: "create, rename, set up and delete environments, and replace their API keys",
  },
  "webhooks.manage": {
    roles: ADMINS,
    allows: "read and change webhook endpoints of an environment, replace their secrets and send events again",
  },
  "organization.read": {
    roles: MEMBER_ROLES,
    allows: "read the organisation, its members and its environments, and leave it",
  },
  "organization.manage": { roles: ADMINS, allows: "rename the organisation and change its branding" },
  "audit.read": { roles: ADMINS, allows: "read and export the audit log" },
  "members.manage": { roles: ADMINS, allows: "invite and remove members, change their roles and see their addresses" },
} as const satisfies Record<string, PermissionEntry>;

export type Permission = keyof typeof PERMISSIONS;

/** Whether one of the roles has the permission. */
export function allows(roles: readonly MemberRole[], permission: Permission): boolean {
  const holders: readonly MemberRole[] = PERMISSIONS[permission].roles;
  return roles.some((role) => holders.includes(role));
}
