import { Database, type LucideIcon, PanelLeftClose, PanelRightClose } from "lucide-react";
import { lazy, type ReactNode, Suspense, useEffect } from "react";
import { isChannel } from "#contract/constants/channels.ts";
import { Button, IconButton } from "../../../components/button.tsx";
import { classNames } from "../../../components/class-names.ts";
import { Modal } from "../../../components/modal.tsx";
import { Segmented } from "../../../components/segmented.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { useMediaQuery } from "../../../components/use-media-query.ts";
import { usePreferences } from "../../../preferences.ts";
import type { EditedStep } from "./definition.ts";
import { MissingProvider } from "./missing-context.ts";
import { PreviewPanel } from "./preview/preview-panel.tsx";
import { useStepPreview } from "./preview/use-step-preview.ts";
import { StepEditor } from "./step-editor.tsx";
import { useShownStep } from "./variants/use-chosen-variant.ts";

const DataPanel = lazy(() => import("./preview/data-panel.tsx").then((module) => ({ default: module.DataPanel })));

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

/** Returns the columns: what is folded leaves its room to the editor. */
function columnsOf(
  panes: Record<"hasDataColumn" | "hasPreviewColumn" | "dataFolded" | "previewFolded", boolean>,
): string {
  const { hasDataColumn, hasPreviewColumn, dataFolded, previewFolded } = panes;
  const editor = "minmax(0, 1fr)";
  const preview = previewFolded ? FOLDED : hasDataColumn ? "minmax(18rem, 36%)" : editor;
  if (hasDataColumn) return `${dataFolded ? FOLDED : "14rem"} ${editor} ${preview}`;
  return hasPreviewColumn ? `${editor} ${preview}` : editor;
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
  const { dataFolded, previewFolded, set } = usePreferences();
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
      style={{ gridTemplateColumns: columnsOf({ hasDataColumn, hasPreviewColumn, dataFolded, previewFolded }) }}
    >
      {hasDataColumn && dataFolded && <FoldedPane name="Data" onOpen={() => set({ dataFolded: false })} />}
      {hasDataColumn && !dataFolded && (
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
        <div className="sticky top-4 max-h-[calc(100dvh-2rem)] min-w-0 overflow-auto">
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
