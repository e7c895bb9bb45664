import { type ReactNode, Suspense, useRef, useState } from "react";
import type { Belfry } from "#client/client.ts";
import type { Environment } from "#contract/accounts/environments.ts";
import type { Organization } from "#contract/accounts/organizations.ts";
import type { Health } from "#contract/health.ts";
import { isProduction, type Membership } from "#dashboard/app/membership.ts";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { useWasOpen } from "#dashboard/components/use-was-open.ts";
import type { FoundObject } from "#dashboard/objects.ts";
import { usePreferences } from "#dashboard/preferences.ts";
import { useRecentObjects } from "#dashboard/recent-objects.ts";
import { AccountMenu } from "./account-menu.tsx";
import { ConnectionStrip } from "./connection-strip.tsx";
import { EnvironmentSwitch } from "./environment-switch.tsx";
import { HealthDot, isHealthy } from "./health-dot.tsx";
import type { SectionPath } from "./navigation.tsx";
import { usePalette } from "./palette/use-palette.ts";
import { ProductionBanner } from "./production-banner.tsx";
import { SearchButton } from "./search-button.tsx";
import { useShortcuts } from "./shortcuts.ts";
import { DocsLink, Sidebar } from "./sidebar.tsx";
import { TopBar } from "./top-bar.tsx";
import { useClosedLayers } from "./use-closed-layers.ts";
import { useKeptFocus } from "./use-kept-focus.ts";

const ShortcutList = lazyNamed(() => import("./shortcut-list.tsx"), "ShortcutList");

interface ShellProps {
  api: Belfry;
  membership: Membership;
  /** The organisations of the member. */
  organizations: readonly Organization[];
  /** The environment that is open. */
  current: Environment | undefined;
  health: Health | "unreachable" | undefined;
  /** Whether the member could edit what the open section shows, in another environment than Production. */
  isEdited: boolean;
  /** The pages of the workflow that is open, for the palette. */
  workflowPages: readonly { name: string; onOpen: () => void }[];
  onRetry: () => Promise<unknown>;
  onSwitch: (environmentId: string) => void;
  /** Opens what is on the screen in the environment that it is edited in. */
  onEdit: (environmentId: string) => void;
  onSwitchOrganization: (organizationId: string) => void;
  onSection: (path: SectionPath) => void;
  onOpenObject: (object: FoundObject) => void;
  onSignOut: () => void;
  children: ReactNode;
}

const NONE_OPENED: readonly FoundObject[] = [];

/** The layout of every screen of a signed-in member: a sidebar, or a top bar below 1024 px. */
export function Shell({ membership, organizations, current, health, children, ...props }: ShellProps) {
  const { sidebarCollapsed: collapsed, letterShortcuts, set } = usePreferences();
  const [helping, setHelping] = useState(false);
  const wasHelping = useWasOpen(helping);
  const { Palette, ...palette } = usePalette();
  const recent = useRecentObjects(({ opened }) => opened[current?._id ?? ""] ?? NONE_OPENED);
  const { account, organization, environments } = membership;
  const { onSection, onSwitch, onSwitchOrganization, onSignOut } = props;
  const main = useRef<HTMLElement>(null);
  useKeptFocus(main);
  useClosedLayers(() => {
    setHelping(false);
    palette.setOpen(false);
  });
  const onShowShortcuts = () => setHelping(true);
  useShortcuts({
    letters: letterShortcuts,
    onSection,
    onHelp: onShowShortcuts,
    onPalette: palette.toggle,
  });

  const production = current !== undefined && isProduction(current);
  const development = environments.find((environment) => !isProduction(environment));
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
        organizations={organizations}
        onSwitchOrganization={onSwitchOrganization}
        onSignOut={onSignOut}
        collapsed={narrow}
        onShowShortcuts={onShowShortcuts}
      />
    ),
  });

  return (
    <div className="flex min-h-screen flex-col lg:flex-row">
      {production && <div aria-hidden="true" className="fixed inset-x-0 top-0 z-40 h-0.5 bg-warning" />}
      <a
        href="#content"
        className="sr-only z-50 rounded-md bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <TopBar {...parts(false)} search={<SearchButton narrow onOpen={palette.open} />} />
      <Sidebar
        {...parts(collapsed)}
        collapsed={collapsed}
        onCollapse={(sidebarCollapsed) => set({ sidebarCollapsed })}
        search={<SearchButton narrow={collapsed} onOpen={palette.open} />}
      />
      <div className="flex min-w-0 flex-1 flex-col">
        <ConnectionStrip isUnreachable={health === "unreachable"} onRetry={props.onRetry} />
        {/* The sidebar shows the health, and below 1024 px it is in a drawer. */}
        {typeof health === "object" && !isHealthy(health) && (
          <div className="border-b bg-danger-soft lg:hidden">{parts(false).health}</div>
        )}
        {production && props.isEdited && (
          <ProductionBanner
            name={current.name}
            editedIn={development && { name: development.name, onOpen: () => props.onEdit(development._id) }}
          />
        )}
        <main ref={main} id="content" tabIndex={-1} className="min-w-0 flex-1 outline-none">
          {children}
        </main>
      </div>
      {wasHelping && (
        <Suspense>
          <ShortcutList open={helping} onOpenChange={setHelping} hasCanvas={props.workflowPages.length > 0} />
        </Suspense>
      )}
      {Palette && (
        <Palette
          open={palette.isOpen}
          onOpenChange={palette.setOpen}
          takeTyped={palette.takeTyped}
          api={props.api}
          commands={{
            environments,
            current,
            workflowPages: props.workflowPages,
            otherOrganizations: organizations.filter(({ _id }) => _id !== organization._id),
            onSection,
            onSwitch,
            onSwitchOrganization,
            onShowShortcuts,
            onSignOut,
          }}
          recent={recent}
          onOpenObject={props.onOpenObject}
        />
      )}
    </div>
  );
}
