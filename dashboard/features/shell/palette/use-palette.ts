import { useState } from "react";
import { showToast } from "../../../components/toast.tsx";

/** The command palette, which is loaded when it is opened for the first time: most visits open none. */
export function usePalette() {
  const [loaded, setLoaded] = useState<typeof import("./palette.tsx")>();
  const [isOpen, setOpen] = useState(false);
  async function open() {
    try {
      setLoaded(await import("./palette.tsx"));
      setOpen(true);
    } catch {
      // A chunk of a script that does not arrive must not take the screen away.
      showToast({ tone: "danger", text: "The search was not loaded. Check the connection, and open it again." });
    }
  }
  return {
    Palette: loaded?.Palette,
    isOpen,
    setOpen,
    open: () => void open(),
    toggle: () => (isOpen ? setOpen(false) : void open()),
  };
}
