import { createFileRoute } from "@tanstack/react-router";
import { ReachabilityTab } from "#dashboard/features/subscribers/reachability/reachability-tab.tsx";
import { SuppressedNote } from "#dashboard/features/suppressions/suppressed-note.tsx";

export const Route = createFileRoute("/_app/subscribers/$subscriberId/credentials")({ component: CredentialsPage });

function CredentialsPage() {
  return <ReachabilityTab noteOf={(channel, address) => <SuppressedNote channel={channel} address={address} />} />;
}
