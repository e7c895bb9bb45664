import { type ReactNode, useMemo, useState } from "react";
import { classNames } from "./class-names.ts";
import { CreatePlaceContext } from "./create-place.tsx";

interface PageProps {
  title: string;
  /** The title is a name that a member gave, not words of this screen. */
  isName?: boolean;
  /** The title of the browser tab, when it differs from the heading. */
  tabTitle?: string | undefined;
  /** The field in which the title is changed; it is shown in place of the heading. */
  titleField?: ReactNode;
  /** Beside the heading: status, version. */
  aside?: ReactNode;
  actions?: ReactNode;
  /** Below the heading: identifiers, one sentence. */
  summary?: ReactNode;
  /** Uses the whole width of the screen: lists, editors in panes. */
  wide?: boolean;
  children: ReactNode;
}

/** The layout of a screen. Its title is the browser tab's and the only h1. */
export function Page({
  title,
  isName = false,
  tabTitle = title,
  titleField,
  aside,
  actions,
  summary,
  wide = false,
  children,
}: PageProps) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const createPlace = useMemo(() => ({ place, setPlace }), [place]);
  return (
    <CreatePlaceContext value={createPlace}>
      <div className={classNames("mx-auto flex flex-col gap-4 p-4 lg:p-6", !wide && "max-w-6xl")}>
        <title>{`${tabTitle} · Belfry`}</title>
        <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div className="min-w-0">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h1
                dir="auto"
                translate={isName ? "no" : undefined}
                className={titleField ? "sr-only" : "text-xl leading-8 font-semibold tracking-tight wrap-anywhere"}
              >
                {title}
              </h1>
              {titleField}
              {aside}
            </div>
            {summary && <div className="text-muted">{summary}</div>}
          </div>
          {actions && <div className="flex flex-wrap items-center gap-2 max-sm:gap-x-1">{actions}</div>}
        </header>
        {children}
      </div>
    </CreatePlaceContext>
  );
}
