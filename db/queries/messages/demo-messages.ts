import type { Database } from "../../client.ts";
import type { Scope } from "../../scope.ts";
import type { HotTransaction } from "../../transaction.ts";

/** The messages of one of Belfry's demo providers in a month, such as `2026-11`. */
export interface DemoMonth {
  providerId: string;
  month: string;
  limit: number;
}

/**
 * Counts a job's message among those that the provider carries for the environment in the month, and returns whether it may
 * be sent. A job is counted once, and never more jobs than the limit, also by several workers at once.
 */
export async function takeDemoMessage(
  sql: HotTransaction,
  { organizationId, environmentId }: Scope,
  { jobId, providerId, month, limit }: DemoMonth & { jobId: string },
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${environmentId}/${providerId}`}, 0))`;
  const [row] = await sql<{ taken: boolean }[]>`
    with known as (
      select from demo_messages where job_id = ${jobId}
    ), last as (
      select coalesce(max(number), 0) as number from demo_messages
      where environment_id = ${environmentId} and provider_id = ${providerId} and month = ${month}
    ), taken as (
      insert into demo_messages (job_id, organization_id, environment_id, provider_id, month, number)
      select ${jobId}, ${organizationId}, ${environmentId}, ${providerId}, ${month}, last.number + 1 from last
      where last.number < ${limit} and not exists (select from known)
      returning job_id
    )
    select exists (select from known) or exists (select from taken) as taken`;
  return row?.taken ?? false;
}

/** Whether the provider has messages left for the environment in the month. */
export async function hasDemoMessages(
  db: Database,
  { environmentId }: Scope,
  { providerId, month, limit }: DemoMonth,
): Promise<boolean> {
  const [row] = await db.$hot<{ used: number }[]>`
    select coalesce(max(number), 0) as used from demo_messages
    where environment_id = ${environmentId} and provider_id = ${providerId} and month = ${month}`;
  return (row?.used ?? 0) < limit;
}
