import { createFileRoute } from "@tanstack/react-router";
import { Suspense } from "react";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { SkeletonCards } from "#dashboard/components/feedback/skeleton.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { useRead } from "#dashboard/data/use-read.ts";
import { SettingsLayout } from "#dashboard/features/settings/settings-layout.tsx";
import { SystemState } from "#dashboard/features/settings/system/system-state.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

const SystemParts = lazyNamed(() => import("#dashboard/features/settings/system/system-parts.tsx"), "SystemParts");

export const Route = createFileRoute("/_app/settings/system")({ component: SystemPage });

function SystemPage() {
  const { may } = useEnvironment();
  const query = useRead("health.get");
  return (
    <SettingsLayout path="/settings/system">
      <QueryResult query={query} skeleton={<SkeletonCards cards={1} className="h-56" />}>
        {(health) => <SystemState health={health} />}
      </QueryResult>
      {may("organization.manage") && <Parts />}
    </SettingsLayout>
  );
}

/** The parts that only those see who manage the organisation, as they name addresses of the installation. */
function Parts() {
  const skeleton = <SkeletonCards cards={3} className="h-40" />;
  return (
    <QueryResult query={useRead("health.getSystem")} skeleton={skeleton}>
      {(state) => (
        <Suspense fallback={skeleton}>
          <SystemParts state={state} />
        </Suspense>
      )}
    </QueryResult>
  );
}
