import type { ComponentProps, ReactNode } from "react";
import { Popover as AriaPopover, Dialog, DialogTrigger, Pressable } from "react-aria-components/Popover";
import { POPOVER_CLASS } from "./popover-class.ts";

interface PopoverProps {
  /** Names the popover for screen readers. */
  label: string;
  /** A button. */
  trigger: ComponentProps<typeof Pressable>["children"];
  placement?: ComponentProps<typeof AriaPopover>["placement"];
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode;
}

/** A small dialog beside its button: it has the focus, Esc or a click elsewhere closes it, and the focus goes back. */
export function Popover({ label, trigger, placement = "bottom start", open, onOpenChange, children }: PopoverProps) {
  return (
    <DialogTrigger {...(open !== undefined && { isOpen: open })} {...(onOpenChange && { onOpenChange })}>
      <Pressable>{trigger}</Pressable>
      <AriaPopover offset={4} placement={placement} className={`${POPOVER_CLASS} w-80 max-w-[calc(100vw-2rem)]`}>
        <Dialog aria-label={label} className="flex flex-col gap-3 p-3 outline-none">
          {children}
        </Dialog>
      </AriaPopover>
    </DialogTrigger>
  );
}
