import { createFileRoute, Link, useNavigate } from "@tanstack/react-router";
import { Plug } from "lucide-react";
import { Suspense, useState } from "react";
import type { Integration } from "#contract/integrations.ts";
import type { CatalogueEntry } from "#contract/providers.ts";
import { Button, buttonClass } from "#dashboard/components/controls/button.tsx";
import { CopyableId } from "#dashboard/components/controls/copy-button.tsx";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { SkeletonCards } from "#dashboard/components/feedback/skeleton.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { Page } from "#dashboard/components/page.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { DeleteIntegration } from "#dashboard/features/integrations/delete-integration.tsx";
import { HealthSummary } from "#dashboard/features/integrations/health.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

// The contract's schemas are not part of the screen's first load.
const CredentialsForm = lazyNamed(
  () => import("#dashboard/features/integrations/credentials-form.tsx"),
  "CredentialsForm",
);

export const Route = createFileRoute("/_app/integrations/$integrationId")({
  loader: ({ context: { prefetch, read } }) => prefetch(read("integrations.getAll")),
  component: IntegrationPage,
});

const FORM_SKELETON = <SkeletonCards cards={1} className="h-72 max-w-xl" />;
const SKELETON = <Page title="Integration">{FORM_SKELETON}</Page>;

function IntegrationPage() {
  const { integrationId } = Route.useParams();
  const query = useRead("integrations.getAll");
  const providers = useRead("integrations.listProviders");
  return (
    <QueryResult query={query} headingLevel={1} skeleton={SKELETON}>
      {(all) => {
        const integration = all.find(({ _id }) => _id === integrationId);
        if (!integration) return <NoSuchIntegration />;
        return (
          <QueryResult query={providers} headingLevel={1} skeleton={SKELETON}>
            {(entries) => (
              <IntegrationScreen
                integration={integration}
                entry={entries.find(({ id }) => id === integration.providerId)}
              />
            )}
          </QueryResult>
        );
      }}
    </QueryResult>
  );
}

function NoSuchIntegration() {
  return (
    <Page title="No such integration">
      <EmptyState
        icon={<Plug />}
        title="No integration has this id"
        action={
          <Link to="/integrations" className={buttonClass()}>
            All integrations
          </Link>
        }
      >
        It may have been deleted, or the address is not complete.
      </EmptyState>
    </Page>
  );
}

interface IntegrationScreenProps {
  integration: Integration;
  entry: CatalogueEntry | undefined;
}

function IntegrationScreen({ integration, entry }: IntegrationScreenProps) {
  const { name, identifier, providerId } = integration;
  const { may } = useEnvironment();
  const navigate = useNavigate();
  const [isDeleting, setDeleting] = useState(false);
  const leave = () => void navigate({ to: "/integrations" });
  const mayChange = may("environment.use");
  return (
    <Page
      title={name}
      isName
      tabTitle={`${name} · Integrations`}
      summary={
        <>
          <p translate="no">{entry?.displayName ?? providerId}</p>
          <CopyableId value={identifier} what="identifier" />
        </>
      }
      actions={mayChange && <Button onClick={() => setDeleting(true)}>Delete</Button>}
    >
      <HealthSummary integrationId={integration._id} />
      {!mayChange && <p className="text-muted">Your role may see integrations, and not their settings.</p>}
      {mayChange && entry && (
        <Suspense fallback={FORM_SKELETON}>
          <CredentialsForm
            key={`${integration._id} ${integration.updatedAt}`}
            entry={entry}
            integration={integration}
            onSaved={() => {
              showToast({ tone: "success", text: `${name} was saved` });
              leave();
            }}
          />
        </Suspense>
      )}
      {isDeleting && (
        <DeleteIntegration integration={integration} onClose={() => setDeleting(false)} onDeleted={leave} />
      )}
    </Page>
  );
}
