const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 30_000;

/**
 * Calls `attempt` until it succeeds, with exponential backoff. `done` resolves to true then, and to false once a failure is
 * final or `cancel` was called.
 */
export function retryUntilDone(attempt: () => Promise<unknown>, isFinal: (error: unknown) => boolean) {
  let cancelled = false;
  let endDelay: () => void = () => undefined;

  async function run(): Promise<boolean> {
    for (let delay = FIRST_DELAY_MS; !cancelled; delay = Math.min(delay * 2, MAX_DELAY_MS)) {
      try {
        await attempt();
        return !cancelled;
      } catch (error) {
        if (cancelled || isFinal(error)) return false;
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, delay);
        endDelay = () => {
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
      endDelay();
    },
  };
}
