import { createFileRoute, Link } from "@tanstack/react-router";
import { Plug } from "lucide-react";
import { buttonClass } from "#dashboard/components/controls/button.tsx";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { LoadFailed } from "#dashboard/components/feedback/load-failed.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { SkeletonRows } from "#dashboard/components/feedback/skeleton.tsx";
import { hasFailed } from "#dashboard/components/feedback/use-load-error.ts";
import { Page } from "#dashboard/components/page.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { ChannelSection } from "#dashboard/features/integrations/channel-section.tsx";
import { byChannel } from "#dashboard/features/integrations/connected.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

export const Route = createFileRoute("/_app/integrations/")({
  loader: ({ context: { prefetch, read } }) => prefetch(read("integrations.getAll")),
  component: IntegrationsPage,
});

function IntegrationsPage() {
  const { current, may } = useEnvironment();
  const query = useRead("integrations.getAll");
  const providers = useRead("integrations.listProviders");
  const health = useRead("integrations.listHealth");
  const connect = may("environment.use") && (
    <Link to="/integrations/new" search={{}} data-primary-create className={buttonClass("primary")}>
      Connect a provider
    </Link>
  );
  return (
    <Page
      title="Integrations"
      summary={<p>The providers by which {current?.name ?? "this environment"} sends, in the order of use.</p>}
      actions={
        <>
          <Link to="/integrations/suppressions" search={{}} className={buttonClass()}>
            Suppressed addresses
          </Link>
          {connect}
        </>
      }
    >
      <LoadFailed what="The health of the integrations" query={health} />
      <QueryResult query={query} skeleton={<SkeletonRows />}>
        {(all) => {
          const connected = byChannel(all, current?._id).filter(({ integrations }) => integrations.length > 0);
          if (connected.length === 0) {
            return (
              <EmptyState icon={<Plug />} title="No providers yet" action={connect}>
                Emails, texts, chat and push messages are sent by a provider that you have an account with.
              </EmptyState>
            );
          }
          return connected.map((part) => (
            <ChannelSection
              key={part.channel}
              {...part}
              catalogue={providers.data ?? []}
              health={hasFailed(health) ? [] : health.data}
            />
          ));
        }}
      </QueryResult>
    </Page>
  );
}
