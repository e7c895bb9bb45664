import { createFileRoute } from "@tanstack/react-router";
import { Suspense } from "react";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { SkeletonCards } from "#dashboard/components/feedback/skeleton.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { useRead } from "#dashboard/data/use-read.ts";
import { SettingsLayout } from "#dashboard/features/settings/settings-layout.tsx";

const PlanUsage = lazyNamed(() => import("#dashboard/features/settings/plan/plan-usage.tsx"), "PlanUsage");

export const Route = createFileRoute("/_app/settings/plan")({ component: PlanPage });

function PlanPage() {
  const skeleton = <SkeletonCards cards={3} className="h-56" />;
  return (
    <SettingsLayout path="/settings/plan">
      <QueryResult query={useRead("organizations.getUsage")} skeleton={skeleton}>
        {(usage) => (
          <Suspense fallback={skeleton}>
            <PlanUsage usage={usage} />
          </Suspense>
        )}
      </QueryResult>
    </SettingsLayout>
  );
}
