import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { type Placement, placePopover } from "./place.ts";

export type PopoverProps = {
  id: string;
  /** The id of the heading that names it. */
  titleId: string;
  anchor: RefObject<HTMLElement | null>;
  /** All of a narrow screen, and modal; else beside the bell, and not modal. */
  sheet: boolean;
  placement: Placement;
  /** `refocus` tells whether focus should go back to the bell. */
  onClose: (refocus: boolean) => void;
  children: ReactNode;
};

/** The surface the feed opens on. It lies in the browser's top layer, so nothing on the host page can cover or clip it. */
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
    // Browsers from before the top layer was open to us: the style sheet's z-index has to do.
    else element.show();
    return () => (element.open ? element.close() : element.hidePopover());
  }, [sheet]);

  useLayoutEffect(() => {
    if (sheet) return;
    const place = () => {
      if (dialog.current === null || anchor.current === null) return;
      const viewport = { width: document.documentElement.clientWidth, height: innerHeight };
      const places = placePopover(anchor.current.getBoundingClientRect(), viewport, placement);
      for (const side of ["left", "top", "bottom", "maxHeight"] as const) {
        const value: number | undefined = { top: undefined, bottom: undefined, ...places }[side];
        dialog.current.style[side] = value === undefined ? "auto" : `${value}px`;
      }
    };
    place();
    addEventListener("resize", place);
    addEventListener("scroll", place, { passive: true, capture: true });
    return () => {
      removeEventListener("resize", place);
      removeEventListener("scroll", place, { capture: true });
    };
  }, [sheet, anchor, placement]);

  useEffect(() => {
    if (sheet) return;
    const onPointerDown = (event: PointerEvent) => {
      // The path sees into the shadow root this may stand in; the event's target does not.
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
