/** Calls `act` once, `ms` after the last of a burst of `schedule` calls. */
export function debounce(act: () => void, ms: number): { schedule(): void; cancel(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    schedule() {
      clearTimeout(timer);
      timer = setTimeout(act, ms);
    },
    cancel() {
      clearTimeout(timer);
    },
  };
}
