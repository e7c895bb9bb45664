import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Dialog, Heading } from "react-aria-components/Dialog";
import { Modal as AriaModal, ModalOverlay } from "react-aria-components/Modal";
import { IconButton } from "./button.tsx";
import { classNames } from "./class-names.ts";

interface ModalProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  closeLabel: string;
  role?: "dialog" | "alertdialog";
  describedBy?: string | undefined;
  /** Classes of the backdrop, of the box above it, of the dialog in the box, and of its title's row. */
  classes: { backdrop: string; box: string; dialog: string; header?: string };
  /** Beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A modal dialog with its title and a close button: it traps focus, Esc closes it, and focus returns to where it was. */
export function Modal({
  open,
  onOpenChange,
  title,
  closeLabel,
  role = "dialog",
  describedBy,
  classes,
  actions,
  children,
}: ModalProps) {
  return (
    <ModalOverlay
      isOpen={open}
      onOpenChange={onOpenChange}
      isDismissable
      className={classNames("dialog-backdrop fixed inset-0 z-40 bg-backdrop", classes.backdrop)}
    >
      <AriaModal className={classNames("bg-raised", classes.box)}>
        <Dialog
          role={role}
          className={classNames("flex flex-col outline-none", classes.dialog)}
          {...(describedBy ? { "aria-describedby": describedBy } : {})}
        >
          <div className={classNames("flex items-center gap-2", classes.header)}>
            <Heading slot="title" className="min-w-0 flex-1 text-base font-semibold wrap-anywhere">
              {title}
            </Heading>
            {actions}
            <IconButton label={closeLabel} onClick={() => onOpenChange(false)}>
              <X className="size-4" aria-hidden="true" />
            </IconButton>
          </div>
          {children}
        </Dialog>
      </AriaModal>
    </ModalOverlay>
  );
}
