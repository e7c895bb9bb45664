import type { WorkflowV2 } from "#contract/v2/workflows.ts";
import { Dialog } from "../../../components/dialog.tsx";
import { DefinitionDiff } from "../versions/definition-diff.tsx";
import { type Definition, definitionOf } from "./definition.ts";

interface ComparisonProps {
  theirs: WorkflowV2;
  mine: Definition;
  onClose: () => void;
}

/** A dialog that shows a newer version of somebody else beside what is on the screen. */
export function Comparison({ theirs, mine, onClose }: ComparisonProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Version ${theirs.version} and yours`}
      description="What they have is removed, what you have is added."
    >
      <DefinitionDiff before={definitionOf(theirs)} after={mine} />
    </Dialog>
  );
}
