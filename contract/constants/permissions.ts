import { PERMISSION_NAMES, type Permission } from "./permission-names.ts";
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
 * these (`contract/schemas/access.ts`), and nothing else says what a role allows.
 */
export const PERMISSIONS = {
  "environment.read": {
    roles: MEMBER_ROLES,
    allows:
      "read what an environment holds: workflows, layouts, translations, subscribers, topics, integrations, activity; no keys and no secrets",
  },
  "environment.use": {
    roles: EDITORS,
    allows: "trigger, resume and cancel, and change subscribers, topics, tenants, contexts, schedules and integrations",
  },
  "content.publish": {
    roles: EDITORS,
    allows: "publish workflows and layouts to another environment, and promote changes to Production",
  },
  "keys.read": { roles: ADMINS, allows: "see which API keys there are, with their ends, roles and last use" },
  "keys.manage": { roles: ADMINS, allows: "create, roll, rename and end API keys" },
  "content.edit": {
    roles: EDITORS,
    allows:
      "change workflows, layouts, translations, feeds and groups, but in Production, which gets them by publishing, only the values of controls of code-first steps",
  },
  "environment.limit": {
    roles: ADMINS,
    allows: "change retention and safety caps of an environment, and end its pauses",
  },
  "data.transfer": {
    roles: ADMINS,
    allows:
      "import and export subscribers, topics, preferences and suppressed addresses, and export or erase all data of one subscriber",
  },
  "environment.manage": {
    roles: ADMINS,
    allows: "create, rename, set up and delete environments, and set their variables",
  },
  "webhooks.manage": {
    roles: ADMINS,
    allows: "read and change webhook endpoints of an environment, replace their secrets and send events again",
  },
  "webhooks.pull": {
    roles: ADMINS,
    allows: "pull the events of an environment that webhook endpoints are sent",
  },
  "organization.read": {
    roles: MEMBER_ROLES,
    allows: "read the organisation, its members and its environments, and leave it",
  },
  "organization.manage": { roles: ADMINS, allows: "rename the organisation and change its branding" },
  "audit.read": { roles: ADMINS, allows: "read and export the audit log" },
  "members.manage": { roles: ADMINS, allows: "invite and remove members, change their roles and see their addresses" },
  "roles.manage": { roles: ADMINS, allows: "make roles out of permissions, and change and delete them" },
} as const satisfies Record<Permission, PermissionEntry>;

/** The permissions of a built-in role; none for another name. */
export const permissionsOfRole = (role: string): Permission[] =>
  PERMISSION_NAMES.filter((permission) => PERMISSIONS[permission].roles.some((holder) => holder === role));

/** The permissions of somebody with these roles; `made` are those of the roles that the organisation made itself. */
export const permissionsOf = (roles: readonly string[], made: readonly Permission[] = []): ReadonlySet<Permission> =>
  new Set([...roles.flatMap(permissionsOfRole), ...made]);

/** The permissions of a member, of which every one may see the organisation. */
export const memberPermissions = (
  roles: readonly string[],
  made: readonly Permission[] = [],
): ReadonlySet<Permission> => permissionsOf(roles, ["organization.read", ...made]);
