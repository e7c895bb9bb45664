import { IN_APP_RETENTION_DAYS, RETENTION_DAYS } from "#contract/constants/limits.ts";
import { dropExpiredPartitions, ensurePartitions } from "#db/partitions.ts";
import { deleteExpiredEvents } from "#db/queries/events.ts";
import type { Deps } from "./deps.ts";

const DAY = 24 * 60 * 60 * 1000;
/** Partitions are made this far ahead, so that a day on which housekeeping did not run harms nobody. */
const AHEAD_DAYS = 7;

/** Makes the partitions that the coming days need, and drops what has expired. */
export const keepHouse =
  ({ db, logger }: Deps) =>
  async (): Promise<void> => {
    const now = new Date();
    for (const days of [RETENTION_DAYS, IN_APP_RETENTION_DAYS]) {
      await ensurePartitions(db.$client, new Date(now.getTime() + days * DAY));
      await ensurePartitions(db.$client, new Date(now.getTime() + (days + AHEAD_DAYS) * DAY));
    }
    const partitions = await dropExpiredPartitions(db.$client, now);
    const events = await deleteExpiredEvents(db, now);
    logger.info({ partitions, events }, "expired rows removed");
  };
