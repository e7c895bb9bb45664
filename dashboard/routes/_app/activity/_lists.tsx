import { createFileRoute, Outlet } from "@tanstack/react-router";
import { Page } from "#dashboard/components/page.tsx";
import { ActivityTabs, useCurrentList } from "#dashboard/features/activity/activity-tabs.tsx";
import { SavedViews } from "#dashboard/features/activity/views/saved-views.tsx";

export const Route = createFileRoute("/_app/activity/_lists")({ component: ActivityPage });

/** The lists of activity, which keep their tabs on the screen, so that these keep the focus. */
function ActivityPage() {
  const { end, name, views } = useCurrentList();
  return (
    <Page
      wide
      title="Activity"
      tabTitle={end ? `${name} · Activity` : undefined}
      actions={views && <SavedViews list={views} />}
    >
      <ActivityTabs>
        <Outlet />
      </ActivityTabs>
    </Page>
  );
}
