import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ResumptionPreview } from "#contract/resumptions.ts";
import { countText, numberText } from "#dashboard/components/display/count-text.ts";
import { STEP_TYPE_LABELS, StepTypeIcon } from "#dashboard/components/display/step-type.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";

interface ResumePreviewProps {
  query: UseQueryResult<ResumptionPreview>;
  /** The number of runs that were selected; undefined where all that match are meant. */
  selected: number | undefined;
}

/** Says how many runs would be resumed, what would be sent again, and why it failed. */
export function ResumePreview({ query, selected }: ResumePreviewProps) {
  return (
    <QueryResult query={query} skeleton={<Skeleton className="h-24 w-full" />}>
      {(preview) => (
        <div className="flex flex-col gap-3">
          <p role="status">{summaryText(preview, selected)}</p>
          {preview.byChannel.length > 0 && (
            <Counts title="Sent again">
              {preview.byChannel.map(({ channel, steps }) => (
                <Count key={channel} count={steps}>
                  <StepTypeIcon type={channel} className="size-4 shrink-0 text-muted" />
                  {STEP_TYPE_LABELS[channel].name}
                </Count>
              ))}
            </Counts>
          )}
          {preview.byReason.length > 0 && (
            <Counts title="Why they were not sent">
              {preview.byReason.map(({ reason, runs }) => (
                <Count key={reason} count={runs}>
                  <span className="min-w-0 wrap-anywhere">{reason ?? "Not sent, because the run was stopped"}</span>
                </Count>
              ))}
            </Counts>
          )}
        </div>
      )}
    </QueryResult>
  );
}

function summaryText({ runs, isExact }: ResumptionPreview, selected: number | undefined): string {
  if (!isExact) {
    const found = runs === 0 ? "None" : numberText(runs);
    return `${found} of the latest 10,000 runs can be resumed. Earlier runs are counted once you start.`;
  }
  if (runs === 0) return "There is nothing to resume: no step of these runs failed or was left unsent.";
  if (selected === undefined) return `${countText(runs, "run")} can be resumed. Completed steps are not repeated.`;
  return `${numberText(runs)} of ${countText(selected, "selected run")} can be resumed. Completed steps are not repeated.`;
}

export function Counts({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-1">
      <h3 className="text-xs text-muted">{title}</h3>
      <ul className="flex max-h-40 flex-col gap-1 overflow-auto">{children}</ul>
    </section>
  );
}

export function Count({ count, children }: { count: number; children: ReactNode }) {
  return (
    <li className="flex items-start justify-between gap-4">
      <span className="flex min-w-0 items-center gap-1.5">{children}</span>
      <span className="text-muted tabular-nums">{numberText(count)}</span>
    </li>
  );
}
