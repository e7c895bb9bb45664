import { createFileRoute, stripSearchParams, useNavigate } from "@tanstack/react-router";
import { Webhook } from "lucide-react";
import { useState } from "react";
import { WEBHOOK_STATUSES } from "#contract/constants/webhooks.ts";
import type { WebhookEndpoint } from "#contract/webhooks.ts";
import { ShownSecret } from "#dashboard/components/display/shown-secret.tsx";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { MissingObject } from "#dashboard/components/feedback/missing-object.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { SkeletonRows } from "#dashboard/components/feedback/skeleton.tsx";
import { Page } from "#dashboard/components/page.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { EndpointActions } from "#dashboard/features/webhooks/endpoint-actions.tsx";
import { EndpointSummary } from "#dashboard/features/webhooks/endpoint-summary.tsx";
import { WebhookMessageSearch, webhookMessageQuery } from "#dashboard/features/webhooks/webhook-message-search.ts";
import { STATUSES, WebhookMessageTable } from "#dashboard/features/webhooks/webhook-message-table.tsx";
import { ChoiceFilter } from "#dashboard/lists/filter-button.tsx";
import { ListScreen } from "#dashboard/lists/list-screen.tsx";
import { defaultsOf } from "#dashboard/lists/list-search.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

const STATUS_CHOICES = WEBHOOK_STATUSES.map((id) => ({ id, text: STATUSES[id].text }));
/** Milliseconds between reads, as deliveries are made and repeated. */
const POLL_MS = 5_000;

export const Route = createFileRoute("/_app/webhooks/$endpointId/")({
  validateSearch: WebhookMessageSearch,
  search: { middlewares: [stripSearchParams(defaultsOf(WebhookMessageSearch))] },
  loader: ({ context: { prefetch, read }, params: { endpointId }, location }) =>
    Promise.all([
      prefetch(read("webhookEndpoints.get", endpointId)),
      prefetch(
        read(
          "webhookEndpoints.listMessages",
          endpointId,
          webhookMessageQuery(WebhookMessageSearch.parse(location.search)),
        ),
      ),
    ]),
  pendingComponent: EndpointSkeleton,
  component: EndpointPage,
});

function EndpointPage() {
  const { endpointId } = Route.useParams();
  const { readIn } = useEnvironment();
  return (
    <QueryResult
      query={useRead("webhookEndpoints.get", endpointId)}
      headingLevel={1}
      skeleton={<EndpointSkeleton />}
      missing={
        <MissingObject
          kind="webhook endpoint"
          queryIn={(environmentId) => readIn(environmentId)("webhookEndpoints.get", endpointId)}
        />
      }
    >
      {(endpoint) => <EndpointScreen key={endpoint._id} endpoint={endpoint} />}
    </QueryResult>
  );
}

function EndpointScreen({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { _id, url } = endpoint;
  const search = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const { may, read } = useEnvironment();
  const [secret, setSecret] = useState<string>();
  return (
    <Page
      title={url}
      isName
      tabTitle={`${url} · Webhooks`}
      wide
      summary={<EndpointSummary endpoint={endpoint} />}
      actions={
        may("webhooks.manage") && (
          <EndpointActions
            endpoint={endpoint}
            onRotated={setSecret}
            onDeleted={() => void navigate({ to: "/webhooks" })}
          />
        )
      }
    >
      {secret !== undefined && (
        <ShownSecret
          label="Signing secret"
          title="Copy the new signing secret now"
          text="It cannot be shown again. Your application verifies with it that a call comes from here."
          secret={secret}
          what="signing secret"
          onDone={() => setSecret(undefined)}
        />
      )}
      <ListScreen
        noun={["delivery", "deliveries"]}
        icon={<Webhook />}
        schema={WebhookMessageSearch}
        search={search}
        onSearch={(next, replace) => void navigate({ search: next, replace })}
        read={read("webhookEndpoints.listMessages", _id, webhookMessageQuery(search))}
        pageOf={({ data, next }) => ({ rows: data, next })}
        pollMs={() => search.cursor === "" && POLL_MS}
        filters={(change) => (
          <section aria-label="Filter deliveries" className="flex flex-wrap items-center gap-2">
            <ChoiceFilter
              name="State"
              all="All states"
              options={STATUS_CHOICES}
              value={search.status}
              onChange={(status) => change({ status })}
            />
          </section>
        )}
        noMatch="Deliveries are kept for 30 days."
        none={
          <EmptyState icon={<Webhook />} title="Nothing was sent yet">
            Each event of the chosen types is listed here with the answer of your application. Send an example to try
            it.
          </EmptyState>
        }
      >
        {(messages, { pager }) => <WebhookMessageTable rows={messages} pager={pager} />}
      </ListScreen>
    </Page>
  );
}

function EndpointSkeleton() {
  return (
    <Page title="Webhook endpoint" wide>
      <SkeletonRows />
    </Page>
  );
}
