import { fileURLToPath } from "node:url";
import { migrate as runMigrations } from "drizzle-orm/postgres-js/migrator";
import { IN_APP_RETENTION_DAYS, RETENTION_DAYS } from "#contract/constants/limits.ts";
import { closeDatabase, openDatabase } from "./client.ts";
import { ensurePartitions } from "./partitions.ts";

const MIGRATIONS = fileURLToPath(new URL("./migrations", import.meta.url));
const DAY = 24 * 60 * 60 * 1000;

/**
 * Brings the schema up to date and makes the partitions for what is written this month. Any number of processes may do it
 * at once: the first one works, the others wait for it.
 */
export async function migrate(databaseUrl: string): Promise<void> {
  const database = openDatabase(databaseUrl, { poolSize: 2 });
  try {
    const lock = await database.$client.reserve();
    try {
      await lock`select pg_advisory_lock(hashtext('belfry.migrate'))`;
      await runMigrations(database, { migrationsFolder: MIGRATIONS });
      const now = Date.now();
      for (const days of [RETENTION_DAYS, RETENTION_DAYS + 7, IN_APP_RETENTION_DAYS, IN_APP_RETENTION_DAYS + 31]) {
        await ensurePartitions(database.$client, new Date(now + days * DAY));
      }
      await lock`select pg_advisory_unlock(hashtext('belfry.migrate'))`;
    } finally {
      lock.release();
    }
  } finally {
    await closeDatabase(database);
  }
}
