import type { WebhookEndpoint, WebhookMessage } from "#contract/webhooks.ts";
import type { WebhookEndpointRow } from "#db/queries/webhooks/webhook-endpoints.ts";
import type { WebhookMessageRow } from "#db/queries/webhooks/webhook-messages.ts";
import { datedFields, ownedFields } from "./fields.ts";

/** Without its secrets. */
export function webhookEndpointView(row: WebhookEndpointRow, now = new Date()): WebhookEndpoint {
  const { url, description, eventTypes, active, disabledReason, failingSince, formerSecretUntil } = row;
  const hasFormer = formerSecretUntil !== null && formerSecretUntil > now;
  return {
    ...ownedFields(row),
    url,
    description,
    eventTypes,
    active,
    disabledReason,
    failingSince: failingSince?.toISOString() ?? null,
    formerSecretUntil: hasFormer ? formerSecretUntil.toISOString() : null,
    ...datedFields(row),
  };
}

export const webhookMessageView = (row: WebhookMessageRow): WebhookMessage => ({
  _id: row.id,
  id: row.id,
  webhookId: `msg_${row.id}`,
  _endpointId: row.endpointId,
  type: row.type,
  data: row.data,
  status: row.status,
  attempts: row.attempts,
  nextAttemptAt: row.dueAt?.toISOString() ?? null,
  lastAttemptAt: row.lastAttemptAt?.toISOString() ?? null,
  responseStatus: row.responseStatus,
  responseBody: row.responseBody,
  error: row.error,
  createdAt: row.createdAt.toISOString(),
});
