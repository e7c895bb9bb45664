import { Context } from "@temporalio/activity";

const HEARTBEAT_MS = 5_000;

/**
 * Sends heartbeats while the activity runs, from before its first statement on. Those that run beside the workflow have
 * none: their time is short.
 */
export function withHeartbeats<Args extends unknown[], Result>(
  activity: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  return async (...args) => {
    const context = Context.current();
    if (context.info.isLocal) return activity(...args);
    context.heartbeat();
    const timer = setInterval(() => context.heartbeat(), HEARTBEAT_MS);
    try {
      return await activity(...args);
    } finally {
      clearInterval(timer);
    }
  };
}
