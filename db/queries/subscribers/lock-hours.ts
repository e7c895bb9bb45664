import type { HoursOwner } from "#domain/times/subscriber-hours.ts";
import { filterByEnvironment } from "../../environment-filter.ts";
import type { Scope } from "../../scope.ts";
import type { HotTransaction } from "../../transaction.ts";

/** Reads the hours of subscribers, by Belfry's id, and lets nobody change them until the transaction ends. */
export async function lockHours(
  sql: HotTransaction,
  { environmentId }: Scope,
  subscriberIds: readonly string[],
): Promise<Map<string, HoursOwner>> {
  const rows = await sql<(HoursOwner & { id: string })[]>`
    select id, hours, timezone from subscribers
    where id = any(${[...subscriberIds]}::uuid[]) and ${filterByEnvironment(sql, "environment_id", environmentId)}
    order by id for share`;
  return new Map(rows.map(({ id, hours, timezone }) => [id, { hours, timezone }]));
}
