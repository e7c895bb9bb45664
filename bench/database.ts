import postgres from "postgres";
import type { Cleanup } from "./cleanup.ts";
import type { Fixture } from "./fixture.ts";

/** Seconds that statements under way have when the cleanup comes. */
const END_SECONDS = 5;

/** Opens a connection to the database, which the cleanup closes. */
export function connectDatabase({ databaseUrl }: Fixture, cleanup: Cleanup): postgres.Sql {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  cleanup.defer(() => sql.end({ timeout: END_SECONDS }));
  return sql;
}
