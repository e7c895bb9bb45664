import type { ContentFormat } from "#contract/constants/content-formats.ts";
import { isTimeZone } from "#contract/constants/time.ts";
import type { UpdateSubscriber } from "#contract/subscribers.ts";
import type { InitializeWidgetSession } from "#contract/widgets.ts";
import type { Database } from "#db/client.ts";
import { findEnvironmentByIdentifier } from "#db/queries/environments/environments.ts";
import { environmentsDemandingProof } from "#db/queries/integrations/inbox-proof.ts";
import { selectIntegration } from "#db/queries/integrations/integration-selection.ts";
import { createSubscriber } from "#db/queries/subscribers/create-subscriber.ts";
import { isSettled } from "#db/queries/subscribers/subscriber-changes.ts";
import type { SubscriberRow } from "#db/queries/subscribers/subscribers.ts";
import type { Scope } from "#db/scope.ts";
import { DomainError, notFound } from "#domain/errors.ts";
import type { Engine } from "#engine/client.ts";
import { signSubscriberToken } from "../../tokens.ts";
import { changeHours, changeSubscriber } from "../subscribers/change-subscriber.ts";
import { givenSubscriber, upsertSubscriber } from "../subscribers/upsert-subscribers.ts";
import { isProven } from "./subscriber-proof.ts";

interface Keys {
  /** Signs the session. */
  secret: string;
  /** Encrypts API keys at rest. */
  encryptionKey: Buffer;
}

/** Newer clients may say more about the subscriber. */
type SessionRequest = Omit<InitializeWidgetSession, "email"> &
  Pick<UpdateSubscriber, "email" | "avatar" | "locale" | "data"> & {
    /** The format that the client reads. */
    format: ContentFormat;
  };

/**
 * Opens a session for a subscriber's inbox. It creates the subscriber, or stores what is given of it; null gives nothing. Without a
 * proof, which an inbox may demand, a deleted subscriber does not come back, and hours and a time zone are only for a subscriber
 * who has none (decision 041). Returns the in-app integration that it was opened by as well. Throws `invalid_input` for an unknown
 * application and for a wrong hash where the inbox demands one, `not_found` when the environment's inbox is switched off; in this
 * order.
 */
export async function openInboxSession(
  services: { db: Database; engine: Engine },
  { secret, encryptionKey }: Keys,
  {
    applicationIdentifier,
    hmacHash,
    timezone: zone,
    defaultSchedule,
    email: address,
    format,
    ...given
  }: SessionRequest,
): Promise<{ token: string; subscriber: SubscriberRow; integrationId: string }> {
  const { db } = services;
  const timezone = zone && isTimeZone(zone) ? zone : undefined;
  const profile = { ...given, email: address ?? undefined };
  const environment = await findEnvironmentByIdentifier(db, applicationIdentifier);
  if (!environment)
    throw new DomainError(
      "invalid_input",
      "Please provide a valid app identifier: a valid application identifier is shown among the environment's API keys",
    );
  const scope = { organizationId: environment.organizationId, environmentId: environment.id };
  const inbox = await selectIntegration(db, scope, "in_app");
  if (!inbox) throw notFound("The environment has no active in-app integration: activate one in the integration store");
  const proven = await isProven(db, scope, { subscriberId: profile.subscriberId, hmacHash }, encryptionKey);
  if (!proven && (await environmentsDemandingProof(db, [environment.id])).has(environment.id)) {
    throw new DomainError("invalid_input", "Please provide a valid HMAC hash");
  }
  const subscriber = proven
    ? await upsertSubscriber(services, { scope, caller: { kind: "system" } }, { ...profile, timezone })
    : await saveUnproven(services, scope, profile, timezone);
  const missing = {
    ...(!subscriber.hours && defaultSchedule && { hours: defaultSchedule }),
    ...(!subscriber.timezone && { timezone }),
  };
  if (missing.hours || missing.timezone) {
    const filled = { ...missing, onlyMissing: true };
    await changeHours(services, { scope, caller: { kind: "system" } }, subscriber.subscriberId, filled);
  }
  const { id, subscriberId, firstName, lastName, email } = subscriber;
  const claims = { _id: id, subscriberId, firstName, lastName, email, ...scope, proven, format };
  return { token: await signSubscriberToken(claims, secret), subscriber, integrationId: inbox.id };
}

/** Creates a subscriber, or changes a living one; a deleted one stays deleted, also when that happens at the same moment. */
async function saveUnproven(
  services: { db: Database; engine: Engine },
  scope: Scope,
  profile: UpdateSubscriber & { subscriberId: string },
  timezone: string | undefined,
): Promise<SubscriberRow> {
  const created = givenSubscriber({ ...profile, timezone });
  const row = await services.db.transaction((transaction) => createSubscriber(transaction, scope, created));
  // A page opens a session each time that it is loaded, mostly with what is stored.
  if (isSettled(row, { ...givenSubscriber(profile), channels: [] })) return row;
  return changeSubscriber(services, { scope, caller: { kind: "system" } }, profile.subscriberId, profile);
}
