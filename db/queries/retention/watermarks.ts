import type { Database } from "../../client.ts";

/** Up to which moment the task has looked; undefined before its first pass. */
export async function readWatermark(db: Database, name: string): Promise<Date | undefined> {
  const [row] = await db.$client<{ at: string }[]>`select at from watermarks where name = ${name}`;
  return row && new Date(row.at);
}

/** A watermark never moves back. */
export async function writeWatermark(db: Database, name: string, at: Date): Promise<void> {
  await db.$client`
    insert into watermarks (name, at) values (${name}, ${at.toISOString()})
    on conflict (name) do update set at = greatest(watermarks.at, excluded.at)`;
}
