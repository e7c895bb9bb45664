export type Placement = "bottom-start" | "bottom-end";

type Box = { left: number; top: number; right: number; bottom: number };
export type PopoverPosition = { left: number; maxHeight: number } & ({ top: number } | { bottom: number });

const GAP = 8;
const WIDTH = 400;
/** With less room below, in pixels, the popover opens upwards if there is more room. */
const MIN_BELOW = 320;
const MAX_VIEWPORT_SHARE = 0.7;

/**
 * Returns the popover's position in pixels of the viewport: aligned with an edge of the bell, inside the viewport, and at most
 * 70 % of its height.
 */
export function positionPopover(
  anchor: Box,
  viewport: { width: number; height: number },
  placement: Placement,
): PopoverPosition {
  const width = Math.min(WIDTH, viewport.width - 2 * GAP);
  const preferred = placement === "bottom-end" ? anchor.right - width : anchor.left;
  const left = Math.max(GAP, Math.min(preferred, viewport.width - width - GAP));
  const below = viewport.height - anchor.bottom - 2 * GAP;
  const above = anchor.top - 2 * GAP;
  const max = viewport.height * MAX_VIEWPORT_SHARE;
  if (below < MIN_BELOW && above > below)
    return { left, bottom: viewport.height - anchor.top + GAP, maxHeight: Math.min(above, max) };
  return { left, top: anchor.bottom + GAP, maxHeight: Math.min(below, max) };
}
