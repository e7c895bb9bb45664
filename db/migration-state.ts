import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Database } from "./client.ts";

const JOURNAL = fileURLToPath(new URL("./migrations/meta/_journal.json", import.meta.url));

export interface MigrationState {
  applied: number;
  pending: string[];
  last: { name: string; writtenAt: string } | null;
}

/** Compares the migrations of this version with those that the database has: Drizzle notes of each when it was written. */
export async function readMigrationState(db: Database, journal = JOURNAL): Promise<MigrationState> {
  const [{ entries }, [row]] = await Promise.all([
    readFile(journal, "utf8").then((text): { entries: { tag: string; when: number }[] } => JSON.parse(text)),
    db.$client<{ last: number | null }[]>`
      select max(created_at)::float8 as last from drizzle.__drizzle_migrations`,
  ]);
  const last = row?.last ?? null;
  const known = entries.find(({ when }) => when === last);
  const pending = entries.filter(({ when }) => last === null || when > last);
  return {
    applied: entries.length - pending.length,
    pending: pending.map(({ tag }) => tag),
    last: last === null ? null : { name: known?.tag ?? "of a later version", writtenAt: new Date(last).toISOString() },
  };
}
