import { useCallback, useEffect, useRef } from "react";

const GATHER_MS = 250;

/** Gathers ids that come within a quarter of a second and hands them over together. */
export function useBatch(send: (ids: string[]) => void): (id: string) => void {
  const gathered = useRef(new Set<string>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  return useCallback(
    (id: string) => {
      gathered.current.add(id);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        const ids = [...gathered.current];
        gathered.current.clear();
        send(ids);
      }, GATHER_MS);
    },
    [send],
  );
}
