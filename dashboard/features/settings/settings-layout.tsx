import { useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { NoAccess } from "#dashboard/components/feedback/no-access.tsx";
import { Page } from "#dashboard/components/page.tsx";
import { Tabs } from "#dashboard/components/tabs.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { pagesOf, SETTINGS_PAGES, type SettingsPath } from "./pages.ts";

interface SettingsLayoutProps {
  /** The page that is open. */
  path: SettingsPath;
  actions?: ReactNode;
  /** Completes "Your role does not allow you to ...", for a page that needs a permission. */
  allows?: string;
  children: ReactNode;
}

/** The heading and the tabs of the settings around one of their pages. */
export function SettingsLayout({ path, actions, allows, children }: SettingsLayoutProps) {
  const { may } = useEnvironment();
  const router = useRouter();
  const page = SETTINGS_PAGES.find(({ to }) => to === path);
  const isAllowed = page === undefined || may(page.permission);
  const tabs = pagesOf(may).map(({ to, name }) => ({
    id: to,
    name,
    href: router.buildLocation({ to, search: {} }).publicHref,
  }));
  return (
    <Page title="Settings" tabTitle={`${page?.name} · Settings`} actions={isAllowed && actions}>
      {isAllowed ? (
        <Tabs label="Settings" tabs={tabs} selected={path}>
          <div className="flex min-w-0 flex-col gap-4">{children}</div>
        </Tabs>
      ) : (
        <NoAccess to={allows ?? "open this page"} />
      )}
    </Page>
  );
}
