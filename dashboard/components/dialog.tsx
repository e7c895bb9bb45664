import { type ReactNode, useId } from "react";
import { Modal } from "./modal.tsx";

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: string;
  /** An alert dialog asks for a decision before anything else can be done. */
  role?: "dialog" | "alertdialog";
  /** Whether Esc, a click beside it and its button close it. */
  dismissable?: boolean;
  children: ReactNode;
}

/** A modal dialog in the middle of the screen. */
export function Dialog({ description, children, ...modal }: DialogProps) {
  const id = useId();
  return (
    <Modal
      closeLabel="Close"
      describedBy={description && id}
      classes={{
        backdrop: "flex items-center justify-center p-4",
        box: "max-h-[85vh] w-full max-w-lg overflow-auto rounded-lg border border-outline shadow-xl",
        dialog: "gap-3 p-4",
      }}
      {...modal}
    >
      {description && (
        <p id={id} className="text-muted">
          {description}
        </p>
      )}
      {children}
    </Modal>
  );
}
