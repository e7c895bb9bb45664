import { createFileRoute, Link, useNavigate } from "@tanstack/react-router";
import { Plug } from "lucide-react";
import { Suspense } from "react";
import type { Integration } from "#contract/integrations.ts";
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
import { errorText } from "#dashboard/errors.ts";
import { useDemoReplacement } from "#dashboard/features/integrations/use-demo-replacement.ts";
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
  const replaceDemo = useDemoReplacement();
  async function leave(saved: Integration): Promise<void> {
    const { name } = saved;
    try {
      const replaces = await replaceDemo(saved);
      const text = replaces ? `${name} is connected, and sends in place of the demo provider` : `${name} is connected`;
      showToast({ tone: "success", text });
    } catch (error) {
      const text = `${name} is connected, but the demo provider is still used first. ${errorText(error)}`;
      showToast({ tone: "danger", text });
    }
    await navigate({ to: "/integrations" });
  }
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
              <CredentialsForm key={providerId} entry={entry} onSaved={(saved) => void leave(saved)} />
            </Suspense>
          </Page>
        );
      }}
    </QueryResult>
  );
}
