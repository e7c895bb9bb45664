import { DETAILS } from "#contract/constants/details.ts";
import { isRefusedToken, type StoredChannel, type TokenMoments, withoutTokens } from "#domain/subscriber-channels.ts";
import { columnsOf, rowsOf } from "../../sql/rows.ts";
import { storableJson } from "../../storable.ts";
import type { Tagged } from "../../transaction.ts";
import type { LeasedDelivery } from "./lease-deliveries.ts";

export interface UnknownDevice {
  delivery: Pick<
    LeasedDelivery,
    "organizationId" | "environmentId" | "runId" | "jobId" | "messageId" | "integrationId" | "providerId" | "expireAt"
  >;
  deviceToken: string;
  /** A token that was stored since then stays. */
  refusedAt?: Date | undefined;
}

interface Subscriber {
  id: string;
  channels: readonly StoredChannel[];
  tokensStoredAt: TokenMoments;
}

const RUNS = columnsOf<UnknownDevice>(
  "d",
  {},
  { runId: ["uuid", ({ delivery }) => delivery.runId], expireAt: ["timestamptz", ({ delivery }) => delivery.expireAt] },
);

type RemovedToken = UnknownDevice["delivery"] & { deviceToken: string };

const REMOVED = columnsOf<RemovedToken>(
  "d",
  {
    organizationId: "uuid",
    environmentId: "uuid",
    runId: "uuid",
    jobId: "uuid",
    messageId: "uuid",
    providerId: "text",
    expireAt: "timestamptz",
  },
  { raw: ["json", ({ deviceToken, integrationId }) => ({ deviceToken, _integrationId: integrationId })] },
);

/**
 * Removes each token from the subscriber's entry of the integration that it was sent through, and notes that in the history
 * of the run. A token that was stored after it was refused stays. A token that is not there, because it was removed before or came from the caller, leaves no note.
 */
export async function removeDeviceTokens(sql: Tagged, devices: readonly UnknownDevice[], at: Date): Promise<void> {
  const now = at.toISOString();
  const runs = await sql<{ id: string; subscriberId: string }[]>`
    select r.id, r.subscriber_id as "subscriberId"
    from ${rowsOf(sql, RUNS, devices)}
    cross join lateral (select id, subscriber_id from runs where id = d.run_id and expire_at = d.expire_at offset 0) as r`;
  const subscriberOf = new Map(runs.map(({ id, subscriberId }) => [id, subscriberId]));
  const subscribers = await sql<Subscriber[]>`
    select id, channels, tokens_stored_at as "tokensStoredAt" from subscribers where id = any(${[...new Set(subscriberOf.values())]}::uuid[])
    order by id for update`;

  const changed: Pick<Subscriber, "id" | "channels">[] = [];
  const removed: UnknownDevice[] = [];
  for (const { id, channels: stored, tokensStoredAt } of subscribers) {
    let channels = stored;
    const own = devices.filter(({ delivery }) => subscriberOf.get(delivery.runId) === id);
    for (const device of own.filter((one) => isRefusedToken(tokensStoredAt, one.deviceToken, one.refusedAt))) {
      const left = withoutTokens(channels, device.delivery, [device.deviceToken]);
      if (left !== channels) removed.push(device);
      channels = left;
    }
    if (channels !== stored) changed.push({ id, channels });
  }
  if (removed.length === 0) return;
  await sql`
    update subscribers s set channels = c.channels, updated_at = ${now}
    from jsonb_to_recordset(${storableJson(changed)}::text::jsonb) as c(id uuid, channels jsonb)
    where s.id = c.id`;
  const tokens = removed.map(({ delivery, deviceToken }) => ({ ...delivery, deviceToken }));
  await sql`
    insert into execution_details (organization_id, environment_id, run_id, job_id, message_id, provider_id, detail, source,
      status, is_retry, raw, created_at, expire_at)
    select d.organization_id, d.environment_id, d.run_id, d.job_id, d.message_id, d.provider_id, ${DETAILS.tokenRemoved},
      -- After what the provider said.
      'Internal', 'Warning', false, d.raw, ${now}::timestamptz + interval '1 microsecond', d.expire_at
    from ${rowsOf(sql, REMOVED, tokens)}`;
}
