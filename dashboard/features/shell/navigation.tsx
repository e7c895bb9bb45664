import { Link } from "@tanstack/react-router";
import { Activity, Inbox, Languages, Workflow } from "lucide-react";
import { classNames } from "../../components/class-names.ts";

const SECTIONS = [
  { to: "/workflows", name: "Workflows", Icon: Workflow },
  { to: "/translations", name: "Translations", Icon: Languages },
  { to: "/activity", name: "Activity", Icon: Activity },
  { to: "/outbox", name: "Outbox", Icon: Inbox },
] as const;
export type SectionPath = (typeof SECTIONS)[number]["to"];

/** Returns the path of the section that a path belongs to. */
export function sectionOf(pathname: string): SectionPath {
  return SECTIONS.find(({ to }) => pathname.startsWith(to))?.to ?? "/workflows";
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
