export type Placement = "bottom-start" | "bottom-end";

type Box = { left: number; top: number; right: number; bottom: number };
export type Place = { left: number; maxHeight: number } & ({ top: number } | { bottom: number });

const GAP = 8;
const WIDTH = 400;
/** Below this much room the popover opens upwards, if there is more room there. */
const CRAMPED = 320;
const MAX_SHARE = 0.7;

/**
 * Returns the popover's position, in pixels of the viewport: at the bell's chosen edge, never out of view, at most 70 % of its
 * height (product-and-ux.md B2).
 */
export function placePopover(anchor: Box, viewport: { width: number; height: number }, placement: Placement): Place {
  const width = Math.min(WIDTH, viewport.width - 2 * GAP);
  const wished = placement === "bottom-end" ? anchor.right - width : anchor.left;
  const left = Math.max(GAP, Math.min(wished, viewport.width - width - GAP));
  const below = viewport.height - anchor.bottom - 2 * GAP;
  const above = anchor.top - 2 * GAP;
  const most = viewport.height * MAX_SHARE;
  if (below < CRAMPED && above > below)
    return { left, bottom: viewport.height - anchor.top + GAP, maxHeight: Math.min(above, most) };
  return { left, top: anchor.bottom + GAP, maxHeight: Math.min(below, most) };
}
