import { X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Dialog as AriaDialog, Heading } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { IconButton } from "./button.tsx";

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: string;
  /** An alert dialog asks for a decision before anything else can be done. */
  role?: "dialog" | "alertdialog";
  children: ReactNode;
}

/** A window above the page: it traps focus, Esc closes it, and focus returns to where it was. */
export function Dialog({ open, onOpenChange, title, description, role = "dialog", children }: DialogProps) {
  const id = useId();
  return (
    <ModalOverlay
      isOpen={open}
      onOpenChange={onOpenChange}
      isDismissable
      className="fixed inset-0 z-40 flex items-center justify-center bg-veil p-4"
    >
      <Modal className="max-h-[85vh] w-full max-w-lg overflow-auto rounded-xl border bg-raised shadow-xl">
        <AriaDialog
          role={role}
          className="flex flex-col gap-3 p-4 outline-none"
          {...(description ? { "aria-describedby": id } : {})}
        >
          <div className="flex items-center justify-between gap-2">
            <Heading slot="title" className="text-base font-semibold">
              {title}
            </Heading>
            <IconButton label="Close" onClick={() => onOpenChange(false)}>
              <X className="size-4" aria-hidden="true" />
            </IconButton>
          </div>
          {description && (
            <p id={id} className="text-muted">
              {description}
            </p>
          )}
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
