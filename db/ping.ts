import type { Database } from "./client.ts";

/** Throws when the database does not answer. */
export async function ping(db: Database): Promise<void> {
  await db.$client`select 1`;
}
