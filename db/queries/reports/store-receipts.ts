import type { ReportStatus } from "#contract/constants/report-statuses.ts";
import { deliveryReportIdOf } from "../../derived-ids.ts";
import type { AwaitedReceipt } from "../../schema/deliveries.ts";
import { columnsOf, rowsOf } from "../../sql/rows.ts";
import { storableText } from "../../storable.ts";
import type { RareTransaction } from "../../transaction.ts";
import { isErasedIdentifier } from "../subscribers/erasures/erased-identifier.ts";
import { WEBHOOK_KEPT_MS } from "../webhooks/store-webhooks.ts";
import { applyReports, RESPONSE_MAX, rawText, type StoredReports } from "./apply-reports.ts";

/** Answer of a vendor about one delivery. */
export interface ReceiptToStore {
  delivery: {
    organizationId: string;
    environmentId: string;
    messageId: string;
    messageExpireAt: Date;
    integrationId: string;
    /** The identifier that the vendor was asked by. */
    receipt: Pick<AwaitedReceipt, "id">;
  };
  status: ReportStatus;
  response?: string | undefined;
  raw: unknown;
}

const words = ({ response }: ReceiptToStore) =>
  response === undefined ? null : storableText(response).slice(0, RESPONSE_MAX);

const RECEIPTS = columnsOf<ReceiptToStore>(
  "r",
  { status: "text" },
  {
    id: [
      "uuid",
      (r) => deliveryReportIdOf(r.delivery.integrationId, { identifier: r.delivery.receipt.id, status: r.status }),
    ],
    organizationId: ["uuid", ({ delivery }) => delivery.organizationId],
    environmentId: ["uuid", ({ delivery }) => delivery.environmentId],
    integrationId: ["uuid", ({ delivery }) => delivery.integrationId],
    messageId: ["uuid", ({ delivery }) => delivery.messageId],
    messageExpireAt: ["timestamptz", ({ delivery }) => delivery.messageExpireAt],
    identifier: ["storable", ({ delivery }) => delivery.receipt.id],
    response: ["text", words],
    raw: ["text", ({ raw }) => rawText(raw)],
  },
);

/**
 * Stores what vendors have answered as if they had reported it. The message is known by the delivery: it carries the identifier of one
 * of its deliveries only. Nothing is stored of one that was erased.
 */
export async function storeReceipts(
  sql: RareTransaction,
  receipts: readonly ReceiptToStore[],
  at: Date,
): Promise<StoredReports> {
  if (receipts.length === 0) return { applied: 0, webhooks: [] };
  const now = at.toISOString();
  const expireAt = new Date(at.getTime() + WEBHOOK_KEPT_MS).toISOString();
  const found = sql`
    incoming as (
      select * from ${rowsOf(sql, RECEIPTS, receipts)}
    ), known as materialized (
      select m.* from messages m
      join (select distinct message_id, message_expire_at from incoming) i
        on m.id = i.message_id and m.expire_at = i.message_expire_at
      where not ${sql.unsafe(isErasedIdentifier("m.identifier"))}
      order by m.id for update of m
    ), stored as (
      insert into delivery_reports (id, organization_id, environment_id, integration_id, identifier, status, reported_at,
        response, raw, message_id, created_at, expire_at)
      select i.id, i.organization_id, i.environment_id, i.integration_id, i.identifier, i.status, ${now}, i.response, i.raw, k.id,
        ${now}, ${expireAt}
      from incoming i join known k on k.id = i.message_id
      order by i.id
      on conflict (id) do nothing
      returning *
    )`;
  return applyReports(sql, found, now);
}
