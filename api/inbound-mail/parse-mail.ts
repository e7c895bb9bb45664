import { createThreadPool, taskFile } from "#threads/thread-pool.ts";
import { MAIL_MEMORY } from "./mail-memory.ts";
import type { ParseResult } from "./parse-task.ts";

const FILE = taskFile("./parse-task", import.meta.url);

/** How long parsing one mail may take, with the start of its thread, in milliseconds. */
const PARSE_MS = 10_000;

export interface MailParser {
  /** A mail that takes too long or too much memory counts as one that cannot be read. */
  parse(raw: Uint8Array): Promise<ParseResult>;
  close(): Promise<void>;
}

/** Parses mails one after the other in a thread. */
export function createMailParser(): MailParser {
  const threads = createThreadPool({ threads: 1, memory: MAIL_MEMORY });
  return {
    async parse(raw) {
      const end = await threads.run<ParseResult>(FILE, raw, () => AbortSignal.timeout(PARSE_MS));
      return "result" in end ? end.result : { refused: "unreadable" };
    },
    close: () => threads.close(),
  };
}
