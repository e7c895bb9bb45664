import { continueRuns, discardRuns, findPausesToRelease } from "#db/queries/pauses/release-runs.ts";
import type { Deps } from "./deps.ts";
import { settleDigests } from "./settle-digests.ts";
import { wakeCohorts } from "./wake-cohorts.ts";

const RELEASED_TOGETHER = 500;
const PAUSES_PER_PASS = 20;
/** The next pass takes what is left then. */
const BUDGET_MS = 60_000;

/**
 * Lets runs go that were held by pauses which members have resolved since: continued ones are due, discarded ones end. Returns
 * how many. An execution that could not be woken is found overdue.
 */
export async function releaseHeld(deps: Deps): Promise<number> {
  const { db, clock, logger } = deps;
  const deadline = performance.now() + BUDGET_MS;
  let released = 0;
  for (const { id, state } of await findPausesToRelease(db, PAUSES_PER_PASS)) {
    const release = state === "continued" ? continueRuns : discardRuns;
    for (let taken = RELEASED_TOGETHER; taken === RELEASED_TOGETHER && performance.now() < deadline; ) {
      const batch = await release(db, id, { now: clock(), limit: RELEASED_TOGETHER });
      taken = batch.taken;
      released += batch.runIds.length;
      // A run that ends hands over the digest that it was to send.
      if (state === "discarded" && batch.runIds.length > 0) await settleDigests(deps, { runIds: batch.runIds });
      await wakeCohorts(deps, batch.cohortIds);
    }
  }
  if (released > 0) logger.info({ released }, "held runs released");
  return released;
}
