import { Ban, CircleCheck, CircleX, RotateCw } from "lucide-react";
import type { FailureGroup } from "#contract/activity/failure-groups.ts";
import { Badge, type Tone } from "#dashboard/components/display/badge.tsx";
import { countText } from "#dashboard/components/display/count-text.ts";
import { Sparkline } from "#dashboard/components/display/sparkline.tsx";
import { STEP_TYPE_LABELS, StepTypeIcon } from "#dashboard/components/display/step-type.tsx";
import { stateText } from "./error-texts.ts";

const LABELS = {
  open: { tone: "danger", Icon: CircleX },
  again: { tone: "danger", Icon: RotateCw },
  resolved: { tone: "success", Icon: CircleCheck },
  ignored: { tone: "neutral", Icon: Ban },
} as const satisfies Record<string, { tone: Tone; Icon: typeof CircleX }>;

/** Says whether an error is open, came back, is resolved or ignored. */
export function ErrorStateBadge({ group }: { group: FailureGroup }) {
  const { tone, Icon } = LABELS[group.state === "open" && group.cameBack ? "again" : group.state];
  return (
    <Badge tone={tone} icon={<Icon className="size-3.5" aria-hidden="true" />}>
      {stateText(group)}
    </Badge>
  );
}

/** Says where steps failed: the type of step, the provider and the vendor's code. */
export function ErrorSource({ group: { stepType, providerId, code } }: { group: FailureGroup }) {
  return (
    <span className="flex flex-wrap items-center gap-x-1.5 gap-y-0.5 text-xs text-muted">
      <StepTypeIcon type={stepType} className="size-3.5" />
      {STEP_TYPE_LABELS[stepType].name}
      {providerId && <Part name="through" text={providerId} />}
      {code && <Part name="code" text={code} />}
    </span>
  );
}

function Part({ name, text }: { name: string; text: string }) {
  return (
    <>
      <span aria-hidden="true">·</span>
      <span className="sr-only">{name}</span>
      <code translate="no" className="font-mono wrap-anywhere">
        {text}
      </code>
    </>
  );
}

/** The failures of an error in each of the last 24 hours. */
export function ErrorHours({ group: { hours }, className }: { group: FailureGroup; className?: string }) {
  const sum = hours.reduce((all, failures) => all + failures, 0);
  const what = "in the last 24 hours";
  return (
    <Sparkline
      points={hours.map((failures) => ({ total: failures, failed: failures }))}
      what={what}
      label={sum === 0 ? `No failures ${what}` : `${countText(sum, "failure")} ${what}`}
      {...(className && { className })}
    />
  );
}
