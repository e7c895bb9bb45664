import { useQuery } from "@tanstack/react-query";
import { createFileRoute, useNavigate } from "@tanstack/react-router";
import { CheckCheck } from "lucide-react";
import { Suspense, useState } from "react";
import { isChannel } from "#contract/constants/channels.ts";
import { UUID_PATTERN } from "#contract/constants/values/patterns.ts";
import type { Activity } from "#contract/notifications.ts";
import { contextPaths } from "#dashboard/app/page-settings.ts";
import { Disclosure } from "#dashboard/components/disclosure.tsx";
import { Badge } from "#dashboard/components/display/badge.tsx";
import { JsonBlock } from "#dashboard/components/display/code-block.tsx";
import { Banner } from "#dashboard/components/feedback/banner.tsx";
import { LoadFailed } from "#dashboard/components/feedback/load-failed.tsx";
import { MissingObject } from "#dashboard/components/feedback/missing-object.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { RefreshFailed } from "#dashboard/components/feedback/refresh-failed.tsx";
import { Skeleton, SkeletonCards } from "#dashboard/components/feedback/skeleton.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { Page } from "#dashboard/components/page.tsx";
import { useWasOpen } from "#dashboard/components/use-was-open.ts";
import { useRead } from "#dashboard/data/use-read.ts";
import { eventOf } from "#dashboard/features/activity/run/event-of.ts";
import { RunActions } from "#dashboard/features/activity/run/run-actions.tsx";
import { RunFacts } from "#dashboard/features/activity/run/run-facts.tsx";
import { RunTimeline } from "#dashboard/features/activity/run/run-timeline.tsx";
import { pollInterval, runState } from "#dashboard/features/activity/run-state.ts";
import { RunStateBadge } from "#dashboard/features/activity/status-badge.tsx";
import { subscriberIdOf, workflowNameOf } from "#dashboard/features/activity/subscriber-text.ts";
import { TestDeliveryBadge, TestModeBadge, testModeText } from "#dashboard/features/activity/test-mode-badge.tsx";
import { isKept } from "#dashboard/kept-input.ts";
import { patternParam, searchSchema } from "#dashboard/lists/search-schemas.ts";
import { useOpenedObject } from "#dashboard/recent-objects.ts";
import { useShownKey } from "#dashboard/shown-key.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

/** `with`: the run that it is compared with. */
const RunPageSearch = searchSchema({ with: patternParam(UUID_PATTERN) });

export const Route = createFileRoute("/_app/activity/$runId")({
  validateSearch: RunPageSearch,
  loader: ({ context: { prefetch, read }, params }) => prefetch(read("notifications.get", params.runId)),
  pendingComponent: RunSkeleton,
  component: RunPage,
});

const RunComparison = lazyNamed(() => import("#dashboard/features/activity/run/run-comparison.tsx"), "RunComparison");
// Most runs wait for nothing.
const WaitActions = lazyNamed(() => import("#dashboard/features/activity/run/wait-actions.tsx"), "WaitActions");
// What is shown in dialogs is not part of the screen's first load.
const FormDialog = lazyNamed(() => import("#dashboard/forms/form-dialog.tsx"), "FormDialog");
const TriggerLike = lazyNamed(() => import("#dashboard/features/workflows/test/trigger-like.tsx"), "TriggerLike");

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
  const { with: otherId } = Route.useSearch();
  const [isStarting, setStarting] = useState(() => isKept(keptNameOf(run)));
  const wasStarting = useWasOpen(isStarting);
  useOpenedObject({ kind: "run", id: run._id, title, subtitle: run.transactionId });
  return (
    <Page
      title={title}
      aside={
        <>
          <TestModeBadge mode={run.testMode} />
          <TestDeliveryBadge jobs={run.jobs} />
          <RunStateBadge state={runState(run)} />
          {run.handled && (
            <Badge tone="success" icon={<CheckCheck className="size-3.5" aria-hidden="true" />}>
              {`Handled by ${run.handled.name}`}
            </Badge>
          )}
        </>
      }
      summary={refreshFailed && <RefreshFailed />}
      actions={<RunActions run={run} onStartLike={() => setStarting(true)} />}
    >
      {run.testMode && (
        <Banner title={run.testMode.dryRun ? "This is a dry test" : "This is a test without delays"}>
          {testModeText(run.testMode)}
        </Banner>
      )}
      {wasStarting && (
        <Suspense>
          <StartLike run={run} open={isStarting} onOpenChange={setStarting} />
        </Suspense>
      )}
      <RunFacts run={run} />
      {otherId === undefined ? (
        <RunDetails run={run} />
      ) : (
        <Suspense fallback={<SkeletonCards className="h-32" />}>
          <ComparedWith run={run} otherId={otherId} />
        </Suspense>
      )}
    </Page>
  );
}

function RunDetails({ run }: { run: Activity }) {
  const messages = useMessages(run);
  return (
    <>
      <section aria-labelledby="timeline" className="flex flex-col gap-3">
        <h2 id="timeline" className="text-base font-medium">
          Timeline
        </h2>
        <LoadFailed what="The messages" query={messages} />
        <RunTimeline
          run={run}
          messages={messages.data?.data}
          actionsOf={(job) =>
            job.status === "delayed" && (
              <Suspense>
                <WaitActions run={run} job={job} />
              </Suspense>
            )
          }
        />
        {messages.isLoading && <SkeletonCards cards={1} className="h-8" />}
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
    </>
  );
}

/** The run beside another one, which is read as well. */
function ComparedWith({ run, otherId }: { run: Activity; otherId: string }) {
  const query = useRead("notifications.get", otherId);
  return (
    <QueryResult
      query={query}
      skeleton={<SkeletonCards className="h-32" />}
      missing={<p className="text-muted">The other run does not exist in this environment.</p>}
    >
      {(other) => <RunComparison left={run} right={other} />}
    </QueryResult>
  );
}

const keptNameOf = ({ _id }: Activity) => `event-like-${_id}`;

interface StartLikeProps {
  run: Activity;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** A dialog that triggers an event like that of the run. */
function StartLike({ run, open, onOpenChange }: StartLikeProps) {
  const { readOnly: isProduction, write } = useEnvironment();
  const navigate = useNavigate();
  const snippetKey = useShownKey();
  const event = eventOf(run);
  if (!event) return null;
  return (
    <FormDialog open={open} onOpenChange={onOpenChange} title="Start a run like this one" height="h-80">
      <TriggerLike
        event={event}
        keptName={keptNameOf(run)}
        isProduction={isProduction}
        apiUrl={window.location.origin + contextPaths.api}
        snippetKey={snippetKey}
        trigger={({ name, ...rest }) => write("events.trigger", name, rest)}
        onSent={(transactionId) => {
          onOpenChange(false);
          void navigate({ to: "/activity", search: { transactionId } });
        }}
      />
    </FormDialog>
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
