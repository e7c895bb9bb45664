import type { Database } from "#db/client.ts";
import { getEndpoint, lockEndpoint } from "#db/queries/webhooks/webhook-endpoints.ts";
import {
  insertTestWebhook,
  resendFailedWebhooks,
  resendWebhook,
  type WebhookMessageRow,
} from "#db/queries/webhooks/webhook-messages.ts";
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

/** Sends all events again that have failed since then, up to a limit. Throws as `testWebhookEndpoint`. */
export async function sendFailedWebhooksAgain(
  services: Services,
  call: LoggedCall,
  id: string,
  since: Date,
): Promise<{ resent: number; hasMore: boolean }> {
  const { active } = await getEndpoint(services.db, call.scope, id);
  if (!active) throw inactive(id);
  const result = await resendFailedWebhooks(services.db, call.scope, id, since);
  const after = { since: since.toISOString(), events: result.resent };
  if (result.resent > 0) await note(services.db, call, { action: "webhook_endpoint.resent", id, after });
  if (result.resent > 0) await wake(services, call);
  return result;
}

async function requireActive(transaction: Transaction, scope: Scope, id: string): Promise<void> {
  const { active } = await lockEndpoint(transaction, scope, id);
  if (!active) throw inactive(id);
}

const inactive = (id: string) =>
  new DomainError("conflict", `Webhook endpoint ${id} is not active: activate it first, it is sent nothing until then`);

async function wake({ engine }: Services, { scope, log }: LoggedCall): Promise<void> {
  // Without Temporal, the pass over what is due finds it later.
  await engine
    .wakeWebhooks(scope)
    .catch((err: unknown) => log.warn({ err }, "events are sent to webhook endpoints a little later"));
}
