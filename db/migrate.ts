import { fileURLToPath } from "node:url";
import { migrate as runMigrations } from "drizzle-orm/postgres-js/migrator";
import { closeDatabase, openDatabase } from "./client.ts";
import { createPartitions } from "./partitions.ts";

const MIGRATIONS = fileURLToPath(new URL("./migrations", import.meta.url));

/**
 * Brings the schema up to date and creates the partitions of the coming months. Any number of processes may do it
 * at once: the first one works, the others wait for it.
 */
export async function migrate(databaseUrl: string): Promise<void> {
  // A migration may take long, and the others wait for it.
  const database = openDatabase(databaseUrl, { poolSize: 2, statementTimeoutMs: 0, lockTimeoutMs: 0 });
  try {
    const lock = await database.$client.reserve();
    try {
      await lock`select pg_advisory_lock(hashtext('belfry.migrate'))`;
      await runMigrations(database, { migrationsFolder: MIGRATIONS });
      await createPartitions(database.$client, new Date());
      await lock`select pg_advisory_unlock(hashtext('belfry.migrate'))`;
    } finally {
      lock.release();
    }
  } finally {
    await closeDatabase(database);
  }
}
