import type { EmailSource, InlinedEmail } from "#domain/templates/email/email-source.ts";
import { createThreadPool, taskFile } from "#threads/thread-pool.ts";
import { RENDERER_START_MS } from "./limits.ts";
import type { RenderJobs, RenderResults } from "./render-task.ts";

interface Jobs extends RenderJobs {
  styles: EmailSource;
}

interface Results extends RenderResults {
  styles: InlinedEmail | undefined;
}

/** Files whose default export runs a task. */
const FILES: Readonly<Record<keyof Jobs, URL>> = {
  messages: taskFile("./render-task", import.meta.url),
  texts: taskFile("./render-task", import.meta.url),
  styles: taskFile("./inline-styles-task", import.meta.url),
};

/** More would only take the processors away from everything else. */
const RENDER_THREADS = 2;
/** A thread without work takes about 25 MB; the rest is for templates and what they render. */
const MEMORY = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 };
/** How often it is checked that a thread makes progress, in milliseconds. */
const THREAD_CHECK_MS = 25;

/** The result of a task, or the index of the member at which the thread was ended and the limit that it exceeded. */
export type TaskResult<T> = { result: T } | { endedAt: number; limit: "time" | "memory" };

export interface RenderThreads {
  /**
   * Runs a task when a thread is free, in the order of the calls. The thread is ended when it takes longer than
   * `limitMs` for one member, or more memory than it has.
   */
  run<K extends keyof Jobs>(kind: K, job: Jobs[K], limitMs: number): Promise<TaskResult<Results[K]>>;
  close(): Promise<void>;
}

export function createRenderThreads(): RenderThreads {
  const running = new Set<Watch>();
  const pool = createThreadPool({
    threads: RENDER_THREADS,
    memory: MEMORY,
    onThreadFailure(error) {
      for (const { position, abort } of running) if (position() === 0) abort(error);
    },
  });
  return {
    async run<K extends keyof Jobs>(kind: K, job: Jobs[K], limitMs: number): Promise<TaskResult<Results[K]>> {
      const watch = createWatch(limitMs);
      try {
        const end = await pool.run<Results[K]>(FILES[kind], { kind, job, progress: watch.progress }, () => {
          running.add(watch);
          return watch.start();
        });
        if ("result" in end) return end;
        if (end.ended === "signal" && !(watch.reason() instanceof StuckError)) throw watch.reason();
        return { endedAt: Math.max(0, watch.position() - 1), limit: end.ended === "memory" ? "memory" : "time" };
      } finally {
        running.delete(watch);
        watch.stop();
      }
    },
    close: () => pool.close(),
  };
}

/** Thread did not go on to the next member in time. */
class StuckError extends Error {}

/** Ends a thread that does not go on in time. */
interface Watch {
  /** A thread stores the number of the member that it renders for, from 1; 0 before it has started, -1 when it is done. */
  progress: Int32Array;
  position(): number;
  /** Begins to watch, and returns the signal that ends the thread. */
  start(): AbortSignal;
  abort(reason: Error): void;
  reason(): unknown;
  stop(): void;
}

function createWatch(limitMs: number): Watch {
  const progress = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const controller = new AbortController();
  const position = (): number => Atomics.load(progress, 0);
  const abort = (reason: Error): void => controller.abort(reason);
  let timer: NodeJS.Timeout | undefined;
  return {
    progress,
    position,
    abort,
    reason: () => controller.signal.reason,
    start() {
      let seen = 0;
      let since = performance.now();
      timer = setInterval(() => {
        const now = performance.now();
        const current = position();
        if (current !== seen) {
          seen = current;
          since = now;
        } else if (seen > 0 && now - since > limitMs) {
          abort(new StuckError());
        } else if (seen === 0 && now - since > RENDERER_START_MS) {
          abort(new Error(`A render thread did not start within ${RENDERER_START_MS} ms`));
        }
      }, THREAD_CHECK_MS);
      return controller.signal;
    },
    stop: () => clearInterval(timer),
  };
}
