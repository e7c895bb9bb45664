import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Dialog, Heading } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { IconButton } from "./button.tsx";

interface DrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  children: ReactNode;
}

/** A dialog at the left edge of narrow screens. */
export function Drawer({ open, onOpenChange, title, children }: DrawerProps) {
  return (
    <ModalOverlay
      isOpen={open}
      onOpenChange={onOpenChange}
      isDismissable
      className="fixed inset-0 z-40 bg-veil lg:hidden"
    >
      <Modal className="h-full w-72 max-w-[85vw] border-r bg-raised">
        <Dialog className="flex h-full flex-col gap-4 overflow-auto p-3 outline-none">
          <div className="flex items-center justify-between">
            <Heading slot="title" className="text-base font-semibold">
              {title}
            </Heading>
            <IconButton label="Close the menu" onClick={() => onOpenChange(false)}>
              <X className="size-5" aria-hidden="true" />
            </IconButton>
          </div>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
