import { Ban, RotateCw } from "lucide-react";
import { Suspense, useState } from "react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { BulkBar } from "#dashboard/lists/bulk-bar.tsx";
import type { RowSelection } from "#dashboard/lists/use-row-selection.ts";
import { ResumeDialog } from "./resume-dialog.tsx";

const CancelDialog = lazyNamed(() => import("../cancel/cancel-dialog.tsx"), "CancelDialog");

/** The actions on the selected runs. */
export function ResumeSelected({ selection }: { selection: RowSelection }) {
  const [runIds, setRunIds] = useState<string[]>();
  const [canceledIds, setCanceledIds] = useState<string[]>();
  return (
    <>
      <BulkBar selection={selection} noun="run">
        <Button onClick={() => setRunIds([...selection.selected])}>
          <RotateCw className="size-4" aria-hidden="true" /> Resume
        </Button>
        <Button onClick={() => setCanceledIds([...selection.selected])}>
          <Ban className="size-4" aria-hidden="true" /> Cancel
        </Button>
      </BulkBar>
      {runIds && <ResumeDialog selection={{ runIds }} onClose={() => setRunIds(undefined)} />}
      {canceledIds && (
        <Suspense>
          <CancelDialog selection={{ runIds: canceledIds }} onClose={() => setCanceledIds(undefined)} />
        </Suspense>
      )}
    </>
  );
}
