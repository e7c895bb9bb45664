import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { useInboxContext } from "./context.ts";
import { useBrowserLayoutEffect } from "./hooks/use-layout-effect.ts";
import { usePosition } from "./hooks/use-position.ts";
import { usePart } from "./part.ts";
import type { Placement } from "./popover-position.ts";

export type PopoverProps = {
  id: string;
  anchor: RefObject<HTMLElement | null>;
  /** Full-screen and modal; otherwise beside the bell and not modal. */
  sheet: boolean;
  placement: Placement;
  /** Pixels between the popover and the bell. */
  offset: number;
  /** `refocus`: whether the bell gets the focus. */
  onClose: (refocus: boolean) => void;
  children: ReactNode;
};

/** With less room below, in pixels, the popover opens upwards if there is more room. */
const NEEDED = 320;
const VIEWPORT_SHARE = 0.7;

/** The dialog that holds the feed. It is in the browser's top layer, so that nothing on the host page covers or clips it. */
export function Popover({ id, anchor, sheet, placement, offset, onClose, children }: PopoverProps) {
  const { texts } = useInboxContext();
  const part = usePart();
  const dialog = useRef<HTMLDialogElement>(null);

  useBrowserLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    if (sheet) element.showModal();
    else if (typeof element.showPopover === "function") element.showPopover();
    // Browsers without the Popover API: the style sheet sets a z-index.
    else element.show();
    return () => (element.open ? element.close() : element.hidePopover?.());
  }, [sheet]);
  usePosition(dialog, anchor, { placement, offset, needed: NEEDED, share: VIEWPORT_SHARE, enabled: !sheet });

  useKeptHeight(dialog, sheet);
  useCloseFromOutside(dialog, anchor, sheet, onClose);

  return (
    <dialog
      ref={dialog}
      id={id}
      {...part("popover")}
      data-sheet={sheet}
      aria-label={texts.title}
      {...(sheet ? {} : { popover: "manual" })}
      onCancel={(event) => {
        event.preventDefault();
        onClose(true);
      }}
      onKeyDown={(event) => {
        // While a word is composed, in the search of the settings, Escape belongs to the input method.
        if (event.key !== "Escape" || event.defaultPrevented || event.nativeEvent.isComposing) return;
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

/** Keeps the height that it has had: a tab, a view or the settings with less in it does not make it smaller. */
function useKeptHeight(dialog: RefObject<HTMLElement | null>, sheet: boolean): void {
  useEffect(() => {
    const element = dialog.current;
    if (sheet || element === null || typeof ResizeObserver === "undefined") return;
    let kept = 0;
    const observer = new ResizeObserver(() => {
      if (element.offsetHeight <= kept || element.querySelector(".belfry-skeleton") !== null) return;
      kept = element.offsetHeight;
      element.style.setProperty("--belfry-kept", `${kept}px`);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [dialog, sheet]);
}

/** Closes it by a press outside, and by Escape or a focus that goes on from its bell, which belongs to it. */
function useCloseFromOutside(
  dialog: RefObject<HTMLElement | null>,
  anchor: RefObject<HTMLElement | null>,
  sheet: boolean,
  onClose: PopoverProps["onClose"],
): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });

  useEffect(() => {
    if (sheet) return;
    const onPointerDown = (event: PointerEvent) => {
      // Inside a shadow root the event's target is the host; the path has the element.
      const path = event.composedPath();
      if (![dialog.current, anchor.current].some((element) => element !== null && path.includes(element)))
        close.current(false);
    };
    const bell = anchor.current;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      event.preventDefault();
      close.current(true);
    };
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      const stays = !(relatedTarget instanceof Node) || dialog.current?.contains(relatedTarget);
      if (!stays) close.current(false);
    };
    document.addEventListener("pointerdown", onPointerDown);
    bell?.addEventListener("keydown", onKeyDown);
    bell?.addEventListener("focusout", onFocusOut);
    return () => {
      document.removeEventListener("pointerdown", onPointerDown);
      bell?.removeEventListener("keydown", onKeyDown);
      bell?.removeEventListener("focusout", onFocusOut);
    };
  }, [dialog, sheet, anchor]);
}
