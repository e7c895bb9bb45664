import { Database } from "lucide-react";
import { type ReactNode, Suspense, useEffect } from "react";
import { isChannel } from "#contract/constants/channels.ts";
import { classNames } from "#dashboard/components/class-names.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Segmented } from "#dashboard/components/controls/segmented.tsx";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { Modal } from "#dashboard/components/overlays/modal.tsx";
import { useMediaQuery } from "#dashboard/components/use-media-query.ts";
import type { EditedStep } from "./definition.ts";
import { MissingProvider } from "./missing-context.ts";
import { PreviewPanel } from "./preview/preview-panel.tsx";
import { useStepPreview } from "./preview/use-step-preview.ts";
import { StepEditor } from "./step-editor.tsx";
import { FoldButton, Pane, usePaneColumns } from "./step-panes.tsx";
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
  const gridTemplateColumns = usePaneColumns({ hasDataColumn, hasPreviewColumn });
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
    <div className="grid min-w-0 items-start gap-4" style={{ gridTemplateColumns }}>
      {hasDataColumn && <DataPane>{data}</DataPane>}
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
      {(hasPreviewColumn || shown === "preview") && (
        <Pane name="Preview" isColumn={hasPreviewColumn}>
          <div className="sticky top-4 max-h-[calc(100dvh-2rem)] overflow-auto">
            <PreviewPanel
              step={shownStep}
              preview={preview}
              hasDataColumn={hasDataColumn}
              onJump={jump}
              actions={
                <>
                  {dataButton}
                  {hasPreviewColumn && <FoldButton name="Preview" />}
                </>
              }
            />
          </div>
        </Pane>
      )}
      {!hasDataColumn && (
        <DataDrawer open={view === "data"} onClose={() => onView(undefined)}>
          {data}
        </DataDrawer>
      )}
    </div>
  );
}

function DataPane({ children }: { children: ReactNode }) {
  return (
    <Pane name="Data">
      <section
        aria-label="Data"
        className="sticky top-4 flex max-h-[calc(100dvh-2rem)] min-w-0 flex-col gap-4 overflow-auto rounded-lg border bg-raised p-4"
      >
        <div className="flex items-center gap-2">
          <h2 className="flex-1 text-base font-semibold">Data</h2>
          <FoldButton name="Data" />
        </div>
        {children}
      </section>
    </Pane>
  );
}

interface DataDrawerProps {
  open: boolean;
  onClose: () => void;
  children: ReactNode;
}

function DataDrawer({ open, onClose, children }: DataDrawerProps) {
  return (
    <Modal
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Data"
      closeLabel="Close"
      classes={{
        backdrop: "flex justify-start",
        box: "h-full w-80 max-w-[90vw] border-e border-outline",
        dialog: "h-full gap-4 overflow-auto p-4",
      }}
    >
      {children}
    </Modal>
  );
}
