import { createRequire } from "node:module";
import { extname } from "node:path";
import pLimit from "p-limit";
import { Piscina } from "piscina";
import type { ParseResult } from "./parse-task.ts";

/** The extension of this file and of those beside it: .ts in the source, .js once it is built. */
const EXTENSION = extname(import.meta.filename);
/** A thread does not inherit the loader of TypeScript: see activities/rendering/thread-pool.ts. */
const loader = EXTENSION === ".ts" ? ["--require", createRequire(import.meta.url).resolve("tsx/cjs")] : [];

/** How long parsing one mail may take, with the start of its thread, in milliseconds. */
const PARSE_MS = 10_000;
const IDLE_MS = 30_000;
/** A mail of 10 MB is held several times while it is parsed. */
const MEMORY = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 };

export interface MailParser {
  /** A mail that takes too long or too much memory counts as one that cannot be read. */
  parse(raw: Uint8Array): Promise<ParseResult>;
  close(): Promise<void>;
}

/** Parses mails one after the other in a thread, which starts when there is a mail and ends when there was none for a while. */
export function createMailParser(): MailParser {
  // Piscina leaves tasks that wait in its own queue lying when it ends a thread, so they wait here.
  const limit = pLimit(1);
  let threads: Piscina | undefined;
  function start(): Piscina {
    const pool = new Piscina({
      filename: new URL(`./parse-task${EXTENSION}`, import.meta.url).href,
      execArgv: loader,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: IDLE_MS,
      resourceLimits: MEMORY,
      recordTiming: false,
    });
    // A thread failed without a task; the task that waits for one ends by its time.
    pool.on("error", () => undefined);
    return pool;
  }
  return {
    parse: (raw) =>
      limit(async () => {
        threads ??= start();
        try {
          return await threads.run(raw, { signal: AbortSignal.timeout(PARSE_MS) });
        } catch (error) {
          if (isCutOff(error)) return { refused: "unreadable" };
          throw error;
        }
      }),
    close: async () => threads?.destroy(),
  };
}

/** Whether the thread was ended because the mail took too much. */
function isCutOff(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === "AbortError" || ("code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY");
}
