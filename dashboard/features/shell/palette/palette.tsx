import { Dialog } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { PaletteContent, type PaletteContentProps } from "./palette-content.tsx";

interface PaletteProps extends Omit<PaletteContentProps, "onClose"> {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** A dialog with one field that finds pages, actions and objects. Esc closes it, and focus returns to where it was. */
export function Palette({ open, onOpenChange, ...content }: PaletteProps) {
  return (
    <ModalOverlay
      isOpen={open}
      onOpenChange={onOpenChange}
      isDismissable
      className="dialog-backdrop fixed inset-0 z-50 flex items-start justify-center bg-backdrop p-3 sm:pt-[12vh]"
    >
      <Modal data-palette className="w-full max-w-xl overflow-hidden rounded-xl border bg-raised shadow-xl">
        <Dialog aria-label="Search and commands" className="flex max-h-[80vh] flex-col outline-none">
          <PaletteContent {...content} onClose={() => onOpenChange(false)} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
