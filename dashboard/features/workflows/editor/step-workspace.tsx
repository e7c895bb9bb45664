import { Database, type LucideIcon, PanelLeftClose, PanelRightClose } from "lucide-react";
import { type ReactNode, Suspense, useEffect } from "react";
import { isChannel } from "#contract/constants/channels.ts";
import { classNames } from "#dashboard/components/class-names.ts";
import { Button, IconButton } from "#dashboard/components/controls/button.tsx";
import { Segmented } from "#dashboard/components/controls/segmented.tsx";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { Modal } from "#dashboard/components/overlays/modal.tsx";
import { PaneSeparator } from "#dashboard/components/pane-separator.tsx";
import { useMediaQuery } from "#dashboard/components/use-media-query.ts";
import { PANE_WIDTHS, usePreferences } from "#dashboard/preferences.ts";
import type { EditedStep } from "./definition.ts";
import { MissingProvider } from "./missing-context.ts";
import { PreviewPanel } from "./preview/preview-panel.tsx";
import { useStepPreview } from "./preview/use-step-preview.ts";
import { StepEditor } from "./step-editor.tsx";
import { useShownStep } from "./variants/use-chosen-variant.ts";

const DataPanel = lazyNamed(() => import("./preview/data-panel.tsx"), "DataPanel");

/** The part that is open beside the content where there is no room for all of it; undefined for the content alone. */
export type StepView = "preview" | "data";

interface StepWorkspaceProps {
  step: EditedStep;
  view: StepView | undefined;
  onView: (view: StepView | undefined) => void;
  /** The locale that the preview is opened in, in place of the one that was chosen last. */
  openedIn?: string;
  /** Called once it is chosen. */
  onOpened: () => void;
  onClose: () => void;
}

/** The editor of a step. One that sends a message is between the data and the preview. */
export function StepWorkspace({ onClose, ...previewed }: StepWorkspaceProps) {
  const { step } = previewed;
  const editor = <StepEditor step={step} onClose={onClose} />;
  if (!isChannel(step.type)) return editor;
  return <PreviewedStep {...previewed}>{editor}</PreviewedStep>;
}

/** The width of a pane that is folded to its edge. */
const FOLDED = "2.5rem";

/** Pixels that a pane has at least, and at most where there is room. */
const DATA_RANGE = { min: 192, max: 480 } as const;
const PREVIEW_RANGE = { min: 256, max: 760 } as const;

interface Panes {
  hasDataColumn: boolean;
  hasPreviewColumn: boolean;
  /** The width of a pane; undefined for one that is folded. */
  dataWidth: number | undefined;
  previewWidth: number | undefined;
}

/** Returns the columns: the editor has the room that the panes leave, and at least what a field needs. */
function columnsOf({ hasDataColumn, hasPreviewColumn, dataWidth, previewWidth }: Panes): string {
  if (!hasPreviewColumn) return "minmax(0, 1fr)";
  const pane = (width: number | undefined, min: number) =>
    width === undefined ? FOLDED : `minmax(${min}px, ${width}px)`;
  const columns = `minmax(22rem, 1fr) ${pane(previewWidth, PREVIEW_RANGE.min)}`;
  return hasDataColumn ? `${pane(dataWidth, DATA_RANGE.min)} ${columns}` : columns;
}

type PreviewedStepProps = Omit<StepWorkspaceProps, "onClose"> & { children: ReactNode };

/** Data, editor and preview: below 1280 px the data is a drawer, below 900 px the preview is a tab. */
function PreviewedStep({ step, view, onView, openedIn, onOpened, children }: PreviewedStepProps) {
  const shownStep = useShownStep(step);
  const preview = useStepPreview(shownStep);
  const { choose } = preview.data;
  // biome-ignore lint/correctness/useExhaustiveDependencies: The locale is taken over once, and can be changed afterwards.
  useEffect(() => {
    if (openedIn === undefined) return;
    choose({ locale: openedIn });
    onOpened();
  }, [openedIn]);
  const hasDataColumn = useMediaQuery("(width >= 1280px)");
  const hasPreviewColumn = useMediaQuery("(width >= 900px)");
  const { dataFolded, previewFolded, dataWidth, previewWidth, set } = usePreferences();
  function jump(name: string): void {
    // The data and the preview may stand before the content.
    if (view !== undefined) onView(undefined);
    void import("./preview/jump-to-missing.ts").then(({ jumpToMissing }) => jumpToMissing(name));
  }
  const data = (
    <Suspense fallback={<Skeleton className="h-64 w-full" />}>
      <DataPanel data={preview.data} missing={preview.missing} onJump={jump} />
    </Suspense>
  );
  const dataButton = !hasDataColumn && (
    <Button small aria-haspopup="dialog" onClick={() => onView("data")}>
      <Database className="size-3.5" aria-hidden="true" />
      Data
    </Button>
  );
  const shown = view === "preview" && !hasPreviewColumn ? "preview" : "content";
  return (
    <div
      className="grid min-w-0 items-start gap-4"
      style={{
        gridTemplateColumns: columnsOf({
          hasDataColumn,
          hasPreviewColumn,
          dataWidth: dataFolded ? undefined : dataWidth,
          previewWidth: previewFolded ? undefined : previewWidth,
        }),
      }}
    >
      {hasDataColumn && dataFolded && <FoldedPane name="Data" onOpen={() => set({ dataFolded: false })} />}
      {hasDataColumn && !dataFolded && (
        <div className="relative min-w-0 self-stretch">
          <section
            aria-label="Data"
            className="sticky top-4 flex max-h-[calc(100dvh-2rem)] min-w-0 flex-col gap-4 overflow-auto rounded-lg border bg-raised p-4"
          >
            <div className="flex items-center gap-2">
              <h2 className="flex-1 text-base font-semibold">Data</h2>
              <FoldButton name="Data" Icon={PanelLeftClose} onFold={() => set({ dataFolded: true })} />
            </div>
            {data}
          </section>
          <PaneSeparator
            label="Width of Data"
            side="end"
            width={dataWidth}
            {...DATA_RANGE}
            onChange={(width) => set({ dataWidth: width })}
            onReset={() => set({ dataWidth: PANE_WIDTHS.dataWidth })}
          />
        </div>
      )}
      {!hasPreviewColumn && (
        <Segmented
          label="Part of the step"
          value={shown}
          options={[
            { id: "content", text: "Content" },
            { id: "preview", text: "Preview" },
          ]}
          onChange={(next) => onView(next === "preview" ? next : undefined)}
        />
      )}
      {/* The content stays in the page, with the place that was typed at. */}
      <div className={classNames("min-w-0", shown === "preview" && "hidden")}>
        <MissingProvider value={preview.missing}>{children}</MissingProvider>
      </div>
      {hasPreviewColumn && previewFolded && <FoldedPane name="Preview" onOpen={() => set({ previewFolded: false })} />}
      {(hasPreviewColumn ? !previewFolded : shown === "preview") && (
        <div className="relative min-w-0 self-stretch">
          {hasPreviewColumn && (
            <PaneSeparator
              label="Width of Preview"
              side="start"
              width={previewWidth}
              {...PREVIEW_RANGE}
              onChange={(width) => set({ previewWidth: width })}
              onReset={() => set({ previewWidth: PANE_WIDTHS.previewWidth })}
            />
          )}
          <div className="sticky top-4 max-h-[calc(100dvh-2rem)] overflow-auto">
            <PreviewPanel
              step={shownStep}
              preview={preview}
              hasDataColumn={hasDataColumn}
              onJump={jump}
              actions={
                <>
                  {dataButton}
                  {hasPreviewColumn && (
                    <FoldButton name="Preview" Icon={PanelRightClose} onFold={() => set({ previewFolded: true })} />
                  )}
                </>
              }
            />
          </div>
        </div>
      )}
      {!hasDataColumn && (
        <Modal
          open={view === "data"}
          onOpenChange={(open) => !open && onView(undefined)}
          title="Data"
          closeLabel="Close"
          classes={{
            backdrop: "flex justify-start",
            box: "h-full w-80 max-w-[90vw] border-e border-outline",
            dialog: "h-full gap-4 overflow-auto p-4",
          }}
        >
          {data}
        </Modal>
      )}
    </div>
  );
}

interface FoldProps {
  name: "Data" | "Preview";
}

/** Folds a pane to its edge, which is remembered on this device. */
function FoldButton({ name, Icon, onFold }: FoldProps & { Icon: LucideIcon; onFold: () => void }) {
  return (
    <IconButton label={name} aria-expanded className="size-7" onClick={onFold}>
      <Icon className="size-4" aria-hidden="true" />
    </IconButton>
  );
}

/** The edge of a pane that is folded, which opens it. */
function FoldedPane({ name, onOpen }: FoldProps & { onOpen: () => void }) {
  return (
    <button
      type="button"
      aria-expanded={false}
      onClick={onOpen}
      className="sticky top-4 flex h-40 items-center justify-center rounded-lg border bg-raised font-medium text-muted hover:bg-sunken hover:text-text"
    >
      <span className="[writing-mode:vertical-rl]">{name}</span>
    </button>
  );
}
