import type { Fragment } from "postgres";
import type { Database } from "../../client.ts";
import type { Scope } from "../../scope.ts";
import { storableText } from "../../storable.ts";
import type { RareTransaction } from "../../transaction.ts";

type Reporter = Scope & { id: string };

/** Calls of a vendor within this time are noted once: vendors call thousands of times a minute. */
const NOTED_EVERY = "1 minute";
const REFUSAL_MAX = 500;

/**
 * Notes that the vendor of an integration has reported, as one part of a larger statement. It is to be the last of its parts that waits for
 * rows, as every call of the vendor has the same row.
 */
export const notedCall = (
  sql: RareTransaction,
  { organizationId, environmentId, id }: Reporter,
  now: string,
): Fragment =>
  sql`
    insert into integration_reports (integration_id, organization_id, environment_id, received_at)
    select ${id}, ${organizationId}, ${environmentId}, ${now}
    where not exists (select from integration_reports r
      where r.integration_id = ${id} and r.received_at > ${now}::timestamptz - ${NOTED_EVERY}::interval)
    on conflict (integration_id) do update set received_at = greatest(integration_reports.received_at, excluded.received_at)`;

/** Notes a call of a vendor that was refused, and why. */
export async function noteRefusedCall(db: Database, integration: Reporter, refusal: string, at: Date): Promise<void> {
  const { organizationId, environmentId, id } = integration;
  const now = at.toISOString();
  await db.$client`
    insert into integration_reports as r (integration_id, organization_id, environment_id, refused_at, refusal)
    select ${id}, ${organizationId}, ${environmentId}, ${now}, ${storableText(refusal).slice(0, REFUSAL_MAX)}
    where not exists (select from integration_reports r
      where r.integration_id = ${id} and r.refused_at > ${now}::timestamptz - ${NOTED_EVERY}::interval)
    on conflict (integration_id) do update set refused_at = excluded.refused_at, refusal = excluded.refusal
    where r.refused_at is null or r.refused_at < excluded.refused_at`;
}
