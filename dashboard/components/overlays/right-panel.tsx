import { X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { IconButton } from "../controls/button.tsx";
import { useMediaQuery } from "../use-media-query.ts";
import { Modal } from "./modal.tsx";

interface RightPanelProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Beside the title: a menu, a switch. */
  actions?: ReactNode;
  /** Stays in sight below the content. */
  footer?: ReactNode;
  children: ReactNode;
}

/**
 * Details of what is selected, beside it: from 1024 px on a part of the page, which stays usable; below, a modal sheet. Place it as the
 * last child of a row (`flex`) whose other child is the page. Opening moves the focus to the title, and Esc closes.
 */
export function RightPanel({ open, onClose, ...panel }: RightPanelProps) {
  const isWide = useMediaQuery("(width >= 64rem)");
  if (isWide) return open ? <PanelBeside onClose={onClose} {...panel} /> : null;
  const { title, actions, footer, children } = panel;
  return (
    <Modal
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={title}
      closeLabel="Close"
      classes={{
        backdrop: "flex justify-end",
        box: "h-full w-full max-w-md border-s border-outline",
        dialog: "h-full",
        header: "border-b p-3",
      }}
      actions={actions}
    >
      <div className="min-h-0 flex-1 overflow-auto p-3">{children}</div>
      {footer && <div className="border-t p-3">{footer}</div>}
    </Modal>
  );
}

function PanelBeside({ onClose, title, actions, footer, children }: Omit<RightPanelProps, "open">) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    heading.current?.focus();
    return () => {
      // The focus goes back only when it would be lost otherwise.
      const lost = document.activeElement === document.body || document.activeElement === null;
      if (lost && opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    <aside
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.stopPropagation();
        onClose();
      }}
      className="sticky top-0 flex h-dvh w-96 shrink-0 flex-col border-s border-outline bg-raised"
    >
      <div className="flex items-center gap-2 border-b p-3">
        <h2 id={id} ref={heading} tabIndex={-1} className="min-w-0 flex-1 text-base font-semibold wrap-anywhere">
          {title}
        </h2>
        {actions}
        <IconButton label="Close" onClick={onClose}>
          <X className="size-4" aria-hidden="true" />
        </IconButton>
      </div>
      <div className="min-h-0 flex-1 overflow-auto p-3">{children}</div>
      {footer && <div className="border-t p-3">{footer}</div>}
    </aside>
  );
}
