import { Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import type { ComponentProps } from "react";
import type { EventStatus } from "#contract/events.ts";
import type { Activity } from "#contract/notifications.ts";
import { buttonClass, IconButton } from "#dashboard/components/controls/button.tsx";
import { Select } from "#dashboard/components/controls/select.tsx";
import { numberText } from "#dashboard/components/display/count-text.ts";
import { SubscriberLink } from "#dashboard/components/display/subscriber-link.tsx";
import { LoadFailed } from "#dashboard/components/feedback/load-failed.tsx";
import { hasFailed } from "#dashboard/components/feedback/use-load-error.ts";
import { runState } from "./run-state.ts";
import { RunStateBadge } from "./status-badge.tsx";
import { subscriberIdOf, subscriberName } from "./subscriber-text.ts";
import { TestModeBadge } from "./test-mode-badge.tsx";

interface RunBarProps {
  run: Activity | undefined;
  /** The first runs of the event, of which `run` is one. */
  runs: readonly Activity[];
  /** How far the event is, of one with several runs. */
  event: EventStatus | undefined;
  /** The query of the runs. */
  query: ComponentProps<typeof LoadFailed>["query"];
  onChoose: (runId: string) => void;
  onClose: () => void;
}

/**
 * Above a canvas that shows a run: for whom it is, and how far. `run` is undefined until it has begun. Of an event with several
 * runs, another one can be chosen.
 */
export function RunBar({ run, runs, event, query, onChoose, onClose }: RunBarProps) {
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border bg-raised py-2 ps-3 pe-2">
      <div className="flex min-w-0 flex-1 basis-full flex-col gap-1 sm:basis-48">
        <p role="status" className="flex min-w-0 flex-wrap items-center gap-2">
          {run ? (
            <>
              <TestModeBadge mode={run.testMode} />
              <RunStateBadge state={runState(run)} />
              <span className="min-w-0 wrap-anywhere">
                {"Run for "}
                <SubscriberLink
                  subscriberId={run.subscriber?.subscriberId}
                  name={subscriberName(run)}
                  className="text-accent underline"
                />
                {subscriberName(run) !== undefined && (
                  <span className="text-xs text-muted">{` ${subscriberIdOf(run)}`}</span>
                )}
              </span>
            </>
          ) : (
            <LoadFailed what="The run" query={query} />
          )}
          {!run && !hasFailed(query) && "The run begins"}
        </p>
        {event && runs.length > 1 && <p className="text-xs text-muted">{countsText(event, runs.length)}</p>}
      </div>
      {run && runs.length > 1 && (
        <div className="w-56 max-w-full">
          <Select
            label="Run of"
            labelHidden
            value={run._id}
            options={runs.map((one) => ({ id: one._id, text: memberText(one) }))}
            onChange={onChoose}
          />
        </div>
      )}
      {run && (
        <Link to="/activity/$runId" params={{ runId: run._id }} className={buttonClass()}>
          Open run
        </Link>
      )}
      <IconButton label="Hide the run" onClick={onClose}>
        <X className="size-4" aria-hidden="true" />
      </IconButton>
    </div>
  );
}

function memberText(run: Activity): string {
  const name = subscriberName(run);
  return name === undefined ? subscriberIdOf(run) : `${name} (${subscriberIdOf(run)})`;
}

function countsText({ runs, jobs }: EventStatus, shown: number): string {
  const { completed = 0, failed = 0, delayed = 0, skipped = 0, canceled = 0, merged = 0, ...begun } = jobs;
  const left = { completed, failed, waiting: delayed, "left out": skipped + canceled + merged };
  const underWay = Object.values(begun).reduce((sum, count) => sum + count, 0);
  const counts = Object.entries({ ...left, "to come": underWay }).flatMap(([what, count]) =>
    count > 0 ? [`${numberText(count)} ${what}`] : [],
  );
  const first = runs > shown ? `, of which the first ${shown} are shown` : "";
  return `${numberText(runs)} runs${first}. Steps: ${counts.join(", ") || "none yet"}.`;
}
