const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Calls `ask` until it succeeds, with growing pauses. `done` resolves to true then, and to false once a failure is final or it was
 * cancelled.
 */
export function retryUntilDone(ask: () => Promise<unknown>, isFinal: (error: unknown) => boolean) {
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
