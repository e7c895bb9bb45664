import type { Permission } from "#contract/constants/permission-names.ts";

/** A page of the settings. Without its permission it says that the member has no access, and the tabs do not have it. */
interface SettingsPage {
  to: string;
  name: string;
  permission: Permission;
}

/** The pages in the order of their tabs. */
export const SETTINGS_PAGES = [
  { to: "/settings/api-keys", name: "API keys", permission: "keys.read" },
  { to: "/settings/members", name: "Members", permission: "organization.read" },
  { to: "/settings/roles", name: "Roles", permission: "organization.read" },
  { to: "/settings/environment-variables", name: "Environment variables", permission: "environment.read" },
  { to: "/settings/test-delivery", name: "Test delivery", permission: "environment.read" },
  { to: "/settings/profile", name: "Profile", permission: "organization.read" },
  { to: "/settings/security", name: "Security", permission: "organization.read" },
] as const satisfies readonly SettingsPage[];

export type SettingsPath = (typeof SETTINGS_PAGES)[number]["to"];

/** Returns the pages that a member may open. */
export const pagesOf = (may: (permission: Permission) => boolean) =>
  SETTINGS_PAGES.filter(({ permission }) => may(permission));
