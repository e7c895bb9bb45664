import type { ComponentProps } from "react";
import { Tooltip as AriaTooltip, Focusable, TooltipTrigger } from "react-aria-components/Tooltip";

const DELAY_MS = 500;

interface TooltipProps {
  text: string;
  /** The text is also the accessible name of the element, so that it is not read out a second time as its description. */
  isName?: boolean;
  placement?: ComponentProps<typeof AriaTooltip>["placement"];
  /** A button or a link. */
  children: ComponentProps<typeof Focusable>["children"];
}

/** A few words about a button or link, shown on focus and, after half a second, on hover. Esc hides them. */
export function Tooltip({ text, isName = false, placement = "top", children }: TooltipProps) {
  return (
    <TooltipTrigger delay={DELAY_MS} closeDelay={0}>
      <Focusable>{children}</Focusable>
      <AriaTooltip
        placement={placement}
        offset={6}
        {...(isName && { "aria-hidden": true })}
        className="pointer-events-none max-w-72 rounded-md border border-outline bg-raised px-2 py-1 text-xs wrap-anywhere text-text shadow-lg"
      >
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
