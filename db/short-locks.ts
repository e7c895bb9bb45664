import { setTimeout as sleep } from "node:timers/promises";
import type { ReservedSql } from "postgres";
import { sqlStateOf } from "./sql-failure.ts";

/** A session that waits for a strong lock makes all later ones wait behind it, so it waits this long at most. */
const SHORT_LOCK_TIMEOUT_MS = 100;
/** Attaching reads the default partition while it is locked. */
const SHORT_STATEMENT_TIMEOUT_MS = 300;
const LOCK_ATTEMPTS = 20;
const SHORT_LOCK_PAUSE_MS = 250;

/** Lock timeout, statement timeout, deadlock. */
const TIMED_OUT: ReadonlySet<string | undefined> = new Set(["55P03", "57014", "40P01"]);

/**
 * Runs statements that take strong locks, as one transaction, and tries again until they get them within the time limits.
 * False when every attempt timed out; then nothing is changed.
 */
export async function withShortLocks(
  connection: ReservedSql,
  statements: string,
  attempts = LOCK_ATTEMPTS,
): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      // Statements that are sent as one text are one transaction, and `set local` ends with it.
      await connection.unsafe(
        `set local lock_timeout = ${SHORT_LOCK_TIMEOUT_MS}; set local statement_timeout = ${SHORT_STATEMENT_TIMEOUT_MS}; ${statements}`,
      );
      return true;
    } catch (error) {
      if (!TIMED_OUT.has(sqlStateOf(error))) throw error;
      if (attempt >= attempts) return false;
    }
    await sleep(SHORT_LOCK_PAUSE_MS * (0.5 + Math.random()));
  }
}
