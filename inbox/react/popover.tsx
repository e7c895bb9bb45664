import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { type Placement, positionPopover } from "./popover-position.ts";

export type PopoverProps = {
  id: string;
  /** The id of the heading that labels it. */
  titleId: string;
  anchor: RefObject<HTMLElement | null>;
  /** Full-screen and modal; otherwise beside the bell and not modal. */
  sheet: boolean;
  placement: Placement;
  /** `refocus`: whether the bell gets the focus. */
  onClose: (refocus: boolean) => void;
  children: ReactNode;
};

/** The dialog that holds the feed. It is in the browser's top layer, so that nothing on the host page covers or clips it. */
export function Popover({ id, titleId, anchor, sheet, placement, onClose, children }: PopoverProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });

  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    if (sheet) element.showModal();
    else if (typeof element.showPopover === "function") element.showPopover();
    // Browsers without the Popover API: the style sheet sets a z-index.
    else element.show();
    return () => (element.open ? element.close() : element.hidePopover());
  }, [sheet]);

  useLayoutEffect(() => {
    if (sheet) return;
    const update = () => {
      if (dialog.current === null || anchor.current === null) return;
      const viewport = { width: document.documentElement.clientWidth, height: innerHeight };
      const position = positionPopover(anchor.current.getBoundingClientRect(), viewport, placement);
      for (const side of ["left", "top", "bottom", "maxHeight"] as const) {
        const value: number | undefined = { top: undefined, bottom: undefined, ...position }[side];
        dialog.current.style[side] = value === undefined ? "auto" : `${value}px`;
      }
    };
    update();
    addEventListener("resize", update);
    addEventListener("scroll", update, { passive: true, capture: true });
    return () => {
      removeEventListener("resize", update);
      removeEventListener("scroll", update, { capture: true });
    };
  }, [sheet, anchor, placement]);

  useEffect(() => {
    if (sheet) return;
    const onPointerDown = (event: PointerEvent) => {
      // Inside a shadow root the event's target is the host; the path has the element.
      const path = event.composedPath();
      if (![dialog.current, anchor.current].some((element) => element !== null && path.includes(element)))
        close.current(false);
    };
    document.addEventListener("pointerdown", onPointerDown);
    return () => document.removeEventListener("pointerdown", onPointerDown);
  }, [sheet, anchor]);

  return (
    <dialog
      ref={dialog}
      id={id}
      className="belfry-popover"
      data-sheet={sheet}
      aria-labelledby={titleId}
      {...(sheet ? {} : { popover: "manual" })}
      onCancel={(event) => {
        event.preventDefault();
        onClose(true);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        onClose(true);
      }}
      onBlur={({ relatedTarget, currentTarget }) => {
        const stays =
          relatedTarget === null || relatedTarget === anchor.current || currentTarget.contains(relatedTarget);
        if (!sheet && !stays) onClose(false);
      }}
    >
      {children}
    </dialog>
  );
}
