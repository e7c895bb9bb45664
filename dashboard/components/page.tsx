import type { ReactNode } from "react";

interface PageProps {
  title: string;
  /** The title of the browser tab, when it differs from the heading. */
  tabTitle?: string | undefined;
  /** Beside the heading: status, version. */
  aside?: ReactNode;
  actions?: ReactNode;
  /** Below the heading: identifiers, one sentence. */
  summary?: ReactNode;
  children: ReactNode;
}

/** The layout of a screen. Its title is the browser tab's and the only h1. */
export function Page({ title, tabTitle = title, aside, actions, summary, children }: PageProps) {
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-4 p-4 lg:p-6">
      <title>{`${tabTitle} · Belfry`}</title>
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="text-lg font-semibold leading-8 wrap-anywhere">{title}</h1>
            {aside}
          </div>
          {summary && <div className="text-muted">{summary}</div>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
