const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Asks until it works, with growing pauses. `done` gives true then, and false once a failure is final or it was
 * cancelled.
 */
export function keepAsking(ask: () => Promise<unknown>, isFinal: (error: unknown) => boolean) {
  let cancelled = false;
  let wake: () => void = () => undefined;

  async function run(): Promise<boolean> {
    for (let pause = FIRST_PAUSE_MS; !cancelled; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        await ask();
        return !cancelled;
      } catch (error) {
        if (cancelled || isFinal(error)) return false;
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pause);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    return false;
  }

  return {
    done: run(),
    cancel(): void {
      cancelled = true;
      wake();
    },
  };
}
