import type { ReactNode } from "react";
import { Logo } from "#dashboard/components/display/logo.tsx";

interface EntryPageProps {
  title: string;
  /** The title of the browser tab, when it differs from the heading. */
  tabTitle?: string;
  /** One sentence below the title. */
  intro?: ReactNode;
  /** Links to other entry pages, below the form. */
  footer?: ReactNode;
  children: ReactNode;
}

/** The layout of the pages outside of the shell: one column with the logo, the title and a form. */
export function EntryPage({ title, tabTitle = title, intro, footer, children }: EntryPageProps) {
  return (
    <main className="mx-auto flex min-h-screen w-full max-w-md flex-col justify-center p-4 sm:max-w-lg sm:py-12">
      <title>{`${tabTitle} · Belfry`}</title>
      <div className="sm:rounded-xl sm:border sm:bg-raised sm:p-8">
        <Logo className="mb-5 size-9" />
        <h1 className="text-xl leading-7 font-semibold tracking-tight wrap-anywhere">{title}</h1>
        {intro && <div className="mt-1 text-muted wrap-anywhere">{intro}</div>}
        <div className="mt-6 flex flex-col gap-4">{children}</div>
      </div>
      {footer && <div className="flex flex-col gap-2 pt-5 text-muted sm:px-8">{footer}</div>}
    </main>
  );
}

/** A link in a sentence of an entry page. */
export const TEXT_LINK = "font-medium text-accent underline underline-offset-2 hover:text-accent-strong";
