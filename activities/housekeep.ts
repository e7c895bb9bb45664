import { DEFAULT_RETENTION } from "#contract/constants/limits.ts";
import {
  createPartitions,
  deleteExpiredRows,
  dropExpiredPartitions,
  NOTHING_SPARED,
  PARTITIONED_TABLES,
} from "#db/partitions.ts";
import { noteCleanUp } from "#db/queries/retention/clean-ups.ts";
import {
  deleteExpired,
  deleteExpiredEvents,
  deleteOldCounts,
  EXPIRING_TABLES,
} from "#db/queries/retention/delete-expired.ts";
import { mostExtraDays } from "#db/queries/retention/retention-days.ts";
import { findWaitingExpiries } from "#db/queries/retention/waiting-events.ts";
import { endBounces } from "#db/queries/suppressions/end-bounces.ts";
import { describeSqlFailure } from "#db/sql-failure.ts";
import type { Deps } from "./deps.ts";
import { removeDeletedEnvironments } from "./upkeep/remove-environments.ts";

interface Removed {
  rows: number;
  partitions?: string[];
}

/**
 * Creates the partitions of the coming months and removes what has expired, kind by kind. Rows of events of which something
 * still waits are spared. Each kind notes what became of it; one that fails does not keep the others back, and the whole
 * is tried again.
 */
export const housekeep = (deps: Deps) => async (): Promise<void> => {
  const { db, clock, logger } = deps;
  const now = clock();
  const onSkip = (skipped: object) => logger.warn(skipped, "a partition was left as it is");
  const extraDays = await mostExtraDays(db, DEFAULT_RETENTION);
  const created = await createPartitions(db.$client, now, { onSkip, extraDays });
  const spared = await findWaitingExpiries(db, now);
  const failures: unknown[] = [];

  for (const table of PARTITIONED_TABLES) {
    // Messages expire by themselves: nothing that waits needs those of steps before it.
    const kept = table.name === "messages" ? NOTHING_SPARED : spared;
    await cleanUp(table.name, kept.moments.length, async () => {
      const options = { tables: [table], onSkip, spared: kept };
      const partitions = await dropExpiredPartitions(db.$client, now, options);
      return { partitions, rows: await deleteExpiredRows(db.$client, now, options) };
    });
  }
  for (const table of EXPIRING_TABLES) {
    await cleanUp(table, spared.moments.length, async () => ({
      rows: await deleteExpired(db, table, { now, spared }),
    }));
  }
  await cleanUp("events", spared.moments.length, async () => ({
    rows: await deleteExpiredEvents(db, { now, spared }),
  }));
  await cleanUp("deleted environments", 0, async () => ({ rows: await removeDeletedEnvironments(deps) }));
  await cleanUp("bounces", 0, async () => ({ rows: await endBounces(db, now) }));
  await cleanUp("counts", 0, async () => ({ rows: await deleteOldCounts(db, now) }));
  logger.info({ created, spared: spared.moments.length, failed: failures.length }, "expired rows removed");
  if (failures.length > 0) throw failures[0];

  async function cleanUp(kind: string, sparedEvents: number, remove: () => Promise<Removed>): Promise<void> {
    const begun = performance.now();
    const note = (removed: Removed, error: string | null) =>
      noteCleanUp(db, {
        kind,
        sparedEvents,
        error,
        rows: removed.rows,
        partitions: removed.partitions ?? [],
        finishedAt: clock(),
        durationMs: Math.round(performance.now() - begun),
      });
    try {
      const removed = await remove();
      await note(removed, null);
      logger.info({ kind, sparedEvents, ...removed }, "expired rows of a kind removed");
    } catch (error) {
      failures.push(error);
      logger.error({ err: error, kind }, "expired rows of a kind could not be removed");
      // The failure itself is thrown below; that it could not be noted adds nothing.
      await note({ rows: 0 }, describeSqlFailure(error)).catch(() => {});
    }
  }
};
