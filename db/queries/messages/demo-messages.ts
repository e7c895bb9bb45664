import type { Database } from "../../client.ts";
import type { Scope } from "../../scope.ts";

/** Messages that one of Belfry's demo providers has carried for the environment in the calendar month (UTC) of `now`. */
export async function countDemoMessages(db: Database, scope: Scope, providerId: string, now: Date): Promise<number> {
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)).toISOString();
  const [row] = await db.$hot<{ count: number }[]>`
    select count(*)::int as count from messages
    where environment_id = ${scope.environmentId} and created_at >= ${month}
      and provider_id in ('belfry-email', 'belfry-sms') and provider_id = ${providerId} and status <> 'warning'`;
  return row?.count ?? 0;
}
