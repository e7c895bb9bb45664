import type { Environment } from "#contract/accounts/environments.ts";
import type { EnvironmentRow } from "#db/queries/environments/environments.ts";
import { allowsSelfSigned } from "#domain/values/self-signed.ts";
import { idSlug } from "#domain/values/short-id.ts";
import { datedFields, withoutNulls } from "./fields.ts";

/** An environment; `demandsProof` says whether its inbox opens only to sessions with a proof. */
export const environmentView = (row: EnvironmentRow, demandsProof: boolean): Environment => ({
  _id: row.id,
  id: row.id,
  _organizationId: row.organizationId,
  name: row.name,
  identifier: row.identifier,
  type: row.parentId === null ? "dev" : "prod",
  slug: idSlug(row.name, "env_", row.id),
  ...withoutNulls({ _parentId: row.parentId, color: row.color }),
  widget: { notificationCenterEncryption: demandsProof },
  ...(row.bridgeUrl !== null && {
    bridge: {
      url: row.bridgeUrl,
      ...(row.bridgeSyncedAt !== null && { syncedAt: row.bridgeSyncedAt.toISOString() }),
      ...(allowsSelfSigned(row) && { allowsSelfSigned: true as const }),
    },
    echo: { url: row.bridgeUrl },
  }),
  ...(row.apiRateLimits !== null && { apiRateLimits: row.apiRateLimits }),
  ...(row.testDelivery?.isOn && { isTestDeliveryOn: true as const }),
  ...(row.requiresApproval && { requiresApproval: true as const }),
  dns: {
    mxRecordConfigured: row.mxRecordConfigured,
    ...withoutNulls({ inboundParseDomain: row.inboundParseDomain }),
  },
  ...datedFields(row),
});
