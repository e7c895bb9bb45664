import { createFileRoute } from "@tanstack/react-router";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { SkeletonCards } from "#dashboard/components/feedback/skeleton.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { SettingsLayout } from "#dashboard/features/settings/settings-layout.tsx";
import { SystemState } from "#dashboard/features/settings/system/system-state.tsx";

export const Route = createFileRoute("/_app/settings/system")({ component: SystemPage });

function SystemPage() {
  const query = useRead("health.get");
  return (
    <SettingsLayout path="/settings/system">
      <QueryResult query={query} skeleton={<SkeletonCards cards={1} className="h-56" />}>
        {(health) => <SystemState health={health} />}
      </QueryResult>
    </SettingsLayout>
  );
}
