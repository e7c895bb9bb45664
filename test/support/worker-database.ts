import { createTestDatabase } from "./test-database.ts";

// Set-up files are read anew for each test file; what they import is read once for each worker.

let database: ReturnType<typeof createTestDatabase> | undefined;

/** The address of the worker's database, which goes with its server at the end of the run. */
export async function workerDatabase(): Promise<string> {
  database ??= createTestDatabase();
  return (await database).url;
}
