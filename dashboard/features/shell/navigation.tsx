import { Link } from "@tanstack/react-router";
import {
  Activity,
  Building2,
  ChartNoAxesColumn,
  Clock,
  GitCompareArrows,
  Hash,
  House,
  Inbox,
  Languages,
  Layers,
  PanelsTopLeft,
  Plug,
  Rocket,
  Settings,
  Users,
  Webhook,
  Workflow,
} from "lucide-react";
import { Suspense } from "react";
import { classNames } from "#dashboard/components/class-names.ts";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { usePreferences } from "#dashboard/preferences.ts";
import type { SettingsPath } from "#dashboard/settings-pages.ts";
import type { SectionList } from "./palette/section-lists.ts";

// Nobody needs it before the screen.
const WaitingBadge = lazyNamed(() => import("./waiting-badge.tsx"), "WaitingBadge");

/** The sections with their letter after `g`; what is in one that is edited comes to Production by publishing. */
export const SECTIONS = [
  { to: "/", name: "Home", Icon: House, letter: "h", isEdited: false },
  { to: "/workflows", name: "Workflows", Icon: Workflow, letter: "w", isEdited: true },
  { to: "/schedules", name: "Schedules", Icon: Clock, letter: "d", isEdited: false },
  { to: "/layouts", name: "Layouts", Icon: PanelsTopLeft, letter: "l", isEdited: true },
  { to: "/translations", name: "Translations", Icon: Languages, letter: "r", isEdited: true },
  { to: "/activity", name: "Activity", Icon: Activity, letter: "a", isEdited: false },
  { to: "/analytics", name: "Analytics", Icon: ChartNoAxesColumn, letter: "n", isEdited: false },
  { to: "/subscribers", name: "Subscribers", Icon: Users, letter: "s", isEdited: false },
  { to: "/topics", name: "Topics", Icon: Hash, letter: "t", isEdited: false },
  { to: "/tenants", name: "Tenants", Icon: Building2, letter: "e", isEdited: false },
  { to: "/contexts", name: "Contexts", Icon: Layers, letter: "x", isEdited: false },
  { to: "/integrations", name: "Integrations", Icon: Plug, letter: "i", isEdited: false },
  { to: "/webhooks", name: "Webhooks", Icon: Webhook, letter: "k", isEdited: false },
  { to: "/changes", name: "Changes", Icon: GitCompareArrows, letter: "c", isEdited: false },
  { to: "/outbox", name: "Outbox", Icon: Inbox, letter: "o", isEdited: false },
  { to: "/settings", name: "Settings", Icon: Settings, letter: ",", isEdited: false },
] as const;
/** Listed until the member dismisses it; the command palette always has it. */
export const WELCOME = { to: "/welcome", name: "Getting started", Icon: Rocket, isEdited: false } as const;
type Section = (typeof SECTIONS)[number] | typeof WELCOME;
export type SectionPath = Section["to"] | SectionList["to"] | SettingsPath;

/** Returns the section that a path of the dashboard belongs to. */
export function sectionOf(pathname: string): Section {
  const isOpen = ({ to }: { to: string }) => pathname === to || pathname.startsWith(`${to}/`);
  // Its address is not below that of its section.
  const isImport = isOpen({ to: "/imports" });
  return [...SECTIONS, WELCOME].find((one) => isOpen(one) || (isImport && one.to === "/subscribers")) ?? SECTIONS[0];
}

export function Navigation({ collapsed = false, onNavigate }: { collapsed?: boolean; onNavigate?: () => void }) {
  const { welcomeDismissed } = usePreferences();
  const shown = welcomeDismissed ? SECTIONS : [...SECTIONS, WELCOME];
  return (
    <nav aria-label="Sections">
      <ul className="flex flex-col gap-0.5">
        {shown.map(({ to, name, Icon }) => (
          <li key={to}>
            <Link
              to={to}
              search={{}}
              {...(onNavigate ? { onClick: onNavigate } : {})}
              {...(collapsed ? { title: name } : {})}
              activeOptions={{ includeSearch: false, exact: to === "/" }}
              className={classNames(
                "relative flex min-h-9 items-center gap-3 rounded-md px-2.5 lg:min-h-8",
                collapsed && "justify-center",
              )}
              activeProps={{ className: "bg-accent-soft font-medium text-accent" }}
              inactiveProps={{ className: "text-muted hover:bg-sunken hover:text-text" }}
            >
              <Icon className="size-4 shrink-0" aria-hidden="true" />
              <span className={collapsed ? "sr-only" : undefined}>{name}</span>
              {to === "/changes" && (
                <Suspense>
                  <WaitingBadge collapsed={collapsed} />
                </Suspense>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
