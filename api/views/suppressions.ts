import type { Suppression } from "#contract/suppressions.ts";
import type { SuppressionRow } from "#db/queries/suppressions/suppressions.ts";
import { ownedFields } from "./fields.ts";

export const suppressionView = (row: SuppressionRow): Suppression => ({
  ...ownedFields(row),
  channel: row.channel,
  address: row.address,
  reason: row.reason,
  stream: row.stream,
  note: row.note,
  providerId: row.providerId,
  messageId: row.messageId,
  createdAt: row.createdAt.toISOString(),
});
