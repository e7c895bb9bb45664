import { RotateCw } from "lucide-react";
import { useState } from "react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { BulkBar } from "#dashboard/lists/bulk-bar.tsx";
import type { RowSelection } from "#dashboard/lists/use-row-selection.ts";
import { ResumeDialog } from "./resume-dialog.tsx";

/** The action on the selected runs. */
export function ResumeSelected({ selection }: { selection: RowSelection }) {
  const [runIds, setRunIds] = useState<string[]>();
  return (
    <>
      <BulkBar selection={selection} noun="run">
        <Button onClick={() => setRunIds([...selection.selected])}>
          <RotateCw className="size-4" aria-hidden="true" /> Resume
        </Button>
      </BulkBar>
      {runIds && <ResumeDialog selection={{ runIds }} onClose={() => setRunIds(undefined)} />}
    </>
  );
}
