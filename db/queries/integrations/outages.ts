import { eq } from "drizzle-orm";
import type { ErrorClass } from "#domain/lanes/failover.ts";
import type { Database } from "../../client.ts";
import { integrationOutages } from "../../schema/runs/integration-outages.ts";
import { storableText } from "../../storable.ts";
import type { Transaction } from "../../transaction.ts";

const FIRST_COOL_DOWN_SECONDS = 10;
const LONGEST_COOL_DOWN_SECONDS = 300;
/** A probe without a result by then is given up: its process has died, or its message was never sent. */
const PROBE_MS = 60_000;

/** An outage, as far as a slice has to know it. Moments are texts in ISO 8601. */
export interface Outage {
  coolsUntil: string;
  probeUntil: string | null;
}

/**
 * Notes that an integration fails: it is left alone until `retryAt`, and longer each time. Only channels whose integrations
 * have an order have outages. Repeated while it is left alone, it may make that longer.
 */
export async function noteOutage(
  db: Database,
  integrationId: string,
  { errorClass, message, retryAt, now }: { errorClass: ErrorClass; message: string; retryAt: Date; now: Date },
): Promise<void> {
  const at = now.toISOString();
  await db.$client`
    insert into integration_outages as o (integration_id, organization_id, environment_id, since, error_class, message,
      cool_downs, cools_until)
    select id, organization_id, environment_id, ${at}, ${errorClass}, ${storableText(message)}, 1, ${retryAt.toISOString()}
    from integrations where id = ${integrationId} and channel in ('email', 'sms') and active and deleted_at is null
    on conflict (integration_id) do update set error_class = excluded.error_class, message = excluded.message,
      -- Another process has noted the same failures.
      cool_downs = case when o.cools_until > ${at} then o.cool_downs else least(o.cool_downs + 1, 10) end,
      cools_until = case when o.cools_until > ${at} then greatest(o.cools_until, excluded.cools_until)
        else greatest(excluded.cools_until, ${at}::timestamptz + interval '1 second'
          * least(${FIRST_COOL_DOWN_SECONDS}::int * 2 ^ least(o.cool_downs, 10), ${LONGEST_COOL_DOWN_SECONDS}::int)) end,
      probe_until = null`;
}

/**
 * Notes that the vendor of an integration of any channel refuses it. It is not left alone: each message is tried, as somebody may have mended it
 * at the vendor. An outage that is noted already stays one.
 */
export async function noteProblem(
  db: Database,
  integrationId: string,
  { errorClass, message, now }: { errorClass: ErrorClass; message: string; now: Date },
): Promise<void> {
  const at = now.toISOString();
  await db.$client`
    insert into integration_outages as o (integration_id, organization_id, environment_id, since, error_class, message,
      cool_downs, cools_until)
    select id, organization_id, environment_id, ${at}, ${errorClass}, ${storableText(message)}, 0, ${at}
    from integrations where id = ${integrationId} and active and deleted_at is null
    on conflict (integration_id) do update set error_class = excluded.error_class, message = excluded.message`;
}

/** Notes that the vendor takes messages of the integration; an outage ends by its probe alone. */
export async function endProblem(db: Database, integrationId: string): Promise<void> {
  await db.$client`delete from integration_outages where integration_id = ${integrationId} and cool_downs = 0`;
}

/** Whether an integration that has been left alone long enough may be tried with one message now. */
export const isProbeDue = ({ coolsUntil, probeUntil }: Outage, now: Date): boolean =>
  new Date(coolsUntil) <= now && (probeUntil === null || new Date(probeUntil) <= now);

/** Takes the right to try the integration with one message; false when another process has it. */
export async function claimProbe(db: Database, integrationId: string, now: Date): Promise<boolean> {
  const at = now.toISOString();
  const rows = await db.$client`
    update integration_outages set probe_until = ${new Date(now.getTime() + PROBE_MS).toISOString()}
    where integration_id = ${integrationId} and cools_until <= ${at} and (probe_until is null or probe_until <= ${at})
    returning integration_id`;
  return rows.length > 0;
}

/** Notes that the integration works. */
export async function endOutage(db: Database, integrationId: string): Promise<void> {
  await db.$client`delete from integration_outages where integration_id = ${integrationId}`;
}

/** Has the integration tried at once, because it was changed. */
export async function forgetOutage(transaction: Transaction, integrationId: string): Promise<void> {
  await transaction.delete(integrationOutages).where(eq(integrationOutages.integrationId, integrationId));
}
