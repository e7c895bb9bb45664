import { createRequire } from "node:module";
import { extname } from "node:path";
import pLimit from "p-limit";
import { Piscina } from "piscina";

/** The extension of this file and of those beside it: .ts in the source, .js once it is built. */
const EXTENSION = extname(import.meta.filename);
/** A thread does not inherit the loader of TypeScript: see activities/rendering/thread-pool.ts. */
const loader = EXTENSION === ".ts" ? ["--require", createRequire(import.meta.url).resolve("tsx/cjs")] : [];

/** How long a thread is kept without work, in milliseconds. */
const IDLE_MS = 30_000;
/** A mail of 10 MB is held several times while it is worked on. */
const MEMORY = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 };

/** Threads that work on mails. They start when there is a mail, and end when there was none for a while. */
export interface Threads<Task, Result> {
  /**
   * Runs a task when a thread is free, in the order of the calls. `until` is asked then. Returns undefined when its signal, or the
   * memory of a thread, ended the task.
   */
  run(task: Task, until: () => AbortSignal): Promise<Result | undefined>;
  close(): Promise<void>;
}

/** The task is the name of a file beside this one, whose default export runs it; scripts/server-entries.ts lists it. */
export function createThreads<Task, Result>(task: string, count: number): Threads<Task, Result> {
  // Piscina leaves tasks that wait in its own queue lying when it ends a thread, so they wait here.
  const limit = pLimit(count);
  let threads: Piscina<Task, Result> | undefined;
  function start(): Piscina<Task, Result> {
    const pool = new Piscina<Task, Result>({
      filename: new URL(`./${task}${EXTENSION}`, import.meta.url).href,
      execArgv: loader,
      minThreads: 0,
      maxThreads: count,
      idleTimeout: IDLE_MS,
      resourceLimits: MEMORY,
      recordTiming: false,
    });
    // A thread failed without a task; the task that waits for one ends by its time.
    pool.on("error", () => undefined);
    return pool;
  }
  return {
    run: (input, until) =>
      limit(async () => {
        threads ??= start();
        try {
          return await threads.run(input, { signal: until() });
        } catch (error) {
          if (isEnded(error)) return undefined;
          throw error;
        }
      }),
    close: async () => threads?.destroy(),
  };
}

/** Whether the thread was ended because the mail took too much. */
function isEnded(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === "AbortError" || ("code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY");
}
