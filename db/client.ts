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
  const client = postgres(url, { max: poolSize, onnotice: () => {}, connection: { application_name: "belfry" } });
  return drizzle(client, { casing: "snake_case" });
}

export type Database = ReturnType<typeof openDatabase>;

export async function closeDatabase(database: Database): Promise<void> {
  await database.$client.end({ timeout: 5 });
}
