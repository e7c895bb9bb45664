import { type ComponentProps, type ReactNode, Suspense, useEffect, useState } from "react";
import type { Account } from "#contract/accounts/auth.ts";
import type { Environment } from "#contract/accounts/environments.ts";
import { contextPaths } from "#dashboard/app/page-settings.ts";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import type { InviteForm as InviteFormComponent } from "#dashboard/forms/invite-form.tsx";
import { isKept } from "#dashboard/kept-input.ts";
import { useShownKey } from "#dashboard/shown-key.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { ConnectEmail } from "./connect-email.tsx";
import { DEMO_SUBSCRIBER } from "./demo-event.ts";
import { EmbedInbox } from "./embed-inbox.tsx";
import type { EventSnippet } from "./event-snippets.tsx";
import { SendDemoEvent } from "./send-demo-event.tsx";
import type { WelcomeProgress } from "./use-welcome-steps.ts";
import { WelcomeStep } from "./welcome-step.tsx";

/** Forms are loaded with the first of them. */
const InviteForm = lazyNamed(() => import("#dashboard/forms/invite-form.tsx"), "InviteForm");

/** The name under which an invitation is kept that was not sent. */
const INVITATION = "invitation";

interface WelcomeStepsProps {
  account: Account;
  environment: Environment;
  progress: WelcomeProgress;
  eventSnippets: EventSnippet;
  onInvite: ComponentProps<typeof InviteFormComponent>["onInvite"];
}

interface Step {
  id: "sent" | "seen" | "email" | "inbox" | "invited";
  title: string;
  waitingFor: string;
  doneText: string;
  content: ReactNode;
}

/** The five steps in order. The first one that is not done opens by itself, and none closes by itself: it may have the focus. */
export function WelcomeSteps({ account, environment, progress, eventSnippets, onInvite }: WelcomeStepsProps) {
  const { apiKey } = useShownKey();
  const [opened, setOpened] = useState<Partial<Record<Step["id"], boolean>>>(() =>
    isKept(INVITATION) ? { invited: true } : {},
  );
  const steps: readonly Step[] = [
    {
      id: "sent",
      title: "Send the demo event",
      waitingFor: `Waiting for an event to ${DEMO_SUBSCRIBER}`,
      doneText: "The event arrived",
      content: <SendDemoEvent account={account} runId={progress.runId} snippets={eventSnippets} />,
    },
    {
      id: "seen",
      title: "See it in the bell",
      waitingFor: progress.hasArrived ? "It is there: open the bell" : "Waiting for the notification",
      doneText: "The notification was seen",
      content: <BellStep />,
    },
    {
      id: "email",
      title: "Connect an email provider, or use the outbox",
      waitingFor: "Waiting for an email in the outbox, or for a provider",
      doneText: progress.outboxMessageId ? "An email is in the outbox" : "A provider is connected",
      content: (
        <ConnectEmail
          apiUrl={window.location.origin + contextPaths.api}
          apiKey={apiKey}
          outboxMessageId={progress.outboxMessageId}
        />
      ),
    },
    {
      id: "inbox",
      title: "Embed the inbox in your app",
      waitingFor: "Waiting for an inbox to be opened in your app",
      doneText: "An inbox was opened in your app",
      content: <EmbedInbox environment={environment} />,
    },
    {
      id: "invited",
      title: "Invite a teammate",
      waitingFor: "Waiting for an invitation",
      doneText: "Somebody was invited",
      content: <InviteStep onInvite={onInvite} />,
    },
  ];
  const first = steps.find(({ id }) => progress[id] === false)?.id;
  useEffect(() => {
    if (first) setOpened((before) => ({ [first]: true, ...before }));
  }, [first]);
  const done = steps.filter(({ id }) => progress[id]).length;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <StepProgress done={done} total={steps.length} />
      <ol className="flex min-w-0 flex-col gap-3">
        {steps.map(({ id, content, ...step }, index) => (
          <WelcomeStep
            key={id}
            {...step}
            number={index + 1}
            done={progress[id]}
            isUnknown={progress.unknown.has(id)}
            open={opened[id] ?? false}
            onToggle={() => setOpened((before) => ({ ...before, [id]: !before[id] }))}
          >
            {content}
          </WelcomeStep>
        ))}
      </ol>
    </div>
  );
}

function BellStep() {
  return (
    <p>
      The bell on this page is the inbox that your app embeds, opened by{" "}
      <code translate="no" className="font-mono text-xs">
        {DEMO_SUBSCRIBER}
      </code>
      . Its number goes up when the notification arrives. Open it to mark the notification as seen.
    </p>
  );
}

function InviteStep({ onInvite }: Pick<WelcomeStepsProps, "onInvite">) {
  const { may } = useEnvironment();
  return may("members.manage") ? (
    <Suspense fallback={<Skeleton className="h-24 w-full" />}>
      <InviteForm keptName={INVITATION} onInvite={onInvite} />
    </Suspense>
  ) : (
    <p className="text-muted">Your role may not invite people. An admin can.</p>
  );
}

function StepProgress({ done, total }: { done: number; total: number }) {
  return (
    <div className="flex items-center gap-3">
      <progress
        max={total}
        value={done}
        aria-label="Steps that are done"
        className="h-1.5 w-32 appearance-none overflow-hidden rounded-full bg-border [&::-moz-progress-bar]:bg-success [&::-webkit-progress-bar]:bg-border [&::-webkit-progress-value]:bg-success"
      />
      <p role="status" className="text-muted tabular-nums">
        {done === total ? "All five steps are done" : `${done} of ${total} done`}
      </p>
    </div>
  );
}
