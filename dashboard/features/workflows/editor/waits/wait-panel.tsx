import type { ReactNode } from "react";

interface WaitPanelProps {
  /** The kind of the step and its fields. */
  children: ReactNode;
  /** The reading of the fields and what they lead to. */
  aside: ReactNode;
}

/** A step that waits or counts: its fields, and beside them, or below where there is no room, what they lead to. */
export function WaitPanel({ children, aside }: WaitPanelProps) {
  return (
    <div className="@container">
      <div className="grid min-w-0 grid-cols-1 items-start gap-6 @3xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">{children}</div>
        <div className="flex min-w-0 flex-col gap-4">{aside}</div>
      </div>
    </div>
  );
}
