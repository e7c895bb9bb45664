import type { WorkflowV2 } from "#contract/v2/workflows.ts";
import { Dialog } from "../../../components/dialog.tsx";
import { Diff } from "../../../components/diff.tsx";
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
      description="Lines of theirs are removed, lines of yours are added."
    >
      <Diff label="Differences between the two versions" before={plain(definitionOf(theirs))} after={plain(mine)} />
    </Dialog>
  );
}

/** The part of a definition that members know: without the keys of the editor. */
const plain = ({ steps, ...definition }: Definition) => ({
  ...definition,
  steps: steps.map(({ key: _key, ...step }) => step),
});
