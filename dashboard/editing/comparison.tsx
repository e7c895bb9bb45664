import type { ReactNode } from "react";
import { Dialog } from "../components/dialog.tsx";

interface ComparisonProps {
  title: string;
  /** The differences. */
  children: ReactNode;
  onClose: () => void;
}

/** A dialog that shows a newer version of somebody else beside what is on the screen. */
export function Comparison({ title, children, onClose }: ComparisonProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} description="Red is theirs, green is yours.">
      {children}
    </Dialog>
  );
}
