import { createFileRoute, useNavigate } from "@tanstack/react-router";
import { Send } from "lucide-react";
import { isProduction } from "#dashboard/app/membership.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { ErrorPanel } from "#dashboard/components/feedback/error-panel.tsx";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { Page } from "#dashboard/components/page.tsx";
import { LiveInbox } from "#dashboard/features/welcome/live-inbox.tsx";
import { useWelcomeSteps } from "#dashboard/features/welcome/use-welcome-steps.ts";
import { WelcomeSteps } from "#dashboard/features/welcome/welcome-steps.tsx";
import { curlSnippet, typescriptSnippet } from "#dashboard/features/workflows/event-snippets.ts";
import { usePreferences } from "#dashboard/preferences.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

export const Route = createFileRoute("/_app/welcome")({ component: WelcomePage });

const TITLE = "Getting started";
const EVENT_SNIPPETS = { curl: curlSnippet, TypeScript: typescriptSnippet } as const;

function WelcomePage() {
  const navigate = useNavigate();
  const { current, readOnly, environments, switchTo } = useEnvironment();
  const { welcomeDismissed, set } = usePreferences();

  function dismiss() {
    set({ welcomeDismissed: true });
    showToast({ tone: "success", text: "Getting started is no longer listed. The command palette brings it back." });
    void navigate({ to: "/" });
  }

  const development = environments.find((environment) => !isProduction(environment));
  return (
    <Page
      wide
      title={TITLE}
      summary="Five steps to a first notification. Each is ticked when it has happened."
      actions={
        welcomeDismissed ? (
          <Button onClick={() => set({ welcomeDismissed: false })}>Keep in the navigation</Button>
        ) : (
          <Button onClick={dismiss}>Dismiss</Button>
        )
      }
    >
      {readOnly && development ? (
        <EmptyState
          icon={<Send />}
          title={`The first notification is sent in ${development.name}`}
          action={
            <Button variant="primary" onClick={() => switchTo(development._id)}>
              {`Switch to ${development.name}`}
            </Button>
          }
        >
          {current?.name} gets its workflows by publishing.
        </EmptyState>
      ) : (
        current && <Steps key={current._id} />
      )}
    </Page>
  );
}

function Steps() {
  const { membership } = Route.useRouteContext();
  const { current, write } = useEnvironment();
  const { progress, error, retry, onInboxChange } = useWelcomeSteps();
  if (!current) return null;
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)] xl:grid-cols-[minmax(0,1fr)_minmax(0,28rem)]">
      <div className="flex min-w-0 flex-col gap-4">
        {error !== null && <ErrorPanel error={error} onRetry={retry} />}
        <WelcomeSteps
          account={membership.account}
          environment={current}
          progress={progress}
          eventSnippets={EVENT_SNIPPETS}
          onInvite={async (invitation) => {
            await write("invites.create", invitation);
          }}
        />
      </div>
      <div className="sticky z-10 max-lg:top-16 max-lg:order-first lg:top-6">
        <LiveInbox environment={current} onChange={onInboxChange} />
      </div>
    </div>
  );
}
