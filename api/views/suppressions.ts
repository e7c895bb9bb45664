import type { Suppression, VendorLift } from "#contract/suppressions.ts";
import type { LiftedRow, VendorLiftRow } from "#db/queries/suppressions/lifted.ts";
import type { SuppressionRow } from "#db/queries/suppressions/suppressions.ts";
import { ownedFields } from "./fields.ts";

export const suppressionView = (row: SuppressionRow): Suppression => ({ ...entryOf(row, row.createdAt), lift: null });

export const liftedView = (row: LiftedRow, vendors: readonly VendorLiftRow[]): Suppression => ({
  ...entryOf(row, row.suppressedAt),
  lift: { at: row.createdAt.toISOString(), reason: row.why, vendors: vendors.map(vendorLiftOf) },
});

const entryOf = (row: Omit<SuppressionRow, "createdAt">, createdAt: Date) => ({
  ...ownedFields(row),
  channel: row.channel,
  address: row.address,
  reason: row.reason,
  stream: row.stream,
  note: row.note,
  providerId: row.providerId,
  messageId: row.messageId,
  createdAt: createdAt.toISOString(),
});

const vendorLiftOf = (row: VendorLiftRow): VendorLift => ({
  _integrationId: row.integrationId,
  providerId: row.providerId,
  name: row.name,
  outcome: row.outcome,
  words: row.words,
  attempts: row.attempts,
  askedAt: row.askedAt?.toISOString() ?? null,
  dueAt: row.dueAt?.toISOString() ?? null,
});
