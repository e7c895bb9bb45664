import { createFileRoute } from "@tanstack/react-router";
import { PreferencesTab } from "#dashboard/features/subscribers/preferences/preferences-tab.tsx";

export const Route = createFileRoute("/_app/subscribers/$subscriberId/preferences")({
  loader: ({ context: { prefetch, read }, params }) =>
    prefetch(read("subscribers.getEffectivePreferences", params.subscriberId)),
  component: PreferencesTab,
});
