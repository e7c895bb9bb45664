import type { Permission } from "#contract/constants/permission-names.ts";

/** A page of the settings. Without its permission it says that the member has no access, and the list of pages does not have it. */
interface SettingsPage {
  to: string;
  name: string;
  permission: Permission;
  /** Words by which the command palette finds it, too. */
  keywords?: string;
}

/** The pages under their headings, in the order of the list. */
const SETTINGS_GROUPS = {
  environment: "This environment",
  organization: "Organisation",
  person: "You",
  installation: "Installation",
} as const;
type SettingsGroup = keyof typeof SETTINGS_GROUPS;

export const SETTINGS_PAGES = {
  environment: [
    { to: "/settings/api-keys", name: "API keys", permission: "keys.read" },
    {
      to: "/settings/environment-variables",
      name: "Environment variables",
      permission: "environment.read",
      keywords: "env secrets",
    },
    { to: "/settings/test-delivery", name: "Test delivery", permission: "environment.read" },
    {
      to: "/settings/safety-caps",
      name: "Safety caps",
      permission: "environment.read",
      keywords: "pauses paused continue discard",
    },
    {
      to: "/settings/inbound-mail",
      name: "Inbound mail",
      permission: "environment.read",
      keywords: "replies mx dns domain",
    },
    { to: "/settings/feeds", name: "Feeds", permission: "environment.read", keywords: "inbox tabs" },
    { to: "/settings/groups", name: "Groups", permission: "environment.read", keywords: "notification groups" },
    { to: "/settings/retention", name: "Retention", permission: "environment.read", keywords: "disk clean-up days" },
  ],
  organization: [
    { to: "/settings/organisation", name: "Organisation", permission: "organization.read" },
    { to: "/settings/branding", name: "Branding", permission: "organization.read", keywords: "logo colours font" },
    { to: "/settings/environments", name: "Environments", permission: "organization.read" },
    { to: "/settings/members", name: "Members", permission: "organization.read" },
    { to: "/settings/roles", name: "Roles", permission: "organization.read" },
    {
      to: "/settings/plan",
      name: "Plan and usage",
      permission: "organization.read",
      keywords: "limits quota events billing",
    },
    { to: "/settings/audit-log", name: "Audit log", permission: "audit.read", keywords: "history who changed what" },
  ],
  person: [
    { to: "/settings/profile", name: "Profile", permission: "organization.read" },
    { to: "/settings/security", name: "Security", permission: "organization.read" },
  ],
  installation: [
    { to: "/settings/system", name: "System", permission: "environment.read", keywords: "version health status" },
  ],
} as const satisfies Record<SettingsGroup, readonly SettingsPage[]>;

export type SettingsPath = (typeof SETTINGS_PAGES)[SettingsGroup][number]["to"];
interface AllowedPage extends SettingsPage {
  to: SettingsPath;
}

const GROUPS = Object.entries<readonly AllowedPage[]>(SETTINGS_PAGES);

export const settingsPage = (path: SettingsPath): AllowedPage | undefined =>
  GROUPS.flatMap(([, pages]) => pages).find(({ to }) => to === path);

/** Returns the pages that a member may open, under their headings. */
export function settingsGroups(may: (permission: Permission) => boolean): { name: string; pages: AllowedPage[] }[] {
  return GROUPS.map(([group, pages]) => ({
    // The keys of both are the same.
    name: SETTINGS_GROUPS[group as SettingsGroup],
    pages: pages.filter(({ permission }) => may(permission)),
  })).filter(({ pages }) => pages.length > 0);
}
