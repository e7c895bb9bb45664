import { BookOpen, PanelLeftClose, PanelLeftOpen } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Environment } from "#contract/environments.ts";
import type { Health } from "#contract/health.ts";
import { IconButton } from "../../components/button.tsx";
import { classNames } from "../../components/class-names.ts";
import { isProduction, type Membership } from "../../membership.ts";
import { contextPaths } from "../../page-settings.ts";
import { usePreferences } from "../../preferences.ts";
import { AccountMenu } from "./account-menu.tsx";
import { EnvironmentSwitch } from "./environment-switch.tsx";
import { HealthDot, isHealthy } from "./health-dot.tsx";
import { Logo } from "./logo.tsx";
import { Navigation, type SectionPath } from "./navigation.tsx";
import { ShortcutList } from "./shortcut-list.tsx";
import { useShortcuts } from "./shortcuts.ts";
import { TopBar } from "./top-bar.tsx";

interface ShellProps {
  membership: Membership;
  /** The environment that is open. */
  current: Environment | undefined;
  health: Health | "unreachable" | undefined;
  onSwitch: (environmentId: string) => void;
  onSection: (path: SectionPath) => void;
  onSignOut: () => void;
  children: ReactNode;
}

/** The layout of every screen of a signed-in member: a sidebar, or a top bar below 1024 px. */
export function Shell({ membership, current, health, onSwitch, onSection, onSignOut, children }: ShellProps) {
  const { sidebarCollapsed: collapsed, letterShortcuts, set } = usePreferences();
  const [helping, setHelping] = useState(false);
  useShortcuts({ enabled: letterShortcuts, onSection, onHelp: () => setHelping(true) });

  const { account, organization, environments } = membership;
  const production = current !== undefined && isProduction(current);
  const parts = (narrow: boolean) => ({
    environment: (
      <EnvironmentSwitch environments={environments} current={current} onSwitch={onSwitch} collapsed={narrow} />
    ),
    health: <HealthDot health={health} collapsed={narrow} />,
    docs: <DocsLink collapsed={narrow} />,
    account: (
      <AccountMenu
        account={account}
        organization={organization}
        onSignOut={onSignOut}
        collapsed={narrow}
        onShowShortcuts={() => setHelping(true)}
      />
    ),
  });
  const sidebar = parts(collapsed);

  return (
    <div className={classNames("flex min-h-screen flex-col lg:flex-row", production && "border-t-2 border-t-warning")}>
      <a
        href="#content"
        className="sr-only z-50 rounded-md bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <TopBar {...parts(false)} />
      <aside
        aria-label="Sidebar"
        className={classNames(
          "sticky top-0 hidden h-screen shrink-0 flex-col gap-4 border-r bg-raised p-2 lg:flex",
          collapsed ? "w-14" : "w-56",
        )}
      >
        <div className={classNames("flex items-center gap-2", collapsed ? "flex-col" : "pl-1.5")}>
          <Logo />
          {!collapsed && <span className="flex-1 text-base font-semibold">Belfry</span>}
          <IconButton
            label={collapsed ? "Expand the sidebar" : "Collapse the sidebar"}
            aria-expanded={!collapsed}
            onClick={() => set({ sidebarCollapsed: !collapsed })}
          >
            {collapsed ? (
              <PanelLeftOpen className="size-4" aria-hidden="true" />
            ) : (
              <PanelLeftClose className="size-4" aria-hidden="true" />
            )}
          </IconButton>
        </div>
        {sidebar.environment}
        <Navigation collapsed={collapsed} />
        <div className="mt-auto flex flex-col gap-1">
          {sidebar.health}
          {sidebar.docs}
          {sidebar.account}
        </div>
      </aside>
      {/* The sidebar shows the health, and below 1024 px it is in a drawer. */}
      {health !== undefined && !isHealthy(health) && (
        <div className="border-b bg-danger-soft lg:hidden">{parts(false).health}</div>
      )}
      <main id="content" tabIndex={-1} className="min-w-0 flex-1 outline-none">
        {children}
      </main>
      <ShortcutList open={helping} onOpenChange={setHelping} />
    </div>
  );
}

function DocsLink({ collapsed }: { collapsed: boolean }) {
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
