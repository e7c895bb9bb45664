let databaseUrl: string | undefined;

/** The database of this test file: migrated, empty, its own. Only files named `*.db.test.ts` have one. */
export function testDatabaseUrl(): string {
  if (databaseUrl === undefined) throw new Error("Name the file x.db.test.ts: only those get a database.");
  return databaseUrl;
}

/** Called by the set-up of each file, before its tests are read. */
export function setTestDatabase(url: string): void {
  databaseUrl = url;
}
