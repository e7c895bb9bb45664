import { type ComponentProps, type ReactNode, Suspense, useRef, useState } from "react";
import type { Belfry } from "#client/client.ts";
import type { Health } from "#contract/health.ts";
import { isProduction } from "#dashboard/app/membership.ts";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { useWasOpen } from "#dashboard/components/use-was-open.ts";
import { isHealthy } from "#dashboard/health-text.ts";
import type { FoundObject } from "#dashboard/objects.ts";
import { usePreferences } from "#dashboard/preferences.ts";
import { AccountMenu } from "./account-menu.tsx";
import { ConnectionStrip } from "./connection-strip.tsx";
import { EnvironmentSwitch } from "./environment-switch.tsx";
import { HealthDot } from "./health-dot.tsx";
import type { CommandOptions } from "./palette/use-commands.ts";
import { usePalette } from "./palette/use-palette.ts";
import { SearchButton } from "./search-button.tsx";
import { useShortcuts } from "./shortcuts.ts";
import { Sidebar } from "./sidebar.tsx";
import { TopBar } from "./top-bar.tsx";
import { useClosedLayers } from "./use-closed-layers.ts";
import { useKeptFocus } from "./use-kept-focus.ts";

// Few environments are tested.
const ProductionBanner = lazyNamed(() => import("./production-banner.tsx"), "ProductionBanner");
const TestDeliveryBanner = lazyNamed(() => import("./test-delivery-banner.tsx"), "TestDeliveryBanner");
const ShortcutList = lazyNamed(() => import("./shortcut-list.tsx"), "ShortcutList");

interface ShellProps extends Omit<CommandOptions, "onShowShortcuts"> {
  api: Belfry;
  health: Health | "unreachable" | undefined;
  /** Whether the member could edit what the open section shows, in another environment than Production. */
  isEdited: boolean;
  /** Whether messages of the environment reach listed people and addresses only. */
  isTested: boolean;
  onRetry: () => Promise<unknown>;
  /** Opens what is on the screen in the environment that it is edited in. */
  onEdit: (environmentId: string) => void;
  onOpenObject: (object: FoundObject) => void;
  children: ReactNode;
}

/** The layout of every screen of a signed-in member: a sidebar, or a top bar below 1024 px. */
export function Shell(props: ShellProps) {
  const { api, health, isEdited, isTested, onRetry, onEdit, onOpenObject, children, ...options } = props;
  const { sidebarCollapsed: collapsed, letterShortcuts, set } = usePreferences();
  const [helping, setHelping] = useState(false);
  const wasHelping = useWasOpen(helping);
  const { Palette, ...palette } = usePalette();
  const { membership, organizations, current, onSection, onSwitch, onSwitchOrganization, onSignOut } = options;
  const { account, organization, environments } = membership;
  const main = useRef<HTMLElement>(null);
  useKeptFocus(main);
  useClosedLayers(() => {
    setHelping(false);
    palette.setOpen(false);
  });
  const onShowShortcuts = () => setHelping(true);
  useShortcuts({ letters: letterShortcuts, onSection, onHelp: onShowShortcuts, onPalette: palette.toggle });

  const production = current !== undefined && isProduction(current);
  const parts = (narrow: boolean) => ({
    environment: (
      <EnvironmentSwitch environments={environments} current={current} onSwitch={onSwitch} collapsed={narrow} />
    ),
    health: <HealthDot health={health} collapsed={narrow} />,
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
      <SkipLink />
      <TopBar {...parts(false)} search={<SearchButton narrow onOpen={palette.open} />} />
      <Sidebar
        {...parts(collapsed)}
        collapsed={collapsed}
        onCollapse={(sidebarCollapsed) => set({ sidebarCollapsed })}
        search={<SearchButton narrow={collapsed} onOpen={palette.open} />}
      />
      <div className="flex min-w-0 flex-1 flex-col">
        <ConnectionStrip isUnreachable={health === "unreachable"} onRetry={onRetry} />
        {/* The sidebar shows the health, and below 1024 px it is in a drawer. */}
        {typeof health === "object" && !isHealthy(health) && (
          <div className="border-b bg-danger-soft lg:hidden">{parts(false).health}</div>
        )}
        {isTested && <TestedNote />}
        {production && isEdited && <ReadOnlyNote current={current} environments={environments} onEdit={onEdit} />}
        <main ref={main} id="content" tabIndex={-1} className="min-w-0 flex-1 outline-none">
          {children}
        </main>
      </div>
      {wasHelping && (
        <Suspense>
          <ShortcutList open={helping} onOpenChange={setHelping} hasCanvas={options.workflowPages.length > 0} />
        </Suspense>
      )}
      {Palette && (
        <Palette
          open={palette.isOpen}
          onOpenChange={palette.setOpen}
          takeTyped={palette.takeTyped}
          api={api}
          commands={{ ...options, onShowShortcuts }}
          onOpenObject={onOpenObject}
        />
      )}
    </div>
  );
}

const ReadOnlyNote = (props: ComponentProps<typeof ProductionBanner>) => (
  <Suspense>
    <ProductionBanner {...props} />
  </Suspense>
);

const TestedNote = () => (
  <Suspense>
    <TestDeliveryBanner />
  </Suspense>
);

const SkipLink = () => (
  <a
    href="#content"
    className="sr-only z-50 rounded-md bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
  >
    Skip to content
  </a>
);
