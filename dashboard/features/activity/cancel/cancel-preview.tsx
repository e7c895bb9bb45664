import type { UseQueryResult } from "@tanstack/react-query";
import type { CancellationPreview } from "#contract/activity/cancellations.ts";
import { countText, numberText } from "#dashboard/components/display/count-text.ts";
import { STEP_TYPE_LABELS, StepTypeIcon } from "#dashboard/components/display/step-type.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { Count, Counts } from "../resume/resume-preview.tsx";

const STATE_TEXTS = {
  waiting: "Waiting: nothing more is sent",
  sending: "Sending: the current message is sent, later steps are not",
  running: "Between steps: nothing more is sent",
} as const;

/** Says how many runs would be cancelled, of which workflows, in which state, and which of their steps. */
export function CancelPreview({ query }: { query: UseQueryResult<CancellationPreview> }) {
  return (
    <QueryResult query={query} skeleton={<Skeleton className="h-24 w-full" />}>
      {(preview) => (
        <div className="flex flex-col gap-3">
          <p role="status">{summaryText(preview)}</p>
          {preview.byWorkflow.length > 0 && (
            <Counts title="By workflow">
              {preview.byWorkflow.map(({ _id, name, runs }) => (
                <Count key={_id} count={runs}>
                  <span dir="auto" translate={name === null ? undefined : "no"} className="min-w-0 wrap-anywhere">
                    {name ?? "Deleted workflow"}
                  </span>
                </Count>
              ))}
            </Counts>
          )}
          {preview.byState.length > 0 && (
            <Counts title="By state">
              {preview.byState.map(({ state, runs }) => (
                <Count key={state} count={runs}>
                  {STATE_TEXTS[state]}
                </Count>
              ))}
            </Counts>
          )}
          {preview.byStep.length > 0 && (
            <Counts title="Cancelled steps">
              {preview.byStep.map(({ type, steps }) => (
                <Count key={type} count={steps}>
                  <StepTypeIcon type={type} className="size-4 shrink-0 text-muted" />
                  {STEP_TYPE_LABELS[type].name}
                </Count>
              ))}
            </Counts>
          )}
        </div>
      )}
    </QueryResult>
  );
}

function summaryText({ runs, isExact }: CancellationPreview): string {
  if (!isExact) {
    const found = runs === 0 ? "None" : numberText(runs);
    return `${found} of the latest 10,000 runs can be cancelled. Earlier runs are counted once you start.`;
  }
  if (runs === 0) return "There is nothing to cancel: all of these runs have ended.";
  return `${countText(runs, "run")} can be cancelled. This cannot be undone.`;
}
