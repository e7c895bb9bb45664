import { randomBytes } from "node:crypto";
import { HOUR } from "#contract/constants/values/times.ts";
import { WEBHOOK_SECRET_OVERLAP_HOURS } from "#contract/constants/webhooks.ts";
import type { CreateWebhookEndpoint, UpdateWebhookEndpoint } from "#contract/webhooks.ts";
import type { Database } from "#db/client.ts";
import { encrypt } from "#db/encryption.ts";
import {
  insertEndpoint,
  lockEndpoint,
  updateEndpoint,
  type WebhookEndpointRow,
} from "#db/queries/webhooks/webhook-endpoints.ts";
import type { CallContext } from "../../caller.ts";
import { noted } from "../audit.ts";

interface Services {
  db: Database;
  config: { encryptionKey: Buffer };
}

/** An endpoint and its secret in clear, which no other answer shows. */
export interface EndpointWithSecret {
  endpoint: WebhookEndpointRow;
  secret: string;
}

const ENDPOINT_SECRET_BYTES = 32;

/** A secret in the form of Standard Webhooks. */
const newSecret = (): string => `whsec_${randomBytes(ENDPOINT_SECRET_BYTES).toString("base64")}`;

/** Throws `conflict` when the environment has as many endpoints as it may have. */
export async function createWebhookEndpoint(
  { db, config }: Services,
  call: CallContext,
  { url, description = null, eventTypes = null, active }: CreateWebhookEndpoint,
): Promise<EndpointWithSecret> {
  const secret = newSecret();
  const fields = { url, description, eventTypes, active, secret: encrypt(secret, config.encryptionKey) };
  const endpoint = await noted(
    db,
    call,
    { action: "webhook_endpoint.created" },
    (transaction) => insertEndpoint(transaction, call.scope, fields),
    ({ id }) => id,
  );
  return { endpoint, secret };
}

/** Changes what is given of an endpoint. One that is switched on, or has another address, starts without failures. Throws `not_found`. */
export const changeWebhookEndpoint = (
  db: Database,
  call: CallContext,
  id: string,
  { url, description, eventTypes, active }: UpdateWebhookEndpoint,
): Promise<WebhookEndpointRow> =>
  noted(db, call, { action: "webhook_endpoint.updated", id }, (transaction) =>
    updateEndpoint(transaction, call.scope, id, {
      ...(url !== undefined && { url }),
      ...(description !== undefined && { description }),
      ...(eventTypes !== undefined && { eventTypes }),
      ...(active !== undefined && { active }),
      ...(active === true && { disabledReason: null, recoveringUntil: null }),
      ...((active === true || url !== undefined) && { failingSince: null, failures: 0, pausedUntil: null }),
      updatedAt: new Date(),
    }),
  );

/** Deletes an endpoint, and its secrets for good. What waits for it is ended by what would send it. Throws `not_found`. */
export const removeWebhookEndpoint = async (db: Database, call: CallContext, id: string): Promise<void> => {
  await noted(db, call, { action: "webhook_endpoint.deleted", id }, (transaction) =>
    updateEndpoint(transaction, call.scope, id, {
      active: false,
      deletedAt: new Date(),
      secret: "",
      formerSecret: null,
      formerSecretUntil: null,
    }),
  );
};

/** Replaces the secret. For a day, events are signed with the one before it, too. Throws `not_found`. */
export async function rotateWebhookSecret(
  { db, config }: Services,
  call: CallContext,
  id: string,
): Promise<EndpointWithSecret> {
  const { scope } = call;
  const secret = newSecret();
  const endpoint = await noted(db, call, { action: "webhook_endpoint.updated", id }, async (transaction) => {
    const { secret: formerSecret } = await lockEndpoint(transaction, scope, id);
    return updateEndpoint(transaction, scope, id, {
      secret: encrypt(secret, config.encryptionKey),
      formerSecret,
      formerSecretUntil: new Date(Date.now() + WEBHOOK_SECRET_OVERLAP_HOURS * HOUR),
    });
  });
  return { endpoint, secret };
}
