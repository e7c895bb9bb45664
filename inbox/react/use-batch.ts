import { useCallback, useEffect, useRef } from "react";

const BATCH_MS = 250;

/** Collects ids and sends them together, a quarter of a second after the last one. */
export function useBatch(send: (ids: string[]) => void): (id: string) => void {
  const batch = useRef(new Set<string>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  return useCallback(
    (id: string) => {
      batch.current.add(id);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        const ids = [...batch.current];
        batch.current.clear();
        send(ids);
      }, BATCH_MS);
    },
    [send],
  );
}
