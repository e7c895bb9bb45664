import {
  Ban,
  CircleCheck,
  CircleDashed,
  CircleSmall,
  CircleX,
  Clock,
  Layers,
  LoaderCircle,
  type LucideIcon,
  SkipForward,
  TriangleAlert,
} from "lucide-react";
import type { ExecutionStatus, JobStatus } from "#contract/constants/statuses.ts";
import { Badge, type Tone } from "../../components/badge.tsx";
import type { RunState } from "./run-state.ts";

interface Look {
  word: string;
  tone: Tone;
  Icon: LucideIcon;
}

export const JOB_LOOKS: Record<JobStatus, Look> = {
  pending: { word: "Not started", tone: "neutral", Icon: CircleDashed },
  queued: { word: "Queued", tone: "info", Icon: LoaderCircle },
  running: { word: "Running", tone: "info", Icon: LoaderCircle },
  completed: { word: "Completed", tone: "success", Icon: CircleCheck },
  failed: { word: "Failed", tone: "danger", Icon: CircleX },
  delayed: { word: "Waiting", tone: "warning", Icon: Clock },
  canceled: { word: "Canceled", tone: "neutral", Icon: Ban },
  merged: { word: "Merged into a digest", tone: "neutral", Icon: Layers },
  skipped: { word: "Skipped", tone: "neutral", Icon: SkipForward },
};

const RUN_LOOKS: Record<RunState, Look> = {
  running: JOB_LOOKS.running,
  waiting: JOB_LOOKS.delayed,
  completed: JOB_LOOKS.completed,
  skipped: JOB_LOOKS.skipped,
  merged: JOB_LOOKS.merged,
  failed: JOB_LOOKS.failed,
  canceled: JOB_LOOKS.canceled,
};

export const DETAIL_LOOKS: Record<ExecutionStatus, Look> = {
  Success: { word: "Success", tone: "success", Icon: CircleCheck },
  Warning: { word: "Warning", tone: "warning", Icon: TriangleAlert },
  Failed: { word: "Failed", tone: "danger", Icon: CircleX },
  Pending: { word: "Pending", tone: "neutral", Icon: CircleSmall },
  Queued: { word: "Queued", tone: "neutral", Icon: CircleSmall },
  ReadConfirmation: { word: "Read", tone: "success", Icon: CircleCheck },
};

export function RunStateBadge({ state }: { state: RunState }) {
  return <LookBadge look={RUN_LOOKS[state]} />;
}

export function JobStatusBadge({ status }: { status: JobStatus }) {
  return <LookBadge look={JOB_LOOKS[status]} />;
}

function LookBadge({ look: { word, tone, Icon } }: { look: Look }) {
  return (
    <Badge tone={tone} icon={<Icon className="size-3.5" aria-hidden="true" />}>
      {word}
    </Badge>
  );
}
