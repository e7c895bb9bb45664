import { Dialog } from "../components/dialog.tsx";
import { Diff } from "../components/diff.tsx";

interface ComparisonProps {
  title: string;
  /** Texts or JSON values. */
  theirs: unknown;
  mine: unknown;
  onClose: () => void;
}

/** A dialog that shows a newer version of somebody else beside what is on the screen. */
export function Comparison({ title, theirs, mine, onClose }: ComparisonProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description="Lines of theirs are removed, lines of yours are added."
    >
      <Diff label="Differences between the two versions" before={theirs} after={mine} />
    </Dialog>
  );
}
