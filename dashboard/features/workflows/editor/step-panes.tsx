import { PanelLeftClose, PanelRightClose } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "#dashboard/components/controls/button.tsx";
import { PaneSeparator } from "#dashboard/components/pane-separator.tsx";
import { PANE_WIDTHS, usePreferences } from "#dashboard/preferences.ts";

const FOLDED = "2.5rem";

/** The panes beside the editor of a message. They have so many pixels at least, and at most where there is room. */
const PANES = {
  Data: { side: "end", Icon: PanelLeftClose, min: 192, max: 480 },
  Preview: { side: "start", Icon: PanelRightClose, min: 256, max: 760 },
} as const;

/** Reads how a pane is on this device. */
function usePane(name: keyof typeof PANES) {
  const { dataFolded, previewFolded, dataWidth, previewWidth, set } = usePreferences();
  return name === "Data"
    ? {
        isFolded: dataFolded,
        width: dataWidth,
        fold: (isFolded: boolean) => set({ dataFolded: isFolded }),
        resize: (width: number = PANE_WIDTHS.dataWidth) => set({ dataWidth: width }),
      }
    : {
        isFolded: previewFolded,
        width: previewWidth,
        fold: (isFolded: boolean) => set({ previewFolded: isFolded }),
        resize: (width: number = PANE_WIDTHS.previewWidth) => set({ previewWidth: width }),
      };
}

interface Columns {
  hasDataColumn: boolean;
  hasPreviewColumn: boolean;
}

/** Returns the columns of the grid: the editor has the room that the panes leave, and at least what a field needs. */
export function usePaneColumns({ hasDataColumn, hasPreviewColumn }: Columns): string {
  const [data, preview] = [usePane("Data"), usePane("Preview")];
  if (!hasPreviewColumn) return "minmax(0, 1fr)";
  const pane = ({ isFolded, width }: ReturnType<typeof usePane>, min: number) =>
    isFolded ? FOLDED : `minmax(${min}px, ${width}px)`;
  const columns = `minmax(22rem, 1fr) ${pane(preview, PANES.Preview.min)}`;
  return hasDataColumn ? `${pane(data, PANES.Data.min)} ${columns}` : columns;
}

interface PaneProps {
  name: keyof typeof PANES;
  /** Whether it has a column of its own, whose width can be changed. */
  isColumn?: boolean;
  children: ReactNode;
}

/** A pane with the separator that resizes it, or its edge, which opens it. */
export function Pane({ name, isColumn = true, children }: PaneProps) {
  const { isFolded, width, fold, resize } = usePane(name);
  if (isColumn && isFolded) {
    return (
      <button
        type="button"
        aria-expanded={false}
        onClick={() => fold(false)}
        className="sticky top-4 flex h-40 items-center justify-center rounded-lg border bg-raised font-medium text-muted hover:bg-sunken hover:text-text"
      >
        <span className="[writing-mode:vertical-rl]">{name}</span>
      </button>
    );
  }
  const { side, min, max } = PANES[name];
  const separator = isColumn && (
    <PaneSeparator
      label={`Width of ${name}`}
      side={side}
      width={width}
      min={min}
      max={max}
      onChange={resize}
      onReset={() => resize()}
    />
  );
  return (
    <div className="relative min-w-0 self-stretch">
      {side === "start" && separator}
      {children}
      {side === "end" && separator}
    </div>
  );
}

export function FoldButton({ name }: Pick<PaneProps, "name">) {
  const { fold } = usePane(name);
  const { Icon } = PANES[name];
  return (
    <IconButton label={name} aria-expanded className="size-7" onClick={() => fold(true)}>
      <Icon className="size-4" aria-hidden="true" />
    </IconButton>
  );
}
