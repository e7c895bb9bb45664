import type { Permission } from "#contract/constants/permission-names.ts";

/** Permissions as people read them. */
export const PERMISSION_TITLES: Readonly<Record<Permission, string>> = {
  "environment.read": "Read environments",
  "environment.use": "Work in environments",
  "content.edit": "Edit content",
  "content.publish": "Publish content",
  "keys.read": "See API keys",
  "keys.manage": "Manage API keys",
  "environment.limit": "Set limits",
  "data.transfer": "Import, export and erase data",
  "environment.manage": "Manage environments",
  "webhooks.manage": "Manage webhooks",
  "webhooks.pull": "Pull events",
  "organization.read": "Read the organisation",
  "organization.manage": "Manage the organisation",
  "audit.read": "Read the audit log",
  "members.manage": "Manage members",
  "roles.manage": "Manage roles",
};
