import type { Database } from "#db/client.ts";
import { lockEndpoint, type WebhookEndpointRow } from "#db/queries/webhooks/webhook-endpoints.ts";
import { insertTestWebhook, resendWebhook, type WebhookMessageRow } from "#db/queries/webhooks/webhook-messages.ts";
import type { Scope } from "#db/scope.ts";
import type { Transaction } from "#db/transaction.ts";
import { DomainError } from "#domain/errors.ts";
import type { Engine } from "#engine/client.ts";
import type { LoggedCall } from "../../caller.ts";
import { note } from "../audit.ts";

interface Services {
  db: Database;
  engine: Pick<Engine, "wakeWebhooks">;
}

/** Sends an event that means nothing to an endpoint. Throws `not_found`, and `conflict` for an endpoint that is not active. */
export async function testWebhookEndpoint(
  services: Services,
  call: LoggedCall,
  id: string,
): Promise<WebhookMessageRow> {
  const stored = await services.db.transaction(async (transaction) => {
    await requireActive(transaction, call.scope, id);
    await note(transaction, call, { action: "webhook_endpoint.tested", id });
    return insertTestWebhook(transaction, call.scope, id);
  });
  await wake(services, call);
  return stored;
}

/** Sends one event again, with all its attempts ahead. Throws as `testWebhookEndpoint`. */
export async function sendWebhookAgain(
  services: Services,
  call: LoggedCall,
  id: string,
  messageId: string,
): Promise<WebhookMessageRow> {
  const due = await services.db.transaction(async (transaction) => {
    await requireActive(transaction, call.scope, id);
    await note(transaction, call, { action: "webhook_endpoint.resent", id, after: { messageId } });
    return resendWebhook(transaction, call.scope, id, messageId);
  });
  await wake(services, call);
  return due;
}

/** Locks an endpoint that is active. Throws `not_found` and `conflict`. */
export async function requireActive(transaction: Transaction, scope: Scope, id: string): Promise<WebhookEndpointRow> {
  const endpoint = await lockEndpoint(transaction, scope, id);
  if (!endpoint.active) throw inactive(id);
  return endpoint;
}

const inactive = (id: string) =>
  new DomainError("conflict", `Webhook endpoint ${id} is not active: activate it first, it is sent nothing until then`);

/** Has what is due sent at once. */
export async function wake({ engine }: Pick<Services, "engine">, { scope, log }: LoggedCall): Promise<void> {
  // Without Temporal, the pass over what is due finds it later.
  await engine
    .wakeWebhooks(scope)
    .catch((err: unknown) => log.warn({ err }, "events are sent to webhook endpoints a little later"));
}
