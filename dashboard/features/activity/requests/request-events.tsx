import { Link } from "@tanstack/react-router";
import type { RequestDetails } from "#contract/activity/requests.ts";
import { CopyableId } from "#dashboard/components/controls/copy-button.tsx";
import { LoadFailed } from "#dashboard/components/feedback/load-failed.tsx";
import { SkeletonCards } from "#dashboard/components/feedback/skeleton.tsx";
import { Section } from "#dashboard/components/section.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { runState } from "../run-state.ts";
import { RunStateBadge } from "../status-badge.tsx";
import { subscriberIdOf, workflowNameOf } from "../subscriber-text.ts";

type Event = RequestDetails["events"][number];

/** The events that a call brought, each with a link to its runs; of a single one the first runs as well. */
export function RequestEvents({ request: { events } }: { request: RequestDetails }) {
  const [only, another] = events;
  if (!only) return null;
  return (
    <Section title={another ? "Events" : "Event"} text={eventsText(events)}>
      <ul className="flex flex-col divide-y">
        {events.map((event) => (
          <li key={event.transactionId} className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 py-1.5">
            <CopyableId value={event.transactionId} what="transaction id" />
            {event.workflow && (
              <Link
                to="/workflows/$workflowId"
                params={{ workflowId: event.workflow._id }}
                dir="auto"
                translate="no"
                className="min-w-0 text-accent underline wrap-anywhere"
              >
                {event.workflow.name}
              </Link>
            )}
            <Link to="/activity" search={{ transactionId: event.transactionId }} className="text-accent underline">
              See runs
            </Link>
            <DuplicateOf event={event} />
          </li>
        ))}
      </ul>
      {!another && <FirstRuns transactionId={only.transactionId} />}
    </Section>
  );
}

/** Says what the call did about its events. */
function eventsText(events: readonly Event[]): string {
  if (events.every(({ isDuplicate }) => isDuplicate)) {
    return events.length === 1
      ? "The event had been there already: nothing was sent again"
      : "The events had been there already: nothing was sent again";
  }
  return events.length === 1 ? "Triggered by this request" : `${events.length} events were triggered by this request`;
}

function DuplicateOf({ event: { isDuplicate, _duplicateOf } }: { event: Event }) {
  if (!isDuplicate) return null;
  if (_duplicateOf === undefined) {
    return <span className="text-muted">Duplicate of an event from an unrecorded call</span>;
  }
  return (
    <span>
      <span>{"Duplicate of "}</span>
      <Link to="/activity/requests/$requestId" params={{ requestId: _duplicateOf }} className="text-accent underline">
        an earlier request
      </Link>
    </span>
  );
}

/** Runs of the event, the first of them. */
function FirstRuns({ transactionId }: { transactionId: string }) {
  const query = useRead("notifications.list", { page: 0, transactionId });
  if (query.isPending) return <SkeletonCards cards={1} className="h-8" />;
  const runs = query.data?.data ?? [];
  return (
    <>
      <LoadFailed what="The runs" query={query} />
      {query.data && runs.length === 0 && (
        <p className="text-muted">No runs: the event reached no one, or its runs are no longer kept.</p>
      )}
      <ul className="flex flex-col divide-y">
        {runs.map((run) => (
          <li key={run._id} className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 py-1.5">
            <Link
              to="/activity/$runId"
              params={{ runId: run._id }}
              dir="auto"
              translate="no"
              className="min-w-0 text-accent underline wrap-anywhere"
            >
              {`${workflowNameOf(run)} for ${subscriberIdOf(run)}`}
            </Link>
            <RunStateBadge state={runState(run)} />
          </li>
        ))}
      </ul>
    </>
  );
}
