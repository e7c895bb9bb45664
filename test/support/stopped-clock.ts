import postgres from "postgres";

/**
 * Stops the clock of a database for connections that are opened later: statements that call now() get the moment of this call.
 * Defaults of columns and functions that exist go by the real clock.
 */
export async function stopClock(url: string): Promise<void> {
  const sql = postgres(url, { max: 1 });
  try {
    await sql.unsafe(`
      create schema clock;
      create function clock.now() returns timestamptz language sql immutable as $$ select '${new Date().toISOString()}'::timestamptz $$;
      alter database ${new URL(url).pathname.slice(1)} set search_path = clock, pg_catalog, public`);
  } finally {
    await sql.end();
  }
}
