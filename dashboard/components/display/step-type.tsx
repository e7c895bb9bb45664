import {
  Bell,
  Clock,
  Code,
  Gauge,
  GitBranch,
  Globe,
  Hourglass,
  Layers,
  type LucideIcon,
  Mail,
  MessageSquare,
  MessagesSquare,
  Play,
  Smartphone,
} from "lucide-react";
import type { StepType } from "#contract/constants/channels.ts";
import type { StepV2 } from "#contract/v2/workflows.ts";

/** The name and icon of each step type, the same on every screen. */
export const STEP_TYPE_LABELS: Record<StepType, { name: string; Icon: LucideIcon }> = {
  in_app: { name: "In-app", Icon: Bell },
  email: { name: "Email", Icon: Mail },
  sms: { name: "SMS", Icon: MessageSquare },
  chat: { name: "Chat", Icon: MessagesSquare },
  push: { name: "Push", Icon: Smartphone },
  trigger: { name: "Trigger", Icon: Play },
  digest: { name: "Digest", Icon: Layers },
  delay: { name: "Delay", Icon: Clock },
  custom: { name: "Custom code", Icon: Code },
  throttle: { name: "Throttle", Icon: Gauge },
  http: { name: "HTTP request", Icon: Globe },
  wait_for_event: { name: "Wait for event", Icon: Hourglass },
  branch: { name: "Branch", Icon: GitBranch },
};

/** The type of a step of `/v2/workflows` as it is labelled: that of an HTTP request has another name there. */
export const labelledType = (type: StepV2["type"]): StepType => (type === "http_request" ? "http" : type);

export function StepTypeIcon({ type, className = "size-4" }: { type: StepType; className?: string }) {
  const { Icon } = STEP_TYPE_LABELS[type];
  return <Icon className={className} aria-hidden="true" />;
}

/** A workflow's steps as a row of icons, in order, with their names for screen readers. Of more than `max`, the first ones. */
export function StepTypeRow({ types, max = 100 }: { types: readonly StepType[]; max?: number }) {
  if (types.length === 0) return <span className="text-muted">No steps</span>;
  const names = types.map((type) => STEP_TYPE_LABELS[type].name).join(", ");
  return (
    <span role="img" aria-label={names} title={names} className="inline-flex flex-wrap items-center gap-1.5 text-muted">
      {types.slice(0, max).map((type, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same type may be at two positions, and rows do not reorder
        <StepTypeIcon key={position} type={type} />
      ))}
      {types.length > max && <span className="text-xs tabular-nums">+{types.length - max}</span>}
    </span>
  );
}
