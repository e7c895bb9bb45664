import type { WebhookEvent } from "#contract/activity/webhook-events.ts";
import type { WebhookEndpoint, WebhookMessage } from "#contract/webhooks.ts";
import type { WebhookEndpointRow } from "#db/queries/webhooks/webhook-endpoints.ts";
import type { WebhookEventRow } from "#db/queries/webhooks/webhook-events.ts";
import type { WebhookMessageRow } from "#db/queries/webhooks/webhook-messages.ts";
import { datedFields, ownedFields } from "./fields.ts";

/** Without its secrets. */
export function webhookEndpointView(row: WebhookEndpointRow, now = new Date()): WebhookEndpoint {
  const { url, description, eventTypes, active, disabledReason, failingSince, formerSecretUntil, recoveringUntil } =
    row;
  const hasFormer = formerSecretUntil !== null && formerSecretUntil > now;
  return {
    ...ownedFields(row),
    url,
    description,
    eventTypes,
    active,
    disabledReason,
    failingSince: failingSince?.toISOString() ?? null,
    recoveringUntil: recoveringUntil !== null && recoveringUntil > now ? recoveringUntil.toISOString() : null,
    formerSecretUntil: hasFormer ? formerSecretUntil.toISOString() : null,
    ...datedFields(row),
  };
}

export const webhookMessageView = (row: WebhookMessageRow): WebhookMessage => ({
  _id: row.id,
  id: row.id,
  webhookId: `msg_${row.id}`,
  _endpointId: row.endpointId,
  _eventId: row.eventId,
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

/** As endpoints are sent it. */
export const webhookEventView = ({
  id,
  type,
  createdAt,
  data,
  organizationId,
  environmentId,
}: WebhookEventRow): WebhookEvent => ({
  id,
  type,
  timestamp: createdAt.toISOString(),
  data: { ...data, organizationId, environmentId },
});
