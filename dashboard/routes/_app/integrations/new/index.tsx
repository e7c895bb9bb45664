import { createFileRoute, stripSearchParams, useNavigate } from "@tanstack/react-router";
import { CHANNELS } from "#contract/constants/channels.ts";
import { NoAccessPage } from "#dashboard/components/feedback/no-access.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { SkeletonCards } from "#dashboard/components/feedback/skeleton.tsx";
import { Page } from "#dashboard/components/page.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { ProviderStore } from "#dashboard/features/integrations/provider-store.tsx";
import { choiceParam, searchSchema, textParam } from "#dashboard/lists/search-schemas.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

const TITLE = "Connect a provider";

export const Route = createFileRoute("/_app/integrations/new/")({
  validateSearch: searchSchema({ query: textParam, channel: choiceParam(CHANNELS) }),
  search: { middlewares: [stripSearchParams({ query: "" })] },
  loader: ({ context: { prefetch, read } }) => prefetch(read("integrations.listProviders")),
  component: StorePage,
});

function StorePage() {
  const search = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const { current, may } = useEnvironment();
  const query = useRead("integrations.listProviders");
  const connected = useRead("integrations.getAll").data ?? [];
  if (!may("environment.use")) return <NoAccessPage title={TITLE} to="connect providers" />;
  return (
    <Page title={TITLE} wide>
      <QueryResult query={query} skeleton={<SkeletonCards cards={12} className="h-14" />}>
        {(providers) => (
          <ProviderStore
            providers={providers}
            connected={connected.filter(({ _environmentId }) => _environmentId === current?._id)}
            search={search}
            onSearch={(change) =>
              void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })
            }
          />
        )}
      </QueryResult>
    </Page>
  );
}
