import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";

export interface DatabaseOptions {
  /** Connections kept open at most. */
  poolSize?: number;
}

/**
 * Opens the pool. `database.$client` is the same pool without the query builder, for the statements of the hot path that
 * work on whole arrays.
 */
export function openDatabase(url: string, { poolSize = 10 }: DatabaseOptions = {}) {
  const client = postgres(url, {
    max: poolSize,
    onnotice: () => {},
    connection: {
      application_name: "belfry",
      // Planning a statement over partitions takes longer than running it, and Postgres would plan it anew each time,
      // because it expects to gain from knowing the values. It does not: what is asked is found by index either way.
      plan_cache_mode: "force_generic_plan",
    },
  });
  return drizzle(client, { casing: "snake_case" });
}

export type Database = ReturnType<typeof openDatabase>;

export async function closeDatabase(database: Database): Promise<void> {
  await database.$client.end({ timeout: 5 });
}
