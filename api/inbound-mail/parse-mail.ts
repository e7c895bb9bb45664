import type { ParseResult } from "./parse-task.ts";
import { createThreads } from "./threads.ts";

/** How long parsing one mail may take, with the start of its thread, in milliseconds. */
const PARSE_MS = 10_000;

export interface MailParser {
  /** A mail that takes too long or too much memory counts as one that cannot be read. */
  parse(raw: Uint8Array): Promise<ParseResult>;
  close(): Promise<void>;
}

/** Parses mails one after the other in a thread. */
export function createMailParser(): MailParser {
  const threads = createThreads<Uint8Array, ParseResult>("parse-task", 1);
  return {
    parse: async (raw) =>
      (await threads.run(raw, () => AbortSignal.timeout(PARSE_MS))) ?? { refused: "unreadable" as const },
    close: threads.close,
  };
}
