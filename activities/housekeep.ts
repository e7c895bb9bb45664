import { createPartitions, deleteExpiredRows, dropExpiredPartitions } from "#db/partitions.ts";
import { deleteExpired } from "#db/queries/retention/delete-expired.ts";
import type { Deps } from "./deps.ts";

/** Creates the partitions of the coming months and removes what has expired. */
export const housekeep =
  ({ db, clock, logger }: Deps) =>
  async (): Promise<void> => {
    const now = clock();
    const onSkip = (skipped: object) => logger.warn(skipped, "a partition was left as it is");
    const created = await createPartitions(db.$client, now, { onSkip });
    const dropped = await dropExpiredPartitions(db.$client, now, { onSkip });
    const rows = (await deleteExpiredRows(db.$client, now)) + (await deleteExpired(db, now));
    logger.info({ created, dropped, rows }, "expired rows removed");
  };
