import { Ban, CircleCheck, LoaderCircle } from "lucide-react";
import type { ResumptionKind } from "#contract/constants/resumptions.ts";
import type { ResumptionState } from "#contract/resumptions.ts";
import { Badge, type Tone } from "#dashboard/components/display/badge.tsx";
import type { RunsChange } from "./kind-texts.ts";
import { gone, progressText } from "./resumption-texts.ts";

const STATES: Readonly<Record<ResumptionState, { text: string; tone: Tone; Icon: typeof Ban }>> = {
  counting: { text: "Counting", tone: "info", Icon: LoaderCircle },
  running: { text: "Running", tone: "info", Icon: LoaderCircle },
  completed: { text: "Completed", tone: "success", Icon: CircleCheck },
  canceled: { text: "Aborted", tone: "neutral", Icon: Ban },
};

export function ResumptionStateBadge({ state }: { state: ResumptionState }) {
  const { text, tone, Icon } = STATES[state];
  return (
    <Badge tone={tone} icon={<Icon className="size-3.5" aria-hidden="true" />}>
      {text}
    </Badge>
  );
}

interface ProgressProps {
  resumption: RunsChange;
  kind: ResumptionKind;
}

/** A bar of the runs that were changed, could not be, and had nothing left to do, with their numbers. */
export function ResumptionProgress({ resumption, kind }: ProgressProps) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <ResumptionBar resumption={resumption} kind={kind} />
      <span className="text-xs text-muted tabular-nums">{progressText(resumption, kind)}</span>
    </div>
  );
}

export function ResumptionBar({ resumption, kind }: ProgressProps) {
  const { state, total, done, failed, skipped } = resumption;
  const isCounting = state === "counting";
  const parts = [
    { name: "done", runs: done, className: "bg-success" },
    { name: "failed", runs: failed, className: "bg-danger" },
    { name: "skipped", runs: skipped, className: "bg-muted" },
  ];
  return (
    <div
      role="progressbar"
      aria-label="Runs"
      aria-valuemin={0}
      aria-valuemax={Math.max(total, 1)}
      aria-valuenow={isCounting ? undefined : gone(resumption)}
      aria-valuetext={progressText(resumption, kind)}
      className="flex h-2 w-full overflow-hidden rounded bg-sunken outline outline-border"
    >
      {!isCounting &&
        parts.map(({ name, runs, className }) => (
          <span key={name} className={className} style={{ width: `${(100 * runs) / Math.max(total, 1)}%` }} />
        ))}
    </div>
  );
}
