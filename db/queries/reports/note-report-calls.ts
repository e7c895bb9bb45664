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
 * Notes a call by which the vendor of an integration has reported, or which was refused, as a statement or as one part of a larger one. There
 * it is to be the last of the parts that wait for rows, as every call of the vendor has the same row.
 */
export function notedCall(
  sql: RareTransaction,
  { organizationId, environmentId, id }: Reporter,
  now: string,
  refusal: string | null = null,
): Fragment {
  const [receivedAt, refusedAt] = refusal === null ? [now, null] : [null, now];
  return sql`
    insert into integration_reports as r (integration_id, organization_id, environment_id, received_at, refused_at, refusal)
    select ${id}, ${organizationId}, ${environmentId}, ${receivedAt}, ${refusedAt}, ${refusal}
    where not exists (select from integration_reports n where n.integration_id = ${id}
      and ${refusal === null ? sql`n.received_at` : sql`n.refused_at`} > ${now}::timestamptz - ${NOTED_EVERY}::interval)
    on conflict (integration_id) do update set received_at = greatest(r.received_at, excluded.received_at),
      refused_at = greatest(r.refused_at, excluded.refused_at),
      refusal = case when r.refused_at is null or excluded.refused_at > r.refused_at then excluded.refusal else r.refusal end`;
}

/** Notes a call of a vendor that was refused, and why. */
export async function noteRefusedCall(db: Database, integration: Reporter, refusal: string, at: Date): Promise<void> {
  await notedCall(db.$client, integration, at.toISOString(), storableText(refusal).slice(0, REFUSAL_MAX));
}
