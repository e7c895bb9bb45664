import { continueRuns, discardRuns, findPausesToRelease } from "#db/queries/pauses/release-runs.ts";
import { wakeCohorts } from "../lanes/wake-cohorts.ts";
import { settleDigests } from "../slice/settle-digests.ts";
import type { SliceDeps } from "../slice/slice-deps.ts";

const RELEASED_TOGETHER = 500;
const PAUSES_PER_PASS = 20;
/**
 * Lets runs go that were held by pauses which members have resolved since: continued ones are due, discarded ones end. Returns
 * whether some are left. An execution that could not be woken is found overdue.
 */
export async function releaseHeld(deps: SliceDeps, hasTime: () => boolean): Promise<{ more: boolean }> {
  const { db, clock, logger } = deps;
  let released = 0;
  const pauses = await findPausesToRelease(db, PAUSES_PER_PASS);
  for (const { id, state } of pauses) {
    const release = state === "continued" ? continueRuns : discardRuns;
    for (let taken = RELEASED_TOGETHER; taken === RELEASED_TOGETHER && hasTime(); ) {
      const batch = await release(db, id, { now: clock(), limit: RELEASED_TOGETHER });
      taken = batch.taken;
      released += batch.runIds.length;
      // A run that ends hands over the digest that it was to send.
      if (state === "discarded" && batch.runIds.length > 0) await settleDigests(deps, { runIds: batch.runIds });
      await wakeCohorts(deps, batch.cohortIds);
    }
  }
  if (released > 0) logger.info({ released }, "held runs released");
  return { more: pauses.length === PAUSES_PER_PASS || !hasTime() };
}
