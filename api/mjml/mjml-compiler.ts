import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { DomainError } from "#domain/errors.ts";
import { createThreadPool, taskFile } from "#threads/thread-pool.ts";
import type { CompiledMjml } from "./compile-mjml.ts";

/** Compiles MJML in a thread, which starts with the first one and ends when there is none for a while. */
export interface MjmlCompiler {
  /** Throws `too_many_requests` when too many wait already. */
  compile(source: string): Promise<CompiledMjml>;
  /** Ends the thread. Calls that are under way reject. */
  close(): Promise<void>;
}

/** The library takes 30 MB of it. */
const MEMORY = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 };
/** Time for one source once the library is loaded, in milliseconds. A newsletter of 100 kB takes a tenth of it. */
const COMPILE_MS = 4_000;
/** Time that a thread may take to start and load the library. */
const COMPILER_START_MS = 30_000;
const COMPILER_CHECK_MS = 50;
const TEMPLATES_WAITING = 20;
/** Characters of what is kept: each save of a workflow sends all its bodies again. */
const CACHE_SIZE = 10_000_000;
/** How long a source that took too long is not tried again: the machine may have been busy. */
const TOO_LONG_MS = 60_000;

const FILE = taskFile("./compile-task", import.meta.url);
const TOO_LONG: CompiledMjml = { faults: ["The MJML takes too long to compile: shorten it."] };

/** `compileMs` is for tests. */
export function createMjmlCompiler({ compileMs = COMPILE_MS } = {}): MjmlCompiler {
  const pool = createThreadPool({ threads: 1, memory: MEMORY });
  const turns = pLimit(1);
  const cache = new LRUCache<string, CompiledMjml>({
    max: 1000,
    maxSize: CACHE_SIZE,
    sizeCalculation: ({ html = "", faults }) => 100 + html.length + faults.join().length,
  });

  async function compileNow(key: string, source: string): Promise<CompiledMjml> {
    const known = cache.get(key);
    if (known) return known;
    const started = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const watch = watchOf(started, compileMs);
    try {
      const end = await pool.run<CompiledMjml>(FILE, { source, started }, watch.start);
      const compiled = "result" in end ? end.result : TOO_LONG;
      cache.set(key, compiled, "result" in end ? {} : { ttl: TOO_LONG_MS });
      return compiled;
    } finally {
      watch.stop();
    }
  }

  return {
    async compile(source) {
      const key = createHash("sha1").update(source).digest("base64");
      const known = cache.get(key);
      if (known) return known;
      if (turns.pendingCount >= TEMPLATES_WAITING) {
        throw new DomainError("too_many_requests", "Too many emails are compiled: try again in a moment");
      }
      return turns(() => compileNow(key, source));
    },
    close: () => pool.close(),
  };
}

/** Ends a thread that has worked for too long, or did not come to work. */
function watchOf(started: Int32Array, compileMs: number): { start(): AbortSignal; stop(): void } {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  return {
    start() {
      const asked = performance.now();
      let since: number | undefined;
      timer = setInterval(() => {
        const now = performance.now();
        if (since === undefined && Atomics.load(started, 0) === 1) since = now;
        if (since === undefined ? now - asked > COMPILER_START_MS : now - since > compileMs) controller.abort();
      }, COMPILER_CHECK_MS);
      return controller.signal;
    },
    stop: () => clearInterval(timer),
  };
}
