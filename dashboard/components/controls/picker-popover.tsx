import type { ComponentProps } from "react";
import { Dialog, DialogTrigger, Popover, Pressable } from "react-aria-components/Popover";
import { POPOVER_CLASS } from "../overlays/popover-class.ts";
import { PickerResults } from "./picker-results.tsx";

interface PickerPopoverProps extends ComponentProps<typeof PickerResults> {
  /** A button. */
  trigger: ComponentProps<typeof Pressable>["children"];
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}

/** A button that opens the search of a picker. */
export function PickerPopover({ trigger, open, onOpenChange, ...results }: PickerPopoverProps) {
  return (
    <DialogTrigger {...(open !== undefined && { isOpen: open })} {...(onOpenChange && { onOpenChange })}>
      <Pressable>{trigger}</Pressable>
      <Popover
        offset={4}
        placement="bottom start"
        maxHeight={340}
        className={`${POPOVER_CLASS} w-80 max-w-[calc(100vw-1.5rem)] min-w-(--trigger-width)`}
      >
        <Dialog aria-label={results.label} className="flex flex-col px-1 pb-1 outline-none">
          <PickerResults {...results} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
