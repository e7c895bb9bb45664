import { X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "#dashboard/components/controls/button.tsx";
import type { RowSelection } from "./use-row-selection.ts";

interface BulkBarProps {
  selection: RowSelection;
  /** "workflow". */
  noun: string;
  /** Buttons of what can be done with all that are selected. */
  children: ReactNode;
}

/** Offers what can be done with the selected rows, at the bottom of the screen while there are any. */
export function BulkBar({ selection, noun, children }: BulkBarProps) {
  const count = selection.selected.length;
  return (
    <>
      <p className="sr-only" role="status">
        {count > 0 && `${count} ${noun}${count === 1 ? "" : "s"} selected`}
      </p>
      {count > 0 && (
        <section
          aria-label="Selected rows"
          className="sticky bottom-4 z-30 mx-auto flex max-w-full flex-wrap items-center gap-2 rounded-lg border bg-raised p-2 ps-3 shadow-lg"
        >
          <span className="pe-2 font-medium" aria-hidden="true">
            {`${count} selected`}
          </span>
          {children}
          <IconButton label="Select none" onClick={selection.clear}>
            <X className="size-4" aria-hidden="true" />
          </IconButton>
        </section>
      )}
    </>
  );
}
