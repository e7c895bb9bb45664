import type { Logger } from "./logger.ts";

/** Logs what nobody caught and ends the process. Node would print the error with all that it holds. */
export function logCrashes(logger: Logger): void {
  process.on("uncaughtException", (error: unknown) => {
    const err = error instanceof Error ? error : new Error("Something that is no error was thrown");
    logger.fatal({ err }, "the process crashed");
    process.exit(1);
  });
}
