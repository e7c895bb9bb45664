export type Placement = "bottom-start" | "bottom-end" | "top-start" | "top-end";

type Box = { left: number; top: number; right: number; bottom: number };
export type PopoverPosition = { left: number; maxHeight: number } & ({ top: number } | { bottom: number });

export type PlaceOptions = { placement: Placement; offset: number; share: number; rtl: boolean };

/** Pixels that stay free between a layer and the edges of the viewport. */
const MARGIN = 8;
/** With less room than this on both sides, it covers the anchor. */
const LEAST = 160;

/**
 * Returns the position, in pixels of the viewport, of a layer beside its anchor: aligned with its start or end, on the other
 * side where the wished one has less room than `needed` and less than the other, and always inside the viewport. No layer is higher than `maxHeight`.
 */
export function placeBeside(
  anchor: Box,
  { width, needed }: { width: number; needed: number },
  viewport: { width: number; height: number },
  { placement, offset, share, rtl }: PlaceOptions,
): PopoverPosition {
  const isRightAligned = placement.endsWith("end") !== rtl;
  const wished = isRightAligned ? anchor.right - width : anchor.left;
  const left = Math.max(MARGIN, Math.min(wished, viewport.width - width - MARGIN));
  const below = viewport.height - anchor.bottom - offset - MARGIN;
  const above = anchor.top - offset - MARGIN;
  const max = viewport.height * share;
  const [room, otherRoom] = placement.startsWith("top") ? [above, below] : [below, above];
  const isTop = placement.startsWith("top") !== (room < needed && otherRoom > room);
  if ((isTop ? above : below) < Math.min(needed, LEAST))
    return { left, top: MARGIN, maxHeight: viewport.height - 2 * MARGIN };
  return isTop
    ? { left, bottom: viewport.height - anchor.top + offset, maxHeight: Math.min(above, max) }
    : { left, top: anchor.bottom + offset, maxHeight: Math.min(below, max) };
}
