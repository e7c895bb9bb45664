import type { Channel } from "#contract/constants/channels.ts";
import type { Database } from "#db/client.ts";
import { decryptCredentials } from "#db/encryption.ts";
import { hasPrimary } from "#db/queries/integrations/integration-priorities.ts";
import { type ActiveIntegration, selectIntegration } from "#db/queries/integrations/integration-selection.ts";
import { demoMonth, takeDemoMessage } from "#db/queries/messages/demo-messages.ts";
import { insertOutboxMessage } from "#db/queries/outbox/outbox.ts";
import type { Scope } from "#db/scope.ts";
import { inHotTransaction } from "#db/transaction.ts";
import { DomainError } from "#domain/errors.ts";
import type { HttpClient, VendorAnswer } from "#providers/http/http.ts";
import type { SendResult } from "#providers/messages.ts";
import { ProviderError } from "#providers/provider-error.ts";
import { createSessionCache, type StoredMessage } from "#providers/session-cache.ts";
import type { AppConfig } from "../../app-config.ts";
import { requireListed } from "../environments/test-delivery.ts";

/** The caller waits for it. */
const SEND_MS = 20_000;

export interface SendServices {
  db: Database;
  http: HttpClient;
  config: Pick<AppConfig, "allowPrivateHosts" | "demoLimits" | "encryptionKey" | "installation">;
}

/** A send without a run: taken by the vendor, with its last answer, or not. */
export type SentOnce =
  | { isAccepted: true; sent: SendResult; answer: VendorAnswer | undefined }
  | { isAccepted: false; error: ProviderError };

/**
 * Sends one message at once, through the session of the integration. A vendor that refuses it, or gives no answer in time, is part of
 * the outcome. Throws `conflict` when the demo provider has carried all messages of its month, and `invalid_input` for
 * somebody who is not listed while the environment is tested.
 */
export async function sendOnce(
  services: SendServices,
  scope: Scope,
  channel: Channel,
  integration: ActiveIntegration,
  message: StoredMessage,
): Promise<SentOnce> {
  await requireListed(services.db, scope, message);
  await takeDemoShare(services, scope, integration, message.id);
  const { db, http, config } = services;
  const { id, providerId, name, credentials } = integration;
  const sessions = createSessionCache({
    tools: { http, allowPrivateHosts: config.allowPrivateHosts, installation: config.installation },
    decrypt: (stored) => decryptCredentials(stored, config.encryptionKey),
    // The message was sent or refused already.
    onCloseFailed: () => undefined,
  });
  const signal = AbortSignal.timeout(SEND_MS);
  let answer: VendorAnswer | undefined;
  try {
    const sent = await sessions.send({ id, channel, providerId, credentials }, message, {
      signal,
      outbox: { deliver: (taken) => insertOutboxMessage(db, scope, taken) },
      answered: (given) => {
        answer = given;
      },
    });
    return { isAccepted: true, sent, answer };
  } catch (error) {
    if (signal.aborted) {
      const late = `${name} did not take the message within ${SEND_MS / 1000} seconds`;
      return { isAccepted: false, error: new ProviderError("RETRY", late) };
    }
    if (!(error instanceof ProviderError)) throw error;
    return { isAccepted: false, error };
  } finally {
    await sessions.close();
  }
}

/** Returns the integration that a channel sends through. Throws `invalid_input` where there is none. */
export async function integrationOf(
  db: Database,
  scope: Scope,
  channel: Channel,
  identifier: string | undefined,
): Promise<ActiveIntegration> {
  const integration = await selectIntegration(db, scope, channel, identifier);
  if (integration) return integration;
  throw new DomainError(
    "invalid_input",
    identifier
      ? `The environment has no active ${channel} integration ${identifier}`
      : `The environment has no active ${channel} integration: connect one${hasPrimary(channel) ? ", and make it the primary one" : ""}`,
  );
}

/** Belfry's demo providers carry so many messages of an environment in a calendar month (UTC). */
async function takeDemoShare(
  { db, config }: SendServices,
  scope: Scope,
  { providerId }: ActiveIntegration,
  messageId: string,
): Promise<void> {
  const month = demoMonth(config.demoLimits, providerId, new Date());
  if (!month) return;
  if (await inHotTransaction(db, (sql) => takeDemoMessage(sql, scope, { ...month, jobId: messageId }))) return;
  throw new DomainError(
    "conflict",
    `${providerId} sends at most ${month.limit} messages a month: connect a provider of your own`,
  );
}
