import {
  Ban,
  CheckCheck,
  CircleCheck,
  CircleDashed,
  CircleSmall,
  CircleX,
  Clock,
  Eye,
  Layers,
  LoaderCircle,
  type LucideIcon,
  SkipForward,
  TriangleAlert,
} from "lucide-react";
import type { ExecutionStatus, JobStatus, MessageStatus } from "#contract/constants/statuses.ts";
import type { Message } from "#contract/messages.ts";
import { Badge, type Tone } from "#dashboard/components/display/badge.tsx";
import type { RunState } from "./run-state.ts";

interface Label {
  text: string;
  tone: Tone;
  Icon: LucideIcon;
}

export const JOB_LABELS: Record<JobStatus, Label> = {
  pending: { text: "Not started", tone: "neutral", Icon: CircleDashed },
  queued: { text: "Queued", tone: "info", Icon: LoaderCircle },
  running: { text: "Running", tone: "info", Icon: LoaderCircle },
  completed: { text: "Completed", tone: "success", Icon: CircleCheck },
  failed: { text: "Failed", tone: "danger", Icon: CircleX },
  delayed: { text: "Waiting", tone: "warning", Icon: Clock },
  canceled: { text: "Canceled", tone: "neutral", Icon: Ban },
  merged: { text: "Merged into a digest", tone: "neutral", Icon: Layers },
  skipped: { text: "Skipped", tone: "neutral", Icon: SkipForward },
};

export const RUN_LABELS: Record<RunState, Label> = {
  running: JOB_LABELS.running,
  waiting: JOB_LABELS.delayed,
  completed: JOB_LABELS.completed,
  skipped: JOB_LABELS.skipped,
  merged: JOB_LABELS.merged,
  failed: JOB_LABELS.failed,
  canceled: JOB_LABELS.canceled,
};

const MESSAGE_LABELS: Record<MessageStatus | "seen" | "read", Label> = {
  sent: { text: "Delivered", tone: "success", Icon: CircleCheck },
  seen: { text: "Seen", tone: "success", Icon: Eye },
  read: { text: "Read", tone: "success", Icon: CheckCheck },
  warning: { text: "Not delivered", tone: "warning", Icon: TriangleAlert },
  error: { text: "Failed", tone: "danger", Icon: CircleX },
};

export const DETAIL_LABELS: Record<ExecutionStatus, Label> = {
  Success: { text: "Success", tone: "success", Icon: CircleCheck },
  Warning: { text: "Warning", tone: "warning", Icon: TriangleAlert },
  Failed: { text: "Failed", tone: "danger", Icon: CircleX },
  Pending: { text: "Pending", tone: "neutral", Icon: CircleSmall },
  Queued: { text: "Queued", tone: "neutral", Icon: CircleSmall },
  ReadConfirmation: { text: "Read", tone: "success", Icon: CircleCheck },
};

export const TEXT_COLORS: Record<Tone, string> = {
  neutral: "text-muted",
  accent: "text-accent",
  success: "text-success",
  warning: "text-warning",
  danger: "text-danger",
  info: "text-info",
};

export function RunStateBadge({ state }: { state: RunState }) {
  return <StatusBadge label={RUN_LABELS[state]} />;
}

export function JobStatusBadge({ status }: { status: JobStatus }) {
  return <StatusBadge label={JOB_LABELS[status]} />;
}

/** Says what became of a message: whether it was delivered, and seen or read since. */
export function MessageStateBadge({
  message: { status, seen, read },
}: {
  message: Pick<Message, "status" | "seen" | "read">;
}) {
  const state = status !== "sent" ? status : read ? "read" : seen ? "seen" : status;
  return <StatusBadge label={MESSAGE_LABELS[state]} />;
}

function StatusBadge({ label: { text, tone, Icon } }: { label: Label }) {
  return (
    <Badge tone={tone} icon={<Icon className="size-3.5" aria-hidden="true" />}>
      {text}
    </Badge>
  );
}
