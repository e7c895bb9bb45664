import { useRef, useState } from "react";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { type TypedAhead, typeAhead } from "./typed-ahead.ts";

const NOTHING: TypedAhead = { text: "", isEntered: false };

/**
 * The command palette, which is loaded when it is opened for the first time: most visits open none. What is typed until its field is there
 * is given to it by `takeTyped`.
 */
export function usePalette() {
  const [loaded, setLoaded] = useState<typeof import("./palette.tsx")>();
  const [isOpen, setOpen] = useState(false);
  const typing = useRef<ReturnType<typeof typeAhead>>(undefined);

  async function open() {
    if (typing.current) return;
    let isCanceled = false;
    typing.current = typeAhead(() => {
      isCanceled = true;
    });
    try {
      setLoaded(await import("./palette.tsx"));
      if (isCanceled) takeTyped();
      else setOpen(true);
    } catch {
      takeTyped();
      // A chunk of a script that does not arrive must not take the screen away.
      showToast({ tone: "danger", text: "The search was not loaded. Check the connection, and open it again." });
    }
  }

  function takeTyped(): TypedAhead {
    const typed = typing.current?.take() ?? NOTHING;
    typing.current = undefined;
    return typed;
  }

  return {
    Palette: loaded?.Palette,
    isOpen,
    setOpen,
    takeTyped,
    open: () => void open(),
    toggle: () => (isOpen ? setOpen(false) : void open()),
  };
}
