import { createFileRoute } from "@tanstack/react-router";
import { BellRing } from "lucide-react";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { AlertTable } from "#dashboard/features/activity/alerts/alert-table.tsx";
import { CreateAlert } from "#dashboard/features/activity/alerts/create-alert.tsx";
import { ListScreen } from "#dashboard/lists/list-screen.tsx";
import { ListSkeleton } from "#dashboard/lists/list-skeleton.tsx";
import { UNFILTERED } from "#dashboard/lists/search-schemas.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

export const Route = createFileRoute("/_app/activity/_lists/alerts")({
  loader: ({ context: { prefetch, read } }) => prefetch(read("alertRules.list")),
  pendingComponent: () => <ListSkeleton />,
  component: AlertsPage,
});

function AlertsPage() {
  const { may, read } = useEnvironment();
  const create = may("environment.use") && <CreateAlert />;
  return (
    <>
      <div className="flex justify-end empty:hidden">{create}</div>
      <ListScreen
        noun={["alert rule", "alert rules"]}
        icon={<BellRing />}
        {...UNFILTERED}
        read={read("alertRules.list")}
        pageOf={(rows) => ({ rows })}
        none={
          <EmptyState icon={<BellRing />} title="No alert rules yet" action="create">
            Be told by mail or in Slack when something fails in a new way, fails again, or a provider refuses.
          </EmptyState>
        }
      >
        {(rules) => <AlertTable rows={rules} />}
      </ListScreen>
    </>
  );
}
