import { Link } from "@tanstack/react-router";
import { Activity, Inbox, Languages, Workflow } from "lucide-react";
import { classNames } from "../../components/class-names.ts";

/** The sections with their letter after `g`; what is in one that is edited comes to Production by publishing. */
export const SECTIONS = [
  { to: "/workflows", name: "Workflows", Icon: Workflow, letter: "w", isEdited: true },
  { to: "/translations", name: "Translations", Icon: Languages, letter: "t", isEdited: true },
  { to: "/activity", name: "Activity", Icon: Activity, letter: "a", isEdited: false },
  { to: "/outbox", name: "Outbox", Icon: Inbox, letter: "o", isEdited: false },
] as const;
type Section = (typeof SECTIONS)[number];
export type SectionPath = Section["to"];

/** Returns the section that a path of the dashboard belongs to. */
export function sectionOf(pathname: string): Section {
  return SECTIONS.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`)) ?? SECTIONS[0];
}

export function Navigation({ collapsed = false, onNavigate }: { collapsed?: boolean; onNavigate?: () => void }) {
  return (
    <nav aria-label="Sections">
      <ul className="flex flex-col gap-0.5">
        {SECTIONS.map(({ to, name, Icon }) => (
          <li key={to}>
            <Link
              to={to}
              search={{}}
              {...(onNavigate ? { onClick: onNavigate } : {})}
              {...(collapsed ? { title: name } : {})}
              activeOptions={{ includeSearch: false }}
              className={classNames("flex min-h-9 items-center gap-3 rounded-md px-2.5", collapsed && "justify-center")}
              activeProps={{ className: "bg-accent-soft font-medium text-accent" }}
              inactiveProps={{ className: "text-muted hover:bg-sunken hover:text-text" }}
            >
              <Icon className="size-4 shrink-0" aria-hidden="true" />
              <span className={collapsed ? "sr-only" : undefined}>{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
