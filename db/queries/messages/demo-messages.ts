import type { Config } from "#config.ts";
import { DEMO_EMAIL_PROVIDER, DEMO_SMS_PROVIDER } from "#contract/constants/provider-ids.ts";
import type { Database } from "../../client.ts";
import type { Scope } from "../../scope.ts";
import type { HotTransaction } from "../../transaction.ts";

/** The messages of one of Belfry's demo providers in a month, such as `2026-11`. */
export interface DemoMonth {
  providerId: string;
  month: string;
  limit: number;
}

/** The calendar month (UTC) of a demo provider, with the most that it carries for an environment then; undefined for any other provider. */
export function demoMonth(limits: Config["demoLimits"], providerId: string, now: Date): DemoMonth | undefined {
  const byProvider: Readonly<Record<string, number>> = {
    [DEMO_EMAIL_PROVIDER]: limits.email,
    [DEMO_SMS_PROVIDER]: limits.sms,
  };
  const limit = byProvider[providerId];
  return limit === undefined ? undefined : { providerId, month: now.toISOString().slice(0, 7), limit };
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
export const hasDemoMessages = async (db: Database, scope: Scope, month: DemoMonth): Promise<boolean> =>
  (await countDemoMessages(db, scope, month)) < month.limit;

/** How many messages the provider has carried for the environment in the month. */
export async function countDemoMessages(
  db: Database,
  { environmentId }: Scope,
  { providerId, month }: Pick<DemoMonth, "providerId" | "month">,
): Promise<number> {
  const [row] = await db.$hot<{ used: number }[]>`
    select coalesce(max(number), 0) as used from demo_messages
    where environment_id = ${environmentId} and provider_id = ${providerId} and month = ${month}`;
  return row?.used ?? 0;
}
