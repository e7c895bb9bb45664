import { X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Dialog, Heading } from "react-aria-components/Dialog";
import { Modal as AriaModal, ModalOverlay } from "react-aria-components/Modal";
import { classNames } from "../class-names.ts";
import { IconButton } from "../controls/button.tsx";

interface ModalProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  closeLabel: string;
  role?: "dialog" | "alertdialog";
  /** Whether Esc, a click beside it and a button close it. Without, its content has the only way out. */
  dismissable?: boolean;
  describedBy?: string | undefined;
  /** Classes of the backdrop, of the box above it, of the dialog in the box, and of its title's row. */
  classes: { backdrop: string; box: string; dialog: string; header?: string };
  /** Beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A modal dialog with its title and, unless it is not to be dismissed, a close button: it traps focus, Esc closes it, and focus returns to where it was. */
export function Modal({ open, onOpenChange, dismissable = true, classes, ...content }: ModalProps) {
  return (
    <ModalOverlay
      isOpen={open}
      onOpenChange={onOpenChange}
      isDismissable={dismissable}
      isKeyboardDismissDisabled={!dismissable}
      className={classNames("dialog-backdrop fixed inset-0 z-40 bg-backdrop", classes.backdrop)}
    >
      <AriaModal className={classNames("bg-raised", classes.box)}>
        <ModalContent {...content} classes={classes} onClose={dismissable ? () => onOpenChange(false) : undefined} />
      </AriaModal>
    </ModalOverlay>
  );
}

type ModalContentProps = Omit<ModalProps, "open" | "onOpenChange" | "dismissable"> & {
  onClose: (() => void) | undefined;
};

function ModalContent({
  onClose,
  title,
  closeLabel,
  role = "dialog",
  describedBy,
  classes,
  actions,
  children,
}: ModalContentProps) {
  const dialog = useRef<HTMLElement>(null);
  useEffect(() => {
    // After a click by Enter, React Aria waits with the focus until no element of the page has a transition, for half a second at most, and
    // Esc would not reach the dialog meanwhile.
    if (!dialog.current?.contains(document.activeElement)) dialog.current?.focus();
  }, []);
  return (
    <Dialog
      ref={dialog}
      role={role}
      className={classNames("flex flex-col outline-none", classes.dialog)}
      {...(describedBy ? { "aria-describedby": describedBy } : {})}
    >
      <div className={classNames("flex items-center gap-2", classes.header)}>
        <Heading slot="title" className="min-w-0 flex-1 text-base font-semibold wrap-anywhere">
          {title}
        </Heading>
        {actions}
        {onClose && (
          <IconButton label={closeLabel} onClick={onClose}>
            <X className="size-4" aria-hidden="true" />
          </IconButton>
        )}
      </div>
      {children}
    </Dialog>
  );
}
