import type { FastifyBaseLogger } from "fastify";
import type { ContentFormat } from "#contract/constants/content-formats.ts";
import { UNPROVEN_PROFILE_BYTES } from "#contract/constants/limits.ts";
import { isTimeZone } from "#contract/constants/values/time.ts";
import type { InitializeWidgetSession } from "#contract/inbox/widgets.ts";
import type { UpdateSubscriber } from "#contract/subscribers.ts";
import type { Database } from "#db/client.ts";
import { findEnvironmentByIdentifier } from "#db/queries/environments/environments.ts";
import { ensureContexts } from "#db/queries/events/contexts/ensure-contexts.ts";
import { environmentsDemandingProof } from "#db/queries/integrations/inbox-proof.ts";
import { selectIntegration } from "#db/queries/integrations/integration-selection.ts";
import { createSubscriber } from "#db/queries/subscribers/create-subscriber.ts";
import { findSubscriber, type SubscriberRow } from "#db/queries/subscribers/subscribers.ts";
import type { Scope } from "#db/scope.ts";
import { type ContextKeys, keysOf, namedContexts } from "#domain/contexts.ts";
import { DomainError, notFound } from "#domain/errors.ts";
import type { Engine } from "#engine/client.ts";
import { signSubscriberToken } from "../../tokens.ts";
import { changeHours } from "../subscribers/change-subscriber.ts";
import { givenSubscriber, upsertSubscriber } from "../subscribers/upsert-subscribers.ts";
import { isContextProven, provingKey } from "./subscriber-proof.ts";

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
 * proof, which an inbox may demand, it changes nothing of a subscriber who is there, and its token and the answer say nothing about
 * the person (decision 041). `limitSession` is called once it is known of which kind the session is, and throws for too many of it. Returns the in-app integration
 * that it was opened by as well. Throws `invalid_input` for an unknown application, for a wrong hash where the inbox demands one, and
 * for too much about a new person, `not_found` when the environment's inbox is switched off; in this order.
 */
export async function openInboxSession(
  services: Services,
  { secret, encryptionKey }: Keys,
  {
    applicationIdentifier,
    hmacHash,
    timezone: zone,
    defaultSchedule,
    email: address,
    format,
    context,
    contextHash,
    ...named
  }: SessionRequest,
  limitSession: LimitSession,
): Promise<OpenedSession> {
  const { db } = services;
  const timezone = zone && isTimeZone(zone) ? zone : undefined;
  // Clients send what a page does not know as an empty text.
  const profile = { ...named, email: address || undefined, locale: named.locale || undefined };
  const environment = await findEnvironmentByIdentifier(db, applicationIdentifier);
  if (!environment) {
    await limitSession("unknown");
    throw new DomainError(
      "invalid_input",
      "Please provide a valid app identifier: a valid application identifier is shown among the environment's API keys",
    );
  }
  const scope = { organizationId: environment.organizationId, environmentId: environment.id };
  const inbox = await selectIntegration(db, scope, "in_app");
  if (!inbox) throw notFound("The environment has no active in-app integration: activate one in the integration store");
  const proof = await provingKey(db, scope, { subscriberId: profile.subscriberId, hmacHash }, encryptionKey);
  const isProofDemanded = (await environmentsDemandingProof(db, [environment.id])).has(environment.id);
  if (proof === undefined && isProofDemanded) {
    throw new DomainError("invalid_input", "Please provide a valid HMAC hash");
  }
  const contextKeys = await contextsOf(db, scope, { context, contextHash, isProofDemanded }, encryptionKey);
  if (proof === undefined) await limitSession("unproven");
  const given = { profile, timezone, defaultSchedule };
  const { subscriber, isKnown } =
    proof === undefined
      ? await findOrCreate(services, scope, given, () => limitSession("newcomer"))
      : { subscriber: await upsertSubscriber(services, systemCall(scope), { ...profile, timezone }), isKnown: true };
  if (isKnown) await fillHours(services, scope, subscriber, given);
  const { id, subscriberId, firstName, lastName, email, phone } = subscriber;
  const shown = isKnown ? { firstName, lastName, email } : {};
  const claims = {
    _id: id,
    subscriberId,
    ...shown,
    ...scope,
    ...(proof !== undefined && { proof }),
    format,
    ...(contextKeys && { contextKeys: [...contextKeys] }),
  };
  const token = await signSubscriberToken(claims, secret);
  const profileShown = isKnown ? { firstName, lastName, phone } : NOTHING;
  return { token, subscriber, profile: profileShown, integrationId: inbox.id, contextKeys };
}

interface OpenedSession {
  token: string;
  subscriber: SubscriberRow;
  profile: Profile;
  integrationId: string;
  contextKeys: ContextKeys;
}

/**
 * The contexts that a session is for. Those that a key vouches for are stored where the environment does not have them; a browser's word alone
 * stores nothing. Throws `invalid_input` without a right hash where the inbox demands proofs.
 */
async function contextsOf(
  db: Database,
  scope: Scope,
  {
    context,
    contextHash,
    isProofDemanded,
  }: Pick<SessionRequest, "context" | "contextHash"> & { isProofDemanded: boolean },
  encryptionKey: Buffer,
): Promise<ContextKeys> {
  const contexts = namedContexts(context);
  if (!context || contexts.length === 0) return null;
  const isProven = contextHash ? await isContextProven(db, scope, { context, contextHash }, encryptionKey) : false;
  if (!isProven && isProofDemanded) {
    throw new DomainError(
      "invalid_input",
      "contextHash must be the hex HMAC-SHA256 of the context as canonical JSON, made with an API key of the environment",
    );
  }
  if (isProven) await ensureContexts(db.$hot, scope, contexts);
  return keysOf(contexts);
}

/**
 * `unknown` names no inbox, and counts for its address alone; `unproven` counts for the environment, wherever it comes from; `newcomer` is
 * about to create a subscriber without a proof.
 */
export type SessionKind = "unknown" | "unproven" | "newcomer";

type LimitSession = (kind: SessionKind) => Promise<void>;

/** The names and the phone of a subscriber, as far as the session may say them. */
type Profile = Pick<SubscriberRow, "firstName" | "lastName" | "phone">;
const NOTHING: Profile = { firstName: null, lastName: null, phone: null };

interface Services {
  db: Database;
  engine: Engine;
  log: FastifyBaseLogger;
}

interface Given {
  profile: UpdateSubscriber & { subscriberId: string };
  timezone: string | undefined;
  defaultSchedule: SessionRequest["defaultSchedule"];
}

const systemCall = (scope: Scope) => ({ scope, caller: { kind: "system" as const } });

/**
 * A subscriber who is there stays as it is, also a deleted one; another one is created with what is given. `isKnown` says that the
 * session itself has said what is known about the person.
 */
async function findOrCreate(
  { db }: Services,
  scope: Scope,
  { profile, timezone, defaultSchedule }: Given,
  admitNew: () => Promise<void>,
): Promise<{ subscriber: SubscriberRow; isKnown: boolean }> {
  const found = await findSubscriber(db, scope, profile.subscriberId);
  if (found) return { subscriber: found, isKnown: false };
  const size = Buffer.byteLength(JSON.stringify({ ...profile, defaultSchedule }));
  if (size > UNPROVEN_PROFILE_BYTES) {
    const [largest] = Object.entries(profile).sort(([, a], [, b]) => sizeOf(b) - sizeOf(a));
    throw new DomainError("invalid_input", [
      `${largest?.[0] ?? "data"} is too large: without a hash, at most ${UNPROVEN_PROFILE_BYTES} bytes are stored of a new subscriber`,
    ]);
  }
  await admitNew();
  const created = givenSubscriber({ ...profile, timezone });
  const { id } = await db.transaction((transaction) => createSubscriber(transaction, scope, created));
  const subscriber = await findSubscriber(db, scope, profile.subscriberId);
  if (!subscriber || subscriber.id !== id) throw notFound("The subscriber was deleted while its session was opened");
  return { subscriber, isKnown: true };
}

const sizeOf = (value: unknown): number => JSON.stringify(value ?? null).length;

/** Stores the hours and the time zone of a subscriber who has none. */
async function fillHours(
  services: Services,
  scope: Scope,
  subscriber: SubscriberRow,
  { timezone, defaultSchedule }: Given,
): Promise<void> {
  const missing = {
    ...(!subscriber.hours && defaultSchedule && { hours: defaultSchedule }),
    ...(!subscriber.timezone && { timezone }),
  };
  if (!missing.hours && !missing.timezone) return;
  await changeHours(services, systemCall(scope), subscriber.subscriberId, { ...missing, onlyMissing: true });
}
