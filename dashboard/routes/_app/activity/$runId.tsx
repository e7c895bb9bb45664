import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { ExternalLink } from "lucide-react";
import { isChannel } from "#contract/constants/channels.ts";
import type { Activity } from "#contract/notifications.ts";
import { buttonClass } from "#dashboard/components/controls/button.tsx";
import { Disclosure } from "#dashboard/components/disclosure.tsx";
import { JsonBlock } from "#dashboard/components/display/code-block.tsx";
import { Banner } from "#dashboard/components/feedback/banner.tsx";
import { LoadFailed } from "#dashboard/components/feedback/load-failed.tsx";
import { MissingObject } from "#dashboard/components/feedback/missing-object.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { RefreshFailed } from "#dashboard/components/feedback/refresh-failed.tsx";
import { Skeleton, SkeletonCards } from "#dashboard/components/feedback/skeleton.tsx";
import { Page } from "#dashboard/components/page.tsx";
import { RunFacts } from "#dashboard/features/activity/run/run-facts.tsx";
import { RunTimeline } from "#dashboard/features/activity/run/run-timeline.tsx";
import { pollInterval, runState } from "#dashboard/features/activity/run-state.ts";
import { RunStateBadge } from "#dashboard/features/activity/status-badge.tsx";
import { subscriberIdOf, workflowNameOf } from "#dashboard/features/activity/subscriber-text.ts";
import { TestModeBadge, testModeText } from "#dashboard/features/activity/test-mode-badge.tsx";
import { useOpenedObject } from "#dashboard/recent-objects.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

export const Route = createFileRoute("/_app/activity/$runId")({
  loader: ({ context: { prefetch, read }, params }) => prefetch(read("notifications.get", params.runId)),
  pendingComponent: RunSkeleton,
  component: RunPage,
});

function RunPage() {
  const { runId } = Route.useParams();
  const { read, readIn } = useEnvironment();
  const query = useQuery({
    ...read("notifications.get", runId),
    refetchInterval: ({ state }) => (state.data ? pollInterval([state.data]) : false),
  });
  return (
    <QueryResult
      query={query}
      headingLevel={1}
      skeleton={<RunSkeleton />}
      missing={
        <MissingObject kind="run" queryIn={(environmentId) => readIn(environmentId)("notifications.get", runId)} />
      }
    >
      {(run) => <Run run={run} refreshFailed={query.isRefetchError} />}
    </QueryResult>
  );
}

function Run({ run, refreshFailed }: { run: Activity; refreshFailed: boolean }) {
  const title = `${workflowNameOf(run)} for ${subscriberIdOf(run)}`;
  const messages = useMessages(run);
  useOpenedObject({ kind: "run", id: run._id, title, subtitle: run.transactionId });
  return (
    <Page
      title={title}
      aside={
        <>
          <TestModeBadge mode={run.testMode} />
          <RunStateBadge state={runState(run)} />
        </>
      }
      summary={refreshFailed && <RefreshFailed />}
      actions={
        run.engineUrl && (
          <a href={run.engineUrl} target="_blank" rel="noreferrer" className={buttonClass()}>
            Open in engine UI <ExternalLink className="size-4" aria-hidden="true" />
          </a>
        )
      }
    >
      {run.testMode && (
        <Banner title={run.testMode.dryRun ? "This is a dry test" : "This is a test without delays"}>
          {testModeText(run.testMode)}
        </Banner>
      )}
      <RunFacts run={run} />
      <section aria-labelledby="timeline" className="flex flex-col gap-3">
        <h2 id="timeline" className="text-base font-medium">
          Timeline
        </h2>
        <LoadFailed what="The messages" query={messages} />
        <RunTimeline run={run} messages={messages.data?.data} />
      </section>
      <section aria-labelledby="event" className="flex flex-col gap-3">
        <h2 id="event" className="text-base font-medium">
          Event
        </h2>
        <JsonBlock label="payload" value={run.payload ?? {}} />
        {run.overrides && Object.keys(run.overrides).length > 0 && (
          <Disclosure title="Overrides">
            <JsonBlock label="overrides" value={run.overrides} />
          </Disclosure>
        )}
        <Disclosure title="Run as JSON">
          <JsonBlock label="run" value={run} />
        </Disclosure>
      </section>
    </Page>
  );
}

/** The most messages of an event for one subscriber that are looked at for those of a run. */
const MOST_MESSAGES = 100;

/** Reads what the run has sent, again whenever one of its steps has got further. */
function useMessages(run: Activity) {
  const { read } = useEnvironment();
  const { transactionId, subscriber } = run;
  const query = { transactionId, subscriberId: subscriber?.subscriberId ?? "", limit: MOST_MESSAGES };
  return useQuery({
    ...read("messages.list", query),
    enabled: subscriber !== undefined && run.jobs.some(({ type, status }) => isChannel(type) && status !== "pending"),
    refetchInterval: pollInterval([run]),
  });
}

function RunSkeleton() {
  return (
    <Page title="Run" summary={<Skeleton className="h-4 w-48" />}>
      <Skeleton className="h-40 w-full rounded-lg" />
      <SkeletonCards className="h-32" />
    </Page>
  );
}
