import { useState } from "react";

/** Returns whether a layer is or has been open: its code is loaded when it opens first, and stays for its way out. */
export function useWasOpen(isOpen: boolean): boolean {
  const [was, setWas] = useState(isOpen);
  if (isOpen && !was) setWas(true);
  return was || isOpen;
}
