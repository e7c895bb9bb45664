import type { Logger } from "#telemetry/logger.ts";
import { createThreadPool, taskFile } from "#threads/thread-pool.ts";
import type { Authentication, ReceivedMail } from "./authenticate-task.ts";
import { MAIL_MEMORY } from "./mail-memory.ts";

const FILE = taskFile("./authenticate-task", import.meta.url);

/**
 * How long a mail waits for its verification at most, in milliseconds, with the turns of others before it. The questions to DNS have
 * a shorter limit, which ends no thread.
 */
const AUTHENTICATE_MS = 10_000;
/** Mails that are verified at once; most of the time they wait for DNS. */
const AUTHENTICATION_THREADS = 4;

const NOT_VERIFIED: Authentication = { dkim: "failed", dkimDomains: [], spf: "failed" };

export interface MailAuthenticator {
  /** A mail that cannot be verified, for whatever reason, counts as one that failed. Throws once it is closed. */
  authenticate(mail: ReceivedMail): Promise<Authentication>;
  close(): Promise<void>;
}

/**
 * Verifies mails in threads of their own. Those of parse-mail.ts work on one mail after the other, which a wait for DNS would hold up,
 * and end with a mail refused, whereas one that takes too long here is taken without a proof.
 */
export function createMailAuthenticator({ logger }: { logger: Pick<Logger, "warn"> }): MailAuthenticator {
  const threads = createThreadPool({ threads: AUTHENTICATION_THREADS, memory: MAIL_MEMORY });
  let isClosed = false;
  return {
    async authenticate(mail) {
      const until = AbortSignal.timeout(AUTHENTICATE_MS);
      try {
        const end = await threads.run<Authentication>(FILE, mail, () => until);
        return "result" in end ? end.result : NOT_VERIFIED;
      } catch (err) {
        // The sender hands the mail over again, to a server that can verify it.
        if (isClosed) throw err;
        logger.warn({ err }, "the sender of a mail could not be verified");
        return NOT_VERIFIED;
      }
    },
    close: () => {
      isClosed = true;
      return threads.close();
    },
  };
}
