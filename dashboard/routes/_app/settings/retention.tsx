import { createFileRoute } from "@tanstack/react-router";
import { Suspense } from "react";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { Skeleton, SkeletonCards } from "#dashboard/components/feedback/skeleton.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { Section } from "#dashboard/components/section.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { KINDS } from "#dashboard/features/settings/retention/retention-texts.ts";
import { Storage } from "#dashboard/features/settings/retention/storage.tsx";
import { SettingsLayout } from "#dashboard/features/settings/settings-layout.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

// The contract's schemas are not part of the page's first load.
const RetentionForm = lazyNamed(
  () => import("#dashboard/features/settings/retention/retention-form.tsx"),
  "RetentionForm",
);

export const Route = createFileRoute("/_app/settings/retention")({ component: RetentionPage });

function RetentionPage() {
  const { current, may } = useEnvironment();
  const query = useRead("retention.get");
  return (
    <SettingsLayout path="/settings/retention">
      <QueryResult query={query} skeleton={<SkeletonCards cards={3} className="h-56" />}>
        {(retention) => (
          <>
            <Section
              title={`Retention of ${current?.name ?? "this environment"}`}
              text="For how long activity is kept. Events that were accepted before a change keep their days."
            >
              {may("environment.limit") ? (
                <Suspense fallback={<Skeleton className="h-56 w-full max-w-2xl" />}>
                  <RetentionForm key={current?._id} days={retention.days} />
                </Suspense>
              ) : (
                <dl className="grid grid-cols-1 gap-3 sm:grid-cols-2">
                  {KINDS.map(({ name, label }) => (
                    <div key={name}>
                      <dt className="text-xs text-muted">{label}</dt>
                      <dd className="tabular-nums">{`${retention.days[name]} days`}</dd>
                    </div>
                  ))}
                </dl>
              )}
            </Section>
            <Storage retention={retention} />
          </>
        )}
      </QueryResult>
    </SettingsLayout>
  );
}
