import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import type { BrandingToPreview } from "#contract/accounts/branding.ts";
import { Segmented } from "#dashboard/components/controls/segmented.tsx";
import { MailFrame } from "#dashboard/components/display/mail-frame.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { useDebounced } from "#dashboard/components/use-debounced.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

const InboxPreview = lazyNamed(() => import("./inbox-preview.tsx"), "InboxPreview");

const PLACES = [
  { id: "mail", text: "Mail" },
  { id: "preferencesPage", text: "Preferences page" },
  { id: "inbox", text: "Inbox" },
] as const;
const SHOWN_AFTER_MS = 300;

interface BrandingPreviewProps {
  branding: BrandingToPreview;
  /** Whether it is about mails alone, as the branding of a tenant is. */
  ofMails?: true;
}

/** A branding as subscribers see it, rendered by what renders it for them. */
export function BrandingPreview({ branding, ofMails }: BrandingPreviewProps) {
  const [place, setPlace] = useState<(typeof PLACES)[number]["id"]>("mail");
  const { read } = useEnvironment();
  const query = useQuery(read("previews.branding", useDebounced(branding, SHOWN_AFTER_MS)));
  return (
    <section aria-label="Preview" className="flex min-w-0 flex-col gap-3">
      {!ofMails && <Segmented label="Shown place" value={place} options={PLACES} onChange={setPlace} />}
      {place === "inbox" ? (
        <>
          <Suspense fallback={<Skeleton className="h-64 w-full" />}>
            <InboxPreview direction={branding.direction ?? "ltr"} />
          </Suspense>
          <p className="text-xs text-muted">
            The inbox takes its direction from here. Its colours and fonts are those of the application that embeds it.
          </p>
        </>
      ) : (
        <QueryResult query={query} skeleton={<Skeleton className="h-[60vh] w-full" />}>
          {(html) => (
            <MailFrame title={place === "mail" ? "Mail" : "Preferences page"} html={html[place]} width="full" />
          )}
        </QueryResult>
      )}
    </section>
  );
}
