import { useEffect, useState } from "react";
import { useIsComposing } from "../input-method.ts";

/** Returns a value as it was when it last stayed the same for so many milliseconds, and no word was being composed. */
export function useDebounced<T>(value: T, delayMs: number): T {
  const [settled, setSettled] = useState(value);
  const isComposing = useIsComposing();
  useEffect(() => {
    if (isComposing) return;
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs, isComposing]);
  return settled;
}
