import { useCallback, useEffect, useState } from "react";

/** A flag that resets after `ms` milliseconds. */
export function useTransient(ms: number): [shown: boolean, show: () => void] {
  const [since, setSince] = useState(0);
  useEffect(() => {
    if (since === 0) return;
    const timer = setTimeout(() => setSince(0), ms);
    return () => clearTimeout(timer);
  }, [since, ms]);
  return [since !== 0, useCallback(() => setSince(Date.now()), [])];
}
