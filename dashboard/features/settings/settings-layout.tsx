import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { NoAccess } from "#dashboard/components/feedback/no-access.tsx";
import { Page } from "#dashboard/components/page.tsx";
import { type SettingsPath, settingsGroups, settingsPage } from "#dashboard/settings-pages.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

interface SettingsLayoutProps {
  /** The page that is open. */
  path: SettingsPath;
  actions?: ReactNode;
  /** Completes "Your role does not allow you to ...", for a page that needs a permission. */
  allows?: string;
  children: ReactNode;
}

/** The heading and the list of the settings around one of their pages. */
export function SettingsLayout({ path, actions, allows, children }: SettingsLayoutProps) {
  const { may } = useEnvironment();
  const page = settingsPage(path);
  const isAllowed = page === undefined || may(page.permission);
  return (
    <Page wide title="Settings" tabTitle={`${page?.name} · Settings`} actions={isAllowed && actions}>
      {isAllowed ? (
        <div className="flex min-w-0 flex-col gap-4 lg:flex-row lg:gap-8">
          <SettingsList path={path} />
          <div className="flex min-w-0 flex-1 flex-col gap-4">{children}</div>
        </div>
      ) : (
        <NoAccess to={allows ?? "open this page"} />
      )}
    </Page>
  );
}

/** The pages under their headings, beside the open one; on a narrow screen a row that scrolls. */
function SettingsList({ path }: { path: SettingsPath }) {
  const { may } = useEnvironment();
  const row = useRef<HTMLElement>(null);
  // The open page may be beyond the edge of the row.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link of the open page is found in the row
  useEffect(() => {
    const link = row.current?.querySelector<HTMLElement>("[aria-current]");
    if (row.current && link) row.current.scrollLeft = link.offsetLeft - PEEK_PX;
  }, [path]);
  return (
    <nav
      ref={row}
      aria-label="Settings"
      // Positioned, as texts for screen readers alone would widen the page otherwise.
      className="relative flex gap-1 overflow-x-auto max-lg:border-b lg:w-44 lg:shrink-0 lg:flex-col lg:gap-4 lg:overflow-visible"
    >
      {settingsGroups(may).map(({ name, pages }) => (
        <div key={name} className="flex lg:flex-col lg:gap-1">
          <span className="px-2.5 text-xs font-medium text-muted max-lg:sr-only">{name}</span>
          <ul className="flex lg:flex-col lg:gap-0.5">
            {pages.map(({ to, name: text }) => (
              <li key={to}>
                <Link
                  to={to}
                  search={{}}
                  activeOptions={{ includeSearch: false }}
                  className="flex min-h-8 items-center px-2.5 whitespace-nowrap max-lg:-mb-px max-lg:border-b-2 max-lg:py-2 lg:rounded-md"
                  activeProps={{ className: "font-medium text-accent max-lg:border-b-accent lg:bg-accent-soft" }}
                  inactiveProps={{
                    className: "text-muted hover:text-text max-lg:border-b-transparent lg:hover:bg-sunken",
                  }}
                >
                  {text}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** Pixels of the page before that show that there are others. */
const PEEK_PX = 48;
