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
  Sun,
} from "lucide-react";
import type { Environment } from "#contract/accounts/environments.ts";
import type { Organization } from "#contract/accounts/organizations.ts";
import { contextPaths } from "#dashboard/app/page-settings.ts";
import { copyOrShow } from "#dashboard/components/controls/copy-or-show.ts";
import { showToast } from "#dashboard/components/overlays/toast.tsx";
import { THEMES, usePreferences } from "#dashboard/preferences.ts";
import { SECTION_LISTS, SECTIONS, type SectionPath, WELCOME } from "../navigation.tsx";
import type { PaletteSection } from "./palette-entry.ts";

const THEME_ICONS = { light: Sun, dark: Moon, system: Monitor } as const;

export interface CommandOptions {
  environments: readonly Environment[];
  current: Environment | undefined;
  /** Those that the member can switch to. */
  otherOrganizations: readonly Organization[];
  /** The pages of the workflow that is open. */
  workflowPages: readonly { name: string; onOpen: () => void }[];
  onSection: (path: SectionPath) => void;
  onSwitch: (environmentId: string) => void;
  onSwitchOrganization: (organizationId: string) => void;
  onShowShortcuts: () => void;
  onSignOut: () => void;
}

/** The pages and actions of the command palette. */
export function useCommands(options: CommandOptions): PaletteSection[] {
  const { theme, sidebarCollapsed, set } = usePreferences();
  const { environments, current, otherOrganizations } = options;
  const pages = SECTIONS.map(({ to, name, Icon, letter }) => ({
    id: `page:${to}`,
    text: name,
    detail: `g ${letter}`,
    Icon,
    run: () => options.onSection(to),
  }));
  const lists = SECTION_LISTS.map(({ to, name, Icon, section }) => ({
    id: `page:${to}`,
    text: name,
    detail: section,
    Icon,
    run: () => options.onSection(to),
  }));
  const welcome = {
    id: `page:${WELCOME.to}`,
    text: WELCOME.name,
    keywords: "welcome first notification",
    Icon: WELCOME.Icon,
    run: () => {
      set({ welcomeDismissed: false });
      options.onSection(WELCOME.to);
    },
  };
  const switches = environments
    .filter(({ _id }) => _id !== current?._id)
    .map(({ _id, name }) => ({
      id: `environment:${_id}`,
      text: `Switch to ${name}`,
      keywords: "environment",
      Icon: ArrowLeftRight,
      run: () => options.onSwitch(_id),
    }));
  const organizations = otherOrganizations.map(({ _id, name }) => ({
    id: `organization:${_id}`,
    text: `Open ${name}`,
    keywords: "organisation switch",
    Icon: Building2,
    run: () => options.onSwitchOrganization(_id),
  }));
  const themes = THEMES.filter((other) => other !== theme).map((other) => ({
    id: `theme:${other}`,
    text: other === "system" ? "Use the theme of the system" : `Use the ${other} theme`,
    keywords: "theme toggle mode colours appearance dark light",
    Icon: THEME_ICONS[other],
    run: () => set({ theme: other }),
  }));
  const identifiers = current
    ? [
        {
          id: "copy:identifier",
          text: "Copy the application identifier",
          detail: current.identifier,
          keywords: "environment",
          Icon: Copy,
          run: () => void copy(current.identifier),
        },
      ]
    : [];
  const ofWorkflow = options.workflowPages.map(({ name, onOpen }) => ({
    id: `workflow-page:${name}`,
    text: name,
    keywords: name === "History" ? "versions compare restore" : "",
    Icon: name === "History" ? HistoryIcon : FileText,
    run: onOpen,
  }));
  return [
    ...(ofWorkflow.length > 0 ? [{ heading: "This workflow", entries: ofWorkflow }] : []),
    { heading: "Pages", entries: [...pages, ...lists, welcome] },
    {
      heading: "Actions",
      entries: [
        ...switches,
        ...organizations,
        ...identifiers,
        ...themes,
        {
          id: "sidebar",
          text: sidebarCollapsed ? "Expand the sidebar" : "Collapse the sidebar",
          Icon: PanelLeft,
          run: () => set({ sidebarCollapsed: !sidebarCollapsed }),
        },
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

async function copy(identifier: string): Promise<void> {
  if (await copyOrShow(identifier, "identifier")) showToast({ tone: "success", text: `Copied ${identifier}` });
}
