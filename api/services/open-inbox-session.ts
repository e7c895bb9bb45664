import { createHmac, timingSafeEqual } from "node:crypto";
import type { InitializeWidgetSession } from "#contract/widgets.ts";
import type { Database } from "#db/client.ts";
import { decrypt } from "#db/encryption.ts";
import { listApiKeys } from "#db/queries/environments/api-keys.ts";
import { findEnvironmentByIdentifier } from "#db/queries/environments/environments.ts";
import { selectIntegration } from "#db/queries/integrations/integration-selection.ts";
import type { SubscriberRow } from "#db/queries/subscribers/subscribers.ts";
import type { Scope } from "#db/scope.ts";
import { DomainError, notFound } from "#domain/errors.ts";
import { signSubscriberToken } from "../tokens.ts";
import { upsertSubscriber } from "./upsert-subscribers.ts";

interface Keys {
  /** Signs the session. */
  secret: string;
  /** What API keys are encrypted with at rest. */
  encryptionKey: Buffer;
}

/**
 * Lets a subscriber into its inbox, creating it or storing what is given of it: api-workflows-and-widget.md 4.1.
 * Throws `invalid_input` for an unknown application and for a wrong hash where the inbox demands one, `not_found` when the
 * environment's inbox is switched off; in this order.
 */
export async function openInboxSession(
  db: Database,
  { secret, encryptionKey }: Keys,
  { applicationIdentifier, hmacHash, ...profile }: InitializeWidgetSession,
): Promise<{ token: string; subscriber: SubscriberRow }> {
  const environment = await findEnvironmentByIdentifier(db, applicationIdentifier);
  if (!environment) throw new DomainError("invalid_input", "Please provide a valid app identifier");
  const scope = { organizationId: environment.organizationId, environmentId: environment.id };
  const inbox = await selectIntegration(db, scope, "in_app");
  if (!inbox) throw notFound("The environment has no active in-app integration: activate one in the integration store");
  if (inbox.credentials.hmac === true && !(await isProven(db, scope, encryptionKey, profile.subscriberId, hmacHash))) {
    throw new DomainError("invalid_input", "Please provide a valid HMAC hash");
  }
  const subscriber = await upsertSubscriber(db, { scope, caller: { kind: "system" } }, profile);
  const { id, subscriberId, firstName, lastName, email } = subscriber;
  const token = await signSubscriberToken({ _id: id, subscriberId, firstName, lastName, email, ...scope }, secret);
  return { token, subscriber };
}

/** The hash shows that whoever knows the environment's first API key vouches for the subscriber. */
async function isProven(
  db: Database,
  scope: Scope,
  encryptionKey: Buffer,
  subscriberId: string,
  hash: string | null | undefined,
): Promise<boolean> {
  const [first] = await listApiKeys(db, scope);
  if (!first || !hash) return false;
  const expected = createHmac("sha256", decrypt(first.encryptedKey, encryptionKey)).update(subscriberId).digest("hex");
  const given = Buffer.from(hash);
  return given.length === expected.length && timingSafeEqual(given, Buffer.from(expected));
}
