import { Suspense } from "react";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { Skeleton, SkeletonRows } from "#dashboard/components/feedback/skeleton.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { Section } from "#dashboard/components/section.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { useSubscriber } from "../person/subscriber-context.ts";
import { hoursText } from "./hours-text.ts";
import { PageLink } from "./page-link.tsx";
import { PreferenceMatrix } from "./preference-matrix.tsx";

// The contract's schemas are not part of the screen's first load.
const HoursForm = lazyNamed(() => import("./hours-form.tsx"), "HoursForm");

/** Shows which workflows reach the subscriber on which channels, and when. */
export function PreferencesTab() {
  const { subscriberId, timezone } = useSubscriber();
  const { may } = useEnvironment();
  const query = useRead("subscribers.getEffectivePreferences", subscriberId);
  const zone = (timezone ?? "UTC").replaceAll("_", " ");
  return (
    <QueryResult query={query} skeleton={<SkeletonRows />}>
      {(preferences) => (
        <div className="flex flex-col gap-6">
          <section aria-labelledby="channels" className="flex flex-col gap-2">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h2 id="channels" className="text-base font-medium">
                Channels
              </h2>
              {may("environment.use") && <PageLink />}
            </div>
            <p className="text-muted">
              Whether each workflow may send on a channel, and what decides that. The subscriber's choice for the
              workflow counts first, then the one for all workflows, then what a member has set, then the workflow's
              own.
            </p>
            <PreferenceMatrix preferences={preferences} />
          </section>
          <div className="max-w-3xl">
            <Section
              title="Hours"
              text={
                may("environment.use")
                  ? `Messages outside of these hours wait until the next ones begin, in the time zone ${zone}. The inbox and critical workflows do not wait.`
                  : `${hoursText(preferences.global.schedule)} Time zone: ${zone}.`
              }
            >
              {may("environment.use") && (
                <Suspense fallback={<Skeleton className="h-40 w-full" />}>
                  <HoursForm schedule={preferences.global.schedule} />
                </Suspense>
              )}
            </Section>
          </div>
        </div>
      )}
    </QueryResult>
  );
}
