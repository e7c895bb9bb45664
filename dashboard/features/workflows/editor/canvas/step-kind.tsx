import type { StepV2 } from "#contract/v2/workflows.ts";
import { labelledType, STEP_TYPE_LABELS, StepTypeIcon } from "#dashboard/components/display/step-type.tsx";

/** The name of a type, as members read it. A trigger step starts another workflow. */
export const stepKindName = (type: StepV2["type"]): string =>
  type === "trigger" ? "Start workflow" : STEP_TYPE_LABELS[labelledType(type)].name;

/** Colours by kind: what sends, what waits, what decides. */
const TONES = {
  message: "bg-accent-soft text-accent",
  time: "bg-info-soft text-info",
  flow: "bg-warning-soft text-warning",
} as const;

function toneOf(type: StepV2["type"]): keyof typeof TONES {
  if (["digest", "delay", "throttle", "wait_for_event"].includes(type)) return "time";
  return ["branch", "http_request", "trigger", "custom"].includes(type) ? "flow" : "message";
}

export const StepKindIcon = ({ type }: { type: StepV2["type"] }) => <StepTypeIcon type={labelledType(type)} />;

/** The icon of a step in the colour of its kind. */
export function StepKindBadge({ type }: { type: StepV2["type"] }) {
  return (
    <span className={`flex size-7 shrink-0 items-center justify-center rounded-md ${TONES[toneOf(type)]}`}>
      <StepKindIcon type={type} />
    </span>
  );
}
