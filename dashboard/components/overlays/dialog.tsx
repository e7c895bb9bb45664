import { type ReactNode, useId } from "react";
import { classNames } from "../class-names.ts";
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
  /** For what is compared side by side. */
  wide?: boolean;
  children: ReactNode;
}

/** A modal dialog in the middle of the screen. */
export function Dialog({ description, wide = false, children, ...modal }: DialogProps) {
  const id = useId();
  return (
    <Modal
      closeLabel="Close"
      describedBy={description && id}
      classes={{
        backdrop: "flex items-center justify-center p-4",
        box: classNames(
          "max-h-[85vh] w-full overflow-auto rounded-lg border shadow-xl",
          wide ? "max-w-4xl" : "max-w-lg",
        ),
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
