/** Calls `callback` once, `ms` after the last of a burst of `schedule` calls. */
export function debounce(callback: () => void, ms: number): { schedule(): void; cancel(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    schedule() {
      clearTimeout(timer);
      timer = setTimeout(callback, ms);
    },
    cancel() {
      clearTimeout(timer);
    },
  };
}
