let databaseUrl: string | undefined;
let isOfWorker = false;

/** The migrated database of this test file: its own and empty, or its worker's. Only files named `*.db.test.ts` have one. */
export function testDatabaseUrl(): string {
  if (databaseUrl === undefined) throw new Error("Name the file x.db.test.ts: only those get a database.");
  return databaseUrl;
}

/** Whether files that ran before have left rows in the database, in environments of their own. */
export const sharesDatabase = (): boolean => isOfWorker;

/** Called by the set-up of each file, before its tests are read. */
export function setTestDatabase(url: string, { ofWorker = false } = {}): void {
  databaseUrl = url;
  isOfWorker = ofWorker;
}
