import type { SuppressedChannel, SuppressionReason, SuppressionStream } from "#contract/constants/suppressions.ts";
import type { Database } from "../../client.ts";
import { columnsOf, rowsOf } from "../../sql/rows.ts";

/** An address to which something is about to be sent, as `suppressedAddress` has it. */
export interface AskedAddress {
  environmentId: string;
  channel: SuppressedChannel;
  address: string;
}

export interface SuppressedAddress extends AskedAddress {
  id: string;
  reason: SuppressionReason;
  stream: SuppressionStream;
  since: Date;
}

const ASKED = columnsOf<AskedAddress>("a", { environmentId: "uuid", channel: "text", address: "text" });

/** Returns those of the addresses to which nothing is sent any more, in one statement. */
export async function findSuppressed(db: Database, asked: readonly AskedAddress[]): Promise<SuppressedAddress[]> {
  if (asked.length === 0) return [];
  const rows = await db.$hot<(Omit<SuppressedAddress, "since"> & { since: string })[]>`
    select s.id, s.environment_id as "environmentId", s.channel, s.address, s.reason, s.stream, s.created_at as since
    from ${rowsOf(db.$hot, ASKED, asked)}
    join suppressions s on s.environment_id = a.environment_id and s.address = a.address and s.channel = a.channel`;
  return rows.map((row) => ({ ...row, since: new Date(row.since) }));
}
