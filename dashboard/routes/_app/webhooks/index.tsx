import { createFileRoute, Link } from "@tanstack/react-router";
import { Webhook } from "lucide-react";
import { useState } from "react";
import { ShownSecret } from "#dashboard/components/display/shown-secret.tsx";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { CreateEndpoint } from "#dashboard/features/webhooks/create-endpoint.tsx";
import { EndpointTable } from "#dashboard/features/webhooks/endpoint-table.tsx";
import { ListScreen } from "#dashboard/lists/list-screen.tsx";
import { ListSkeleton } from "#dashboard/lists/list-skeleton.tsx";
import { UNFILTERED } from "#dashboard/lists/search-schemas.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

export const Route = createFileRoute("/_app/webhooks/")({
  loader: ({ context: { prefetch, read } }) => prefetch(read("webhookEndpoints.list")),
  pendingComponent: () => <ListSkeleton title="Webhooks" />,
  component: EndpointsPage,
});

function EndpointsPage() {
  const { may, read } = useEnvironment();
  const [created, setCreated] = useState<{ secret?: string; url: string }>();
  const create = may("webhooks.manage") && <CreateEndpoint onCreated={setCreated} />;
  return (
    <ListScreen
      noun={["webhook endpoint", "webhook endpoints"]}
      icon={<Webhook />}
      screen={{
        title: "Webhooks",
        summary: (
          <p>
            <span>Addresses of yours that are sent what happens here. </span>
            <Link to="/webhooks/events" className="text-accent underline">
              See or pull events
            </Link>
          </p>
        ),
        actions: create,
      }}
      {...UNFILTERED}
      read={read("webhookEndpoints.list")}
      pageOf={(rows) => ({ rows })}
      none={
        <EmptyState icon={<Webhook />} title="No webhook endpoints yet" action="create">
          Have your application called when a message is sent, opened or refused, or when somebody changes what they
          get.
        </EmptyState>
      }
    >
      {(endpoints) => (
        <>
          {created?.secret && (
            <ShownSecret
              label="Signing secret"
              title={`Copy the signing secret of ${created.url} now`}
              text="It cannot be shown again. Your application verifies with it that a call comes from here."
              secret={created.secret}
              what="signing secret"
              onDone={() => setCreated(undefined)}
            />
          )}
          <EndpointTable rows={endpoints} />
        </>
      )}
    </ListScreen>
  );
}
