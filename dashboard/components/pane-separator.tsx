import type { KeyboardEvent, PointerEvent } from "react";

/** Pixels that an arrow key moves. */
const STEP_PX = 24;

interface PaneSeparatorProps {
  /** Names what it resizes: "Width of Data". */
  label: string;
  /** The width of the pane in pixels. */
  width: number;
  min: number;
  max: number;
  /** The side of the pane on which the separator is. */
  side: "start" | "end";
  onChange: (width: number) => void;
  /** Gives the pane the width that it had at first. */
  onReset: () => void;
}

/** The gap beside a pane, which resizes it: by dragging, and by arrow keys. A double click takes that back. */
export function PaneSeparator({ label, width, min, max, side, onChange, onReset }: PaneSeparatorProps) {
  const resize = (wanted: number) => onChange(Math.round(Math.max(min, Math.min(max, wanted))));

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const by = { ArrowLeft: -STEP_PX, ArrowRight: STEP_PX }[event.key];
    const wanted = { Home: min, End: max }[event.key] ?? (by && width + outwards(event.currentTarget, side) * by);
    if (wanted === undefined) return;
    event.preventDefault();
    resize(wanted);
  }

  function onPointerDown({ currentTarget: separator, pointerId, clientX, button }: PointerEvent<HTMLElement>) {
    if (button !== 0) return;
    // As it is shown, which may be less than was asked for where there is no room.
    const shown = separator.parentElement?.getBoundingClientRect().width ?? width;
    const direction = outwards(separator, side);
    separator.setPointerCapture(pointerId);
    const move = (event: globalThis.PointerEvent) => resize(shown + direction * (event.clientX - clientX));
    separator.addEventListener("pointermove", move);
    separator.addEventListener("lostpointercapture", () => separator.removeEventListener("pointermove", move), {
      once: true,
    });
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a line between paragraphs has no value to change
    <div
      role="separator"
      aria-label={label}
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      title="Drag to resize, double-click to reset"
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onDoubleClick={onReset}
      className={`group absolute inset-y-0 flex w-4 cursor-col-resize touch-none justify-center outline-none ${side === "end" ? "-end-4" : "-start-4"}`}
    >
      <span className="sticky top-4 h-[calc(100dvh-2rem)] max-h-full w-0.5 rounded group-hover:bg-border group-focus-visible:bg-accent group-active:bg-accent" />
    </div>
  );
}

/** Returns 1 where the pane grows to the right, and -1 where it grows to the left. */
function outwards(separator: Element, side: "start" | "end"): 1 | -1 {
  return (getComputedStyle(separator).direction === "rtl") === (side === "end") ? -1 : 1;
}
