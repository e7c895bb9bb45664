import { type HTMLAttributes, type RefObject, useEffect, useRef } from "react";
import { useBrowserLayoutEffect } from "./hooks/use-layout-effect.ts";
import { usePosition } from "./hooks/use-position.ts";
import type { Placement } from "./popover-position.ts";

export type FloatingProps = HTMLAttributes<HTMLDivElement> & {
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
  placement?: Placement | undefined;
};

/**
 * A small layer beside an element, in the browser's top layer. Escape, Tab and a press outside close it; the focus goes back
 * to where it was.
 */
export function Floating({ anchor, onClose, placement = "bottom-end", ...attributes }: FloatingProps) {
  const layer = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });

  useBrowserLayoutEffect(() => {
    const element = layer.current;
    if (element === null) return;
    // Not every browser focuses a button that is clicked.
    const opener = anchor.current instanceof HTMLButtonElement ? anchor.current : rootOf(element).activeElement;
    // Browsers without the Popover API: the style sheet sets a z-index.
    element.showPopover?.();
    return () => {
      const { activeElement } = rootOf(element);
      const isLost = activeElement === null || activeElement === document.body || element.contains(activeElement);
      if (isLost && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, [anchor]);
  usePosition(layer, anchor, { placement, offset: 4 });

  useEffect(() => {
    const onPointerDown = (event: PointerEvent) => {
      const path = event.composedPath();
      if (![layer.current, anchor.current].some((element) => element !== null && path.includes(element)))
        close.current();
    };
    document.addEventListener("pointerdown", onPointerDown);
    return () => document.removeEventListener("pointerdown", onPointerDown);
  }, [anchor]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its role comes with the attributes, or from what is inside.
    <div
      {...attributes}
      ref={layer}
      popover="manual"
      onKeyDown={(event) => {
        // The keys of what is around it are not meant.
        event.stopPropagation();
        if (event.key === "Escape") {
          event.preventDefault();
          onClose();
        } else attributes.onKeyDown?.(event);
      }}
    />
  );
}

/** The document, or the shadow root, that an element is in. */
export function rootOf(element: Element): Document | ShadowRoot {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root : element.ownerDocument;
}
