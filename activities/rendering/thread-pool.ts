import { createRequire } from "node:module";
import { extname } from "node:path";
import pLimit from "p-limit";
import { Piscina } from "piscina";
import type { EmailSource, InlinedEmail } from "#domain/templates/email-source.ts";
import { START_MS } from "./limits.ts";
import type { RenderJobs, RenderResults } from "./render-task.ts";

/** Kinds of tasks, with what each is given. */
interface Jobs extends RenderJobs {
  styles: EmailSource;
}

interface Results extends RenderResults {
  styles: InlinedEmail | undefined;
}

/** The extension of this file and of those beside it: .ts in the source, .js once it is built. */
const EXTENSION = extname(import.meta.filename);

/** Files whose default export runs a task. */
const FILES: Readonly<Record<keyof Jobs, URL>> = {
  messages: new URL(`./render-task${EXTENSION}`, import.meta.url),
  texts: new URL(`./render-task${EXTENSION}`, import.meta.url),
  styles: new URL(`./inline-styles-task${EXTENSION}`, import.meta.url),
};

/**
 * A thread does not inherit the loader of TypeScript, and has none at all under vitest. This one, unlike `--import tsx`,
 * does without a second thread.
 */
const loader = (): string[] =>
  EXTENSION === ".ts" ? ["--require", createRequire(import.meta.url).resolve("tsx/cjs")] : [];

/** More would only take the processors away from everything else. */
const MAX_THREADS = 2;
/** How long a thread is kept without work, in milliseconds. */
const IDLE_MS = 30_000;
/** How often it is checked that a thread makes progress, in milliseconds. */
const CHECK_MS = 25;
/** A thread without work takes about 25 MB; the rest is for templates and what they render. */
const MEMORY = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 };

/** The result of a task, or the index of the member at which the thread was ended and the limit that it exceeded. */
export type TaskResult<T> = { result: T } | { endedAt: number; limit: "time" | "memory" };

/** Threads that start when there is work for them, and end when there has been none for a while. */
export interface ThreadPool {
  /**
   * Runs a task when a thread is free, in the order of the calls. The thread is ended when it takes longer than
   * `limitMs` for one member, or more memory than it has.
   */
  run<K extends keyof Jobs>(kind: K, job: Jobs[K], limitMs: number): Promise<TaskResult<Results[K]>>;
  close(): Promise<void>;
}

interface Running {
  progress: Int32Array;
  stop(reason: Error): void;
}

export function createThreadPool(): ThreadPool {
  // Piscina leaves tasks that wait in its own queue lying when it ends a thread, so they wait here.
  const limit = pLimit(MAX_THREADS);
  const running = new Set<Running>();
  let threads: Piscina | undefined;
  let isClosed = false;

  function start(): Piscina {
    const pool = new Piscina({
      execArgv: loader(),
      minThreads: 0,
      maxThreads: MAX_THREADS,
      idleTimeout: IDLE_MS,
      resourceLimits: MEMORY,
      recordTiming: false,
    });
    // A thread failed without a task. If it could not start, the tasks that wait for it would wait forever.
    pool.on("error", (error: Error) => {
      if (isOutOfMemory(error)) return;
      for (const { progress, stop } of running) if (Atomics.load(progress, 0) === 0) stop(error);
    });
    return pool;
  }

  async function runNow(kind: keyof Jobs, job: unknown, limitMs: number): Promise<TaskResult<unknown>> {
    if (isClosed) throw new Error("The renderer is closed");
    threads ??= start();
    const progress = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const controller = new AbortController();
    let failure: Error | undefined;
    const task: Running = {
      progress,
      stop(reason) {
        failure = reason;
        controller.abort();
      },
    };
    const watch = watchProgress(progress, limitMs, task.stop);
    running.add(task);
    try {
      return {
        result: await threads.run({ kind, job, progress }, { filename: FILES[kind].href, signal: controller.signal }),
      };
    } catch (error) {
      const cause = failure ?? error;
      const endedAt = Math.max(0, Atomics.load(progress, 0) - 1);
      if (cause instanceof StuckError) return { endedAt, limit: "time" };
      if (isOutOfMemory(cause)) return { endedAt, limit: "memory" };
      throw cause;
    } finally {
      clearInterval(watch);
      running.delete(task);
    }
  }

  return {
    run: (kind, job, limitMs) => limit(() => runNow(kind, job, limitMs)) as Promise<never>,
    async close() {
      isClosed = true;
      await threads?.destroy();
    },
  };
}

/** Thread did not go on to the next member in time. */
class StuckError extends Error {}

/** A thread stores the number of the member that it renders for, from 1; 0 before it has started, -1 when it is done. */
function watchProgress(progress: Int32Array, limitMs: number, stop: (reason: Error) => void): NodeJS.Timeout {
  let position = 0;
  let since = performance.now();
  return setInterval(() => {
    const now = performance.now();
    const current = Atomics.load(progress, 0);
    if (current !== position) {
      position = current;
      since = now;
    } else if (position > 0 && now - since > limitMs) {
      stop(new StuckError());
    } else if (position === 0 && now - since > START_MS) {
      stop(new Error(`A render thread did not start within ${START_MS} ms`));
    }
  }, CHECK_MS);
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}
