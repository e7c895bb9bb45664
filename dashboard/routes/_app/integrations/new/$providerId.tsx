import { createFileRoute, Link, useNavigate } from "@tanstack/react-router";
import { Plug } from "lucide-react";
import { Suspense } from "react";
import { buttonClass } from "#dashboard/components/controls/button.tsx";
import { STEP_TYPE_LABELS } from "#dashboard/components/display/step-type.tsx";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { NoAccessPage } from "#dashboard/components/feedback/no-access.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { SkeletonCards } from "#dashboard/components/feedback/skeleton.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { Page } from "#dashboard/components/page.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

// The contract's schemas are not part of the screen's first load.
const CredentialsForm = lazyNamed(
  () => import("#dashboard/features/integrations/credentials-form.tsx"),
  "CredentialsForm",
);

const TITLE = "Connect a provider";

export const Route = createFileRoute("/_app/integrations/new/$providerId")({
  loader: ({ context: { prefetch, read } }) => prefetch(read("integrations.listProviders")),
  component: ConnectPage,
});

function ConnectPage() {
  const { providerId } = Route.useParams();
  const navigate = useNavigate();
  const { may } = useEnvironment();
  const query = useRead("integrations.listProviders");
  if (!may("environment.use")) return <NoAccessPage title={TITLE} to="connect providers" />;
  const skeleton = <SkeletonCards cards={1} className="h-72 max-w-xl" />;
  return (
    <QueryResult query={query} headingLevel={1} skeleton={<Page title={TITLE}>{skeleton}</Page>}>
      {(providers) => {
        const entry = providers.find(({ id }) => id === providerId);
        if (!entry) {
          return (
            <Page title="No such provider">
              <EmptyState
                icon={<Plug />}
                title="No provider has this name"
                action={
                  <Link to="/integrations/new" search={{}} className={buttonClass()}>
                    All providers
                  </Link>
                }
              >
                The address may be mistyped.
              </EmptyState>
            </Page>
          );
        }
        const { displayName, channel } = entry;
        return (
          <Page title={`Connect ${displayName}`} summary={<p>{STEP_TYPE_LABELS[channel].name}</p>}>
            <Suspense fallback={skeleton}>
              <CredentialsForm
                key={providerId}
                entry={entry}
                onSaved={({ name }) => {
                  showToast({ tone: "success", text: `${name} is connected` });
                  void navigate({ to: "/integrations" });
                }}
              />
            </Suspense>
          </Page>
        );
      }}
    </QueryResult>
  );
}
