import { Close, Content, Description, Overlay, Portal, Root, Title } from "@radix-ui/react-dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "./button.tsx";

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: string;
  children: ReactNode;
}

/** A window above the page: it traps focus, Esc closes it, and focus returns to where it was. */
export function Dialog({ open, onOpenChange, title, description, children }: DialogProps) {
  return (
    <Root open={open} onOpenChange={onOpenChange}>
      <Portal>
        <Overlay className="fixed inset-0 z-40 bg-veil" />
        <Content
          {...(description ? {} : { "aria-describedby": undefined })}
          className="fixed top-1/2 left-1/2 z-50 flex max-h-[85vh] w-[min(32rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 flex-col gap-3 overflow-auto rounded-xl border bg-raised p-4 shadow-xl"
        >
          <div className="flex items-center justify-between gap-2">
            <Title className="text-base font-semibold">{title}</Title>
            <Close asChild>
              <IconButton label="Close">
                <X className="size-4" aria-hidden="true" />
              </IconButton>
            </Close>
          </div>
          {description && <Description className="text-muted">{description}</Description>}
          {children}
        </Content>
      </Portal>
    </Root>
  );
}
