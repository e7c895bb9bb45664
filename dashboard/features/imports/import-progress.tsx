import { Ban, CircleCheck, LoaderCircle } from "lucide-react";
import type { ImportState } from "#contract/constants/imports.ts";
import type { Import } from "#contract/imports.ts";
import { Badge, type Tone } from "#dashboard/components/display/badge.tsx";
import { progressText } from "./import-texts.ts";

const STATES: Readonly<Record<ImportState, { text: string; tone: Tone; Icon: typeof Ban }>> = {
  pending: { text: "Waiting", tone: "info", Icon: LoaderCircle },
  running: { text: "Running", tone: "info", Icon: LoaderCircle },
  completed: { text: "Completed", tone: "success", Icon: CircleCheck },
  canceled: { text: "Canceled", tone: "neutral", Icon: Ban },
};

export function ImportStateBadge({ state }: Pick<Import, "state">) {
  const { text, tone, Icon } = STATES[state];
  return (
    <Badge tone={tone} icon={<Icon className="size-3.5" aria-hidden="true" />}>
      {text}
    </Badge>
  );
}

/** A bar of the lines that were written, had nothing to change, and have problems. */
export function ImportBar({ row }: { row: Import }) {
  const { total, done, created, updated, unchanged, failed } = row;
  const parts = [
    { name: "written", lines: created + updated, className: "bg-success" },
    { name: "unchanged", lines: unchanged, className: "bg-muted" },
    { name: "failed", lines: failed, className: "bg-danger" },
  ];
  return (
    <div
      role="progressbar"
      aria-label="Lines"
      aria-valuemin={0}
      aria-valuemax={Math.max(total, 1)}
      aria-valuenow={done}
      aria-valuetext={progressText(row)}
      className="flex h-2 w-full overflow-hidden rounded bg-sunken outline outline-border"
    >
      {parts.map(({ name, lines, className }) => (
        <span key={name} className={className} style={{ width: `${(100 * lines) / Math.max(total, 1)}%` }} />
      ))}
    </div>
  );
}
