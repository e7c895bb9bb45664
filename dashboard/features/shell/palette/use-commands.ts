import {
  ArrowLeftRight,
  BookOpen,
  Building2,
  Copy,
  FileText,
  History as HistoryIcon,
  Keyboard,
  LogOut,
  Monitor,
  Moon,
  PanelLeft,
  Settings as SettingsIcon,
  Sun,
} from "lucide-react";
import type { Environment } from "#contract/accounts/environments.ts";
import type { Organization } from "#contract/accounts/organizations.ts";
import type { Membership } from "#dashboard/app/membership.ts";
import { contextPaths } from "#dashboard/app/page-settings.ts";
import { copyOrShow } from "#dashboard/components/controls/copy-or-show.ts";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { type Preferences, THEMES, usePreferences } from "#dashboard/preferences.ts";
import { settingsGroups } from "#dashboard/settings-pages.ts";
import { SECTIONS, type SectionPath, WELCOME } from "../navigation.tsx";
import type { PaletteEntry, PaletteSection } from "./palette-entry.ts";
import { SECTION_LISTS } from "./section-lists.ts";

const THEME_ICONS = { light: Sun, dark: Moon, system: Monitor } as const;

export interface CommandOptions {
  membership: Membership;
  /** The organisations of the member. */
  organizations: readonly Organization[];
  /** The environment that is open. */
  current: Environment | undefined;
  /** The pages of the workflow that is open. */
  workflowPages: readonly { name: string; onOpen: () => void }[];
  onSection: (path: SectionPath) => void;
  onSwitch: (environmentId: string) => void;
  onSwitchOrganization: (organizationId: string) => void;
  onShowShortcuts: () => void;
  onSignOut: () => void;
}

export function useCommands(options: CommandOptions): PaletteSection[] {
  const preferences = usePreferences();
  const ofWorkflow = options.workflowPages.map(({ name, onOpen }) => ({
    id: `workflow-page:${name}`,
    text: name,
    keywords: name === "History" ? "versions compare restore" : "",
    Icon: name === "History" ? HistoryIcon : FileText,
    run: onOpen,
  }));
  return [
    ...(ofWorkflow.length > 0 ? [{ heading: "This workflow", entries: ofWorkflow }] : []),
    { heading: "Pages", entries: pageEntries(options, preferences) },
    {
      heading: "Actions",
      entries: [
        ...environmentEntries(options),
        ...appearanceEntries(preferences),
        {
          id: "shortcuts",
          text: "Show the keyboard shortcuts",
          keywords: "help keys",
          Icon: Keyboard,
          run: options.onShowShortcuts,
        },
        {
          id: "docs",
          text: "Open the API reference",
          keywords: "help documentation docs",
          Icon: BookOpen,
          run: () => void window.open(`${contextPaths.api}/docs`, "_blank", "noreferrer"),
        },
        { id: "sign-out", text: "Sign out", keywords: "log out logout", Icon: LogOut, run: options.onSignOut },
      ],
    },
  ];
}

function pageEntries({ onSection, membership }: CommandOptions, { set }: Preferences): PaletteEntry[] {
  const pages = [
    ...SECTIONS.map((page) => ({ page, detail: `g ${page.letter}` })),
    ...SECTION_LISTS.map((page) => ({ page, detail: page.section })),
  ];
  return [
    ...pages.map(({ page: { to, name, Icon }, detail }) => ({
      id: `page:${to}`,
      text: name,
      detail,
      Icon,
      run: () => onSection(to),
    })),
    ...settingsGroups((permission) => membership.permissions.includes(permission)).flatMap(({ pages: ofGroup }) =>
      ofGroup.map(({ to, name, keywords = "" }) => ({
        id: `page:${to}`,
        text: name,
        detail: "Settings",
        keywords: `settings ${keywords}`,
        Icon: SettingsIcon,
        run: () => onSection(to),
      })),
    ),
    {
      id: `page:${WELCOME.to}`,
      text: WELCOME.name,
      keywords: "welcome first notification",
      Icon: WELCOME.Icon,
      run: () => {
        set({ welcomeDismissed: false });
        onSection(WELCOME.to);
      },
    },
  ];
}

function environmentEntries(options: CommandOptions): PaletteEntry[] {
  const { membership, organizations, current, onSwitch, onSwitchOrganization } = options;
  const switches = membership.environments
    .filter(({ _id }) => _id !== current?._id)
    .map(({ _id, name }) => ({
      id: `environment:${_id}`,
      text: `Switch to ${name}`,
      keywords: "environment",
      Icon: ArrowLeftRight,
      run: () => onSwitch(_id),
    }));
  const others = organizations
    .filter(({ _id }) => _id !== membership.organization._id)
    .map(({ _id, name }) => ({
      id: `organization:${_id}`,
      text: `Open ${name}`,
      keywords: "organisation switch",
      Icon: Building2,
      run: () => onSwitchOrganization(_id),
    }));
  if (!current) return [...switches, ...others];
  const identifier = {
    id: "copy:identifier",
    text: "Copy the application identifier",
    detail: current.identifier,
    keywords: "environment",
    Icon: Copy,
    run: () => void copy(current.identifier),
  };
  return [...switches, ...others, identifier];
}

function appearanceEntries({ theme, sidebarCollapsed, set }: Preferences): PaletteEntry[] {
  const themes = THEMES.filter((other) => other !== theme).map((other) => ({
    id: `theme:${other}`,
    text: other === "system" ? "Use the theme of the system" : `Use the ${other} theme`,
    keywords: "theme toggle mode colours appearance dark light",
    Icon: THEME_ICONS[other],
    run: () => set({ theme: other }),
  }));
  const sidebar = {
    id: "sidebar",
    text: sidebarCollapsed ? "Expand the sidebar" : "Collapse the sidebar",
    Icon: PanelLeft,
    run: () => set({ sidebarCollapsed: !sidebarCollapsed }),
  };
  return [...themes, sidebar];
}

async function copy(identifier: string): Promise<void> {
  if (await copyOrShow(identifier, "identifier")) showToast({ tone: "success", text: `Copied ${identifier}` });
}
