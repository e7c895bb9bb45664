import type { ReactNode } from "react";
import { Dialog } from "#dashboard/components/overlays/dialog.tsx";

interface ComparisonProps {
  title: string;
  /** The differences. */
  children: ReactNode;
  /** The buttons that decide. */
  actions?: ReactNode;
  onClose: () => void;
}

/** A dialog that shows a newer version of somebody else beside what is on the screen. */
export function Comparison({ title, children, actions, onClose }: ComparisonProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} wide>
      {children}
      {actions && <div className="flex flex-wrap justify-end gap-2 border-t pt-3">{actions}</div>}
    </Dialog>
  );
}
