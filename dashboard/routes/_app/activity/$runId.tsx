import { createFileRoute } from "@tanstack/react-router";
import { ExternalLink } from "lucide-react";
import { buttonClass } from "../../../components/button.tsx";
import { JsonBlock } from "../../../components/code-block.tsx";
import { MissingObject } from "../../../components/missing-object.tsx";
import { Page } from "../../../components/page.tsx";
import { Skeleton, SkeletonCards } from "../../../components/skeleton.tsx";
import { usePolled } from "../../../components/use-polled.ts";
import { RunFacts } from "../../../features/activity/run-facts.tsx";
import { pollInterval, runState } from "../../../features/activity/run-state.ts";
import { Disclosure, RunTimeline } from "../../../features/activity/run-timeline.tsx";
import { RunStateBadge } from "../../../features/activity/status-looks.tsx";
import { subscriberIdOf, workflowNameOf } from "../../../features/activity/subscriber-words.ts";
import { foundOr404 } from "../../../found-or-404.ts";
import { useApi } from "../../../use-api.ts";
import { useEnvironments } from "../../../use-environments.ts";

export const Route = createFileRoute("/_app/activity/$runId")({
  loader: ({ context, params, abortController }) =>
    foundOr404(context.api.activity.get(params.runId, { signal: abortController.signal })),
  pendingComponent: () => (
    <Page title="Run" summary={<Skeleton className="h-4 w-48" />}>
      <Skeleton className="h-40 w-full rounded-lg" />
      <SkeletonCards className="h-32" />
    </Page>
  ),
  notFoundComponent: RunMissing,
  component: RunPage,
});

function RunPage() {
  const loaded = Route.useLoaderData();
  const api = useApi();
  const { current: run, stale } = usePolled(loaded, {
    load: (signal) => api.activity.get(loaded._id, { signal }),
    every: (shown) => pollInterval([shown]),
  });
  return (
    <Page
      title={`${workflowNameOf(run)} for ${subscriberIdOf(run)}`}
      aside={<RunStateBadge state={runState(run)} />}
      summary={stale ? "Not up to date: the last refresh failed. Trying again." : undefined}
      actions={
        run.engineUrl && (
          <a href={run.engineUrl} target="_blank" rel="noreferrer" className={buttonClass()}>
            Open in engine UI <ExternalLink className="size-4" aria-hidden="true" />
          </a>
        )
      }
    >
      <RunFacts run={run} />
      <section aria-labelledby="timeline" className="flex flex-col gap-3">
        <h2 id="timeline" className="text-base font-medium">
          Timeline
        </h2>
        <RunTimeline jobs={run.jobs} />
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

function RunMissing() {
  const { runId } = Route.useParams();
  const api = useApi();
  return (
    <MissingObject
      kind="run"
      {...useEnvironments()}
      lookIn={(environmentId) => api.activity.get(runId, { environmentId })}
    />
  );
}
