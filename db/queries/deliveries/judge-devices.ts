import type { DeviceRefusal } from "../../schema/deliveries.ts";
import { columnsOf, rowsOf } from "../../sql/rows.ts";
import type { HotTransaction } from "../../transaction.ts";
import type { DeliveryOutcome } from "./delivery-outcome.ts";
import type { UnknownDevice } from "./remove-device-tokens.ts";

/** An integration whose vendor refuses all devices that it was given. */
export interface RefusedIntegration {
  integrationId: string;
  message: string;
}

type Judged = Pick<DeliveryOutcome, "suspectDevice" | "refusedAt">;

/** The part of a delivery's error that later outcomes of its job are judged with, as JSON; null where there is none. */
export function suspicionOf({ suspectDevice: token, refusedAt }: Judged): string | null {
  if (token === undefined) return null;
  const device: DeviceRefusal = { token, refusedAt: refusedAt?.toISOString() ?? null };
  return JSON.stringify({ device });
}

interface JobRow {
  integrationId: string;
  isSent: boolean;
  isOpen: boolean;
  isOther: boolean;
  deliveries: (UnknownDevice["delivery"] & { expireAt: string; device: DeviceRefusal })[];
}

const JOBS = columnsOf<DeliveryOutcome>(
  "o",
  {},
  {
    runId: ["uuid", ({ delivery }) => delivery.runId],
    expireAt: ["timestamptz", ({ delivery }) => delivery.expireAt],
    jobId: ["uuid", ({ delivery }) => delivery.jobId],
    integrationId: ["uuid", ({ delivery }) => delivery.integrationId],
  },
);

/**
 * Decides about tokens that their vendor would have refused as well where the integration is set up wrongly. A vendor that took another token of
 * the same message means these tokens; one that took none means the integration, and no token is removed.
 */
export async function judgeDevices(
  sql: HotTransaction,
  outcomes: readonly DeliveryOutcome[],
): Promise<{ suspects: UnknownDevice[]; refusedIntegrations: RefusedIntegration[] }> {
  const open = outcomes.filter(({ suspectDevice, clearsSetUp }) => suspectDevice !== undefined || clearsSetUp);
  if (open.length === 0) return { suspects: [], refusedIntegrations: [] };
  const rows = await sql<JobRow[]>`
    select d.integration_id as "integrationId", bool_or(d.state = 'sent') as "isSent", bool_or(d.state = 'open') as "isOpen",
      bool_or(d.state not in ('sent', 'open') and d.error -> 'device' is null) as "isOther",
      coalesce(jsonb_agg(jsonb_build_object('organizationId', d.organization_id, 'environmentId', d.environment_id,
        'runId', d.run_id, 'jobId', d.job_id, 'messageId', d.message_id, 'integrationId', d.integration_id,
        'providerId', d.provider_id, 'expireAt', d.expire_at, 'device', d.error -> 'device'))
        filter (where d.state = 'failed' and d.error -> 'device' is not null), '[]') as deliveries
    from (select distinct * from ${rowsOf(sql, JOBS, open)}) as o
    join deliveries d on d.run_id = o.run_id and d.expire_at = o.expire_at and d.job_id = o.job_id
      and d.integration_id = o.integration_id
    group by d.job_id, d.integration_id`;
  const suspects = rows
    .filter(({ isSent }) => isSent)
    .flatMap(({ deliveries }) =>
      deliveries.map(({ device, expireAt, ...delivery }) => ({
        delivery: { ...delivery, expireAt: new Date(expireAt) },
        deviceToken: device.token,
        refusedAt: device.refusedAt === null ? undefined : new Date(device.refusedAt),
      })),
    );
  const refused = rows.filter(
    ({ isSent, isOpen, isOther, deliveries }) => !(isSent || isOpen || isOther) && deliveries.length > 0,
  );
  return {
    suspects,
    refusedIntegrations: [...new Set(refused.map(({ integrationId }) => integrationId))].map((integrationId) => ({
      integrationId,
      message: ALL_REFUSED,
    })),
  };
}

const ALL_REFUSED =
  "The vendor knows none of the devices of a message, so no token was removed: check whether the integration is set up for this app and environment";
