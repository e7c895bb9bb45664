import { BookOpen, PanelLeftClose, PanelLeftOpen } from "lucide-react";
import type { ReactNode } from "react";
import { contextPaths } from "#dashboard/app/page-settings.ts";
import { classNames } from "#dashboard/components/class-names.ts";
import { IconButton } from "#dashboard/components/controls/button.tsx";
import { Logo } from "#dashboard/components/display/logo.tsx";
import { Navigation } from "./navigation.tsx";

interface SidebarProps {
  collapsed: boolean;
  onCollapse: (collapsed: boolean) => void;
  environment: ReactNode;
  search: ReactNode;
  health: ReactNode;
  account: ReactNode;
}

/** The sections of the dashboard beside every screen, from 1024 px on. */
export function Sidebar({ collapsed, onCollapse, environment, search, health, account }: SidebarProps) {
  return (
    <aside
      aria-label="Sidebar"
      className={classNames(
        "sticky top-0 hidden h-screen shrink-0 flex-col gap-3 overflow-x-hidden overflow-y-auto border-r bg-raised p-2 lg:flex",
        collapsed ? "w-14" : "w-56",
      )}
    >
      <div className={classNames("flex items-center gap-2", collapsed ? "flex-col" : "pl-1.5")}>
        <Logo />
        {!collapsed && <span className="flex-1 text-base font-semibold">Belfry</span>}
        <IconButton
          label={collapsed ? "Expand the sidebar" : "Collapse the sidebar"}
          aria-expanded={!collapsed}
          onClick={() => onCollapse(!collapsed)}
        >
          {collapsed ? (
            <PanelLeftOpen className="size-4" aria-hidden="true" />
          ) : (
            <PanelLeftClose className="size-4" aria-hidden="true" />
          )}
        </IconButton>
      </div>
      {environment}
      <div className={classNames("flex flex-col gap-0.5", collapsed && "[&>button]:self-center")}>
        {search}
        <Navigation collapsed={collapsed} />
      </div>
      <div className="mt-auto flex flex-col gap-1">
        {health}
        <DocsLink collapsed={collapsed} />
        {account}
      </div>
    </aside>
  );
}

export function DocsLink({ collapsed }: { collapsed: boolean }) {
  return (
    <a
      href={`${contextPaths.api}/docs`}
      target="_blank"
      rel="noreferrer"
      title={collapsed ? "API reference" : undefined}
      className={classNames(
        "flex min-h-8 items-center gap-3 rounded-md px-2.5 text-muted hover:bg-sunken hover:text-text",
        collapsed && "justify-center",
      )}
    >
      <BookOpen className="size-4 shrink-0" aria-hidden="true" />
      <span className={collapsed ? "sr-only" : undefined}>API reference</span>
    </a>
  );
}
