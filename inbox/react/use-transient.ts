import { useCallback, useEffect, useState } from "react";

/** A flag that resets `ms` milliseconds after it was last set. */
export function useTransient(ms: number): [shown: boolean, show: () => void] {
  const [shownAt, setShownAt] = useState(0);
  useEffect(() => {
    if (shownAt === 0) return;
    const timer = setTimeout(() => setShownAt(0), ms);
    return () => clearTimeout(timer);
  }, [shownAt, ms]);
  return [shownAt !== 0, useCallback(() => setShownAt(Date.now()), [])];
}
