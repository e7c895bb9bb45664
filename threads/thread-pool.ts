import { createRequire } from "node:module";
import { extname } from "node:path";
import pLimit from "p-limit";
import { Piscina } from "piscina";

export interface ThreadPoolOptions {
  /** How many threads run at once. */
  threads: number;
  /** Memory that each thread may take, in megabytes. */
  memory: { maxOldGenerationSizeMb: number; maxYoungGenerationSizeMb: number };
  /** Is given the failure of a thread that had no task yet. One that cannot start lets its task wait without end. */
  onThreadFailure?: (error: Error) => void;
}

/** The result of a task, or what ended its thread. */
export type TaskEnd<T> = { result: T } | { ended: "signal" | "memory" };

/** Threads that start when there is work for them, and end when there has been none for a while. */
export interface ThreadPool {
  /**
   * Runs the default export of a file in a thread, when one is free, in the order of the calls. `until` is asked for its signal then;
   * aborting it ends the thread, whatever it is doing.
   */
  run<T>(file: URL, task: unknown, until: () => AbortSignal): Promise<TaskEnd<T>>;
  /** Ends all threads. Tasks that are under way or wait reject. */
  close(): Promise<void>;
}

/** The extension of our files: .ts in the source, .js once they are built. */
const EXTENSION = extname(import.meta.filename);

/**
 * A thread does not inherit the loader of TypeScript, and has none at all under vitest. This one, unlike `--import tsx`,
 * does without a second thread.
 */
const loaderOf = ({ pathname }: URL): string[] =>
  extname(pathname) === ".ts" ? ["--require", createRequire(import.meta.url).resolve("tsx/cjs")] : [];

/**
 * Piscina first loads a task by require(), which since Node 20.19 takes ES modules, too. When the thread is ended just then, Node (20 to
 * 26) ends the whole process: "IsGraphAsync must be used on an instantiated module". import(), which comes next, has no such fault.
 */
const LOADED_BY_IMPORT = "--no-experimental-require-module";

/** How long a thread is kept without work, in milliseconds. */
const THREAD_IDLE_MS = 30_000;

/** The file of a task, by its name without extension and the address of the module that names it. scripts/server-entries.ts lists it. */
export const taskFile = (name: `./${string}`, moduleUrl: string): URL => new URL(`${name}${EXTENSION}`, moduleUrl);

export function createThreadPool({ threads, memory, onThreadFailure }: ThreadPoolOptions): ThreadPool {
  // Piscina leaves tasks that wait in its own queue lying when it ends a thread, so they wait here.
  const limit = pLimit(threads);
  let pool: Piscina | undefined;
  let isClosed = false;

  function start(file: URL): Piscina {
    const started = new Piscina({
      execArgv: [LOADED_BY_IMPORT, ...loaderOf(file)],
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: THREAD_IDLE_MS,
      resourceLimits: memory,
      recordTiming: false,
    });
    started.on("error", (error: Error) => {
      if (!isOutOfMemory(error)) onThreadFailure?.(error);
    });
    return started;
  }

  async function runNow<T>(file: URL, task: unknown, until: () => AbortSignal): Promise<TaskEnd<T>> {
    if (isClosed) throw new Error("The threads are closed");
    pool ??= start(file);
    const signal = until();
    try {
      return { result: await pool.run(task, { filename: file.href, signal }) };
    } catch (error) {
      if (signal.aborted && isAbort(error)) return { ended: "signal" };
      if (isOutOfMemory(error)) return { ended: "memory" };
      throw error;
    }
  }

  return {
    run: (file, task, until) => limit(() => runNow(file, task, until)),
    async close() {
      isClosed = true;
      await pool?.destroy();
    },
  };
}

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === "AbortError";

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
