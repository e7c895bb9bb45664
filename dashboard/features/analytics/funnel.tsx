import type { FunnelStep } from "#contract/activity/analytics.ts";
import { isChannel } from "#contract/constants/channels.ts";
import { numberText } from "#dashboard/components/display/count-text.ts";
import { STEP_TYPE_LABELS, StepTypeIcon } from "#dashboard/components/display/step-type.tsx";

const OUTCOMES = [
  { key: "completed", name: "completed", className: "bg-success" },
  { key: "merged", name: "joined a digest", className: "bg-info" },
  { key: "waiting", name: "waiting", className: "bg-warning" },
  { key: "skipped", name: "skipped", className: "bg-outline" },
  { key: "failed", name: "failed", className: "bg-danger" },
] as const;

/** How far the runs of a workflow came, step by step. Each bar is as long as the share of runs that reached the step. */
export function Funnel({ steps, triggered }: { steps: readonly FunnelStep[]; triggered: number }) {
  const whole = Math.max(triggered, ...steps.map(({ reached }) => reached), 1);
  return (
    <ol className="flex flex-col">
      {steps.map((step) => (
        <li
          key={step._id}
          className="grid grid-cols-1 gap-x-4 gap-y-1.5 border-b px-4 py-3 last:border-b-0 sm:grid-cols-[12rem_minmax(0,1fr)]"
        >
          <h3 className="flex min-w-0 items-center gap-2 font-medium">
            <StepTypeIcon type={step.type} className="size-4 shrink-0 text-muted" />
            <span dir="auto" className="min-w-0 truncate" translate="no">
              {step.name ?? STEP_TYPE_LABELS[step.type].name}
            </span>
          </h3>
          <div className="flex min-w-0 flex-col gap-1.5">
            <div className="flex h-3 overflow-clip rounded-sm bg-sunken" aria-hidden="true">
              {OUTCOMES.map(({ key, className }) => (
                <span key={key} className={className} style={{ width: `${(step[key] / whole) * 100}%` }} />
              ))}
            </div>
            <p className="flex flex-wrap gap-x-3 gap-y-0.5 text-xs text-muted">
              <span>{`${numberText(step.reached)} reached`}</span>
              {OUTCOMES.filter(({ key }) => step[key] > 0).map(({ key, name, className }) => (
                <span key={key} className="inline-flex items-center gap-1">
                  <span className={`size-2 rounded-xs ${className}`} aria-hidden="true" />
                  <span>{`${numberText(step[key])} ${name}`}</span>
                </span>
              ))}
            </p>
            {isChannel(step.type) && step.delivered > 0 && (
              <p className="text-xs text-muted">
                {`${numberText(step.delivered)} delivered, ${shareText(step.read, step.delivered)} read, ${shareText(step.clicked, step.delivered)} clicked`}
              </p>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}

const shareText = (part: number, whole: number): string =>
  `${numberText(part)} (${Math.round((part / whole) * 100)} %)`;
