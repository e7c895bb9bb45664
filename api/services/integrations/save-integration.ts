import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Channel } from "#contract/constants/channels.ts";
import { DEMO_EMAIL_PROVIDER, DEMO_SMS_PROVIDER } from "#contract/constants/provider-ids.ts";
import type {
  CreateIntegration,
  OrderIntegrations,
  TestCredentials,
  TestedCredentials,
  UpdateIntegration,
} from "#contract/integrations.ts";
import type { Database } from "#db/client.ts";
import { decryptCredentials, encryptCredentials } from "#db/encryption.ts";
import { publish } from "#db/notify.ts";
import { findEnvironment } from "#db/queries/environments/environments.ts";
import { lockIntegrations } from "#db/queries/integrations/integration-priorities.ts";
import {
  getIntegration,
  type IntegrationRow,
  listEnvironmentIntegrations,
} from "#db/queries/integrations/integrations.ts";
import {
  deleteIntegration,
  insertIntegration,
  makePrimary,
  orderIntegrations,
  updateIntegration,
} from "#db/queries/integrations/save-integration.ts";
import type { Scope } from "#db/scope.ts";
import type { Transaction } from "#db/transaction.ts";
import { DomainError } from "#domain/errors.ts";
import { slugify, withShortSuffix } from "#domain/values/slug.ts";
import { organizationPlan } from "#events/organization-plan.ts";
import type { AnyProvider } from "#providers/provider.ts";
import { findProvider, providers, secretsOf } from "#providers/registry.ts";
import type { AppConfig } from "../../app-config.ts";
import type { CallContext, Caller } from "../../caller.ts";
import { note, noted } from "../audit.ts";
import { requireReach } from "../reach.ts";
import { askProvider, readCredentials, requireComplete, tryCredentials } from "./check-credentials.ts";
import { getReached } from "./get-reached.ts";
import { secretsSetBy } from "./secrets-set.ts";

interface Services {
  db: Database;
  config: Pick<
    AppConfig,
    "encryptionKey" | "allowPrivateHosts" | "proxy" | "demoLimits" | "planLimits" | "installation"
  >;
}

/** Throws `invalid_input` naming the field, `conflict` for a taken identifier or a second demo provider. */
export async function createIntegration(
  { db, config }: Services,
  call: CallContext,
  { _environmentId, check, identifier, ...request }: CreateIntegration,
): Promise<IntegrationRow> {
  const { scope } = call;
  const { channel, providerId, active, conditions = [], retryInDoubt, pace } = request;
  const provider = requireProvider(channel, providerId);
  refuseSwitchedOff(providerId, config);
  const environmentId = await environmentOf(db, call, _environmentId);
  const credentials = readCredentials(provider, await givenCredentials(db, { ...scope, environmentId }, request));
  // Without credentials, an inactive integration is a place to fill in later.
  const isGiven = Object.keys(credentials).length > 0;
  if (check && (isGiven || active)) requireComplete(provider, credentials);
  if (check && isGiven) await tryCredentials(provider, credentials, config);
  const name = request.name ?? provider.name;
  const isSecret = secretsOf(channel, providerId);
  const integration = {
    providerId,
    channel,
    name,
    identifier: identifier ?? withShortSuffix(slugify(name), randomUUID()),
    credentials: encryptCredentials(credentials, isSecret, config.encryptionKey),
    secretsSet: secretsSetBy(call.caller, new Date(), { stored: {}, given: credentials, set: {}, isSecret }),
    active,
    conditions,
    ...(retryInDoubt !== undefined && { retryInDoubt }),
    ...(pace !== undefined && { pace }),
  };
  const row = await noted(
    db,
    call,
    { action: "integration.created" },
    (transaction) => insertIntegration(transaction, { ...scope, environmentId }, integration),
    ({ id }) => id,
  );
  await endUnproven(db, row);
  return row;
}

/**
 * Asks the provider whether it takes the credentials, and stores nothing. Throws `invalid_input` naming the field, and `not_found` for the
 * integration whose secrets are meant.
 */
export async function testCredentials(
  { db, config }: Services,
  call: CallContext,
  { providerId, channel, credentials, integrationId }: TestCredentials,
): Promise<TestedCredentials> {
  const provider = requireProvider(channel, providerId);
  const current = integrationId === undefined ? undefined : await getReached(db, call, integrationId);
  // Secrets of one provider are not shown to another.
  const isSame = current?.providerId === providerId && current.channel === channel;
  const stored = isSame ? decryptCredentials(current.credentials, config.encryptionKey) : {};
  const given = readCredentials(provider, credentials, stored);
  requireComplete(provider, given);
  return askProvider(provider, given, config);
}

/** The credentials of a new integration. An inbox of Production demands the proof of a session, unless it is switched off here. */
async function givenCredentials(
  db: Database,
  { organizationId, environmentId }: Scope,
  { channel, credentials = {} }: Pick<CreateIntegration, "channel" | "credentials">,
): Promise<NonNullable<CreateIntegration["credentials"]>> {
  if (channel !== "in_app" || "hmac" in credentials) return credentials;
  const environment = await findEnvironment(db, organizationId, environmentId);
  return environment?.parentId ? { ...credentials, hmac: true } : credentials;
}

/**
 * Credentials replace the stored ones as a whole, except that secrets which are masked or left out stay as they were. Throws
 * as `createIntegration` does, and `not_found`.
 */
export async function changeIntegration(
  services: Services,
  call: CallContext,
  id: string,
  { check, ...changes }: UpdateIntegration,
): Promise<IntegrationRow> {
  const { db, config } = services;
  const { scope } = call;
  const { _environmentId, credentials, name, identifier, active, conditions, retryInDoubt, pace, removeNovuBranding } =
    changes;
  const current = await getReached(db, call, id);
  if (Object.values(changes).every((value) => value === undefined)) {
    throw new DomainError(
      "invalid_input",
      "Nothing to update: send name, identifier, _environmentId, credentials, active, conditions, retryInDoubt, pace or removeNovuBranding",
    );
  }
  const provider = requireProvider(current.channel, current.providerId);
  const stored = decryptCredentials(current.credentials, config.encryptionKey);
  const isSecret = secretsOf(current.channel, current.providerId);
  const given = credentials && readCredentials(provider, credentials, stored);
  if (check && (given || (active && !current.active))) requireComplete(provider, given ?? stored);
  if (check && given) await tryCredentials(provider, given, config);
  const isBrandingSaved =
    removeNovuBranding !== undefined && (await organizationPlan(services, scope)).features.brandingRemoval;
  const fields = {
    ...(name !== undefined && { name }),
    ...(identifier !== undefined && { identifier }),
    ...(active !== undefined && { active }),
    ...(conditions !== undefined && { conditions }),
    ...(retryInDoubt !== undefined && { retryInDoubt }),
    ...(pace !== undefined && { pace }),
    ...(isBrandingSaved && { removeBranding: removeNovuBranding }),
    ...(given && { credentials: encryptCredentials(given, isSecret, config.encryptionKey) }),
    ...(_environmentId !== undefined && { environmentId: await environmentOf(db, call, _environmentId) }),
  };
  /** Secrets that were kept must not undo a change that was stored since they were read. Returns who set which. */
  async function requireUnchanged(transaction: Transaction): Promise<Pick<IntegrationRow, "secretsSet"> | undefined> {
    if (!credentials) return undefined;
    await lockIntegrations(transaction, scope.organizationId);
    const { credentials: latest, secretsSet: set } = await getIntegration(transaction, scope, id);
    const inClear = decryptCredentials(latest, config.encryptionKey);
    const again = readCredentials(provider, credentials, inClear);
    if (isDeepStrictEqual(again, given))
      return { secretsSet: secretsSetBy(call.caller, new Date(), { stored: inClear, given: again, set, isSecret }) };
    throw new DomainError(
      "conflict",
      "The credentials were changed by another call meanwhile: read them and try again",
    );
  }
  const row = await noted(db, call, { action: "integration.updated", id }, async (transaction) => {
    const setBy = await requireUnchanged(transaction);
    return updateIntegration(transaction, scope, id, { ...fields, ...setBy });
  });
  await endUnproven(db, row);
  return row;
}

/** An inbox that came to demand proofs closes the sockets of sessions without one. */
async function endUnproven(db: Database, { channel, environmentId }: IntegrationRow): Promise<void> {
  if (channel !== "in_app") return;
  // The change is stored, and tokens without a proof end with it. API processes also look by themselves now and then.
  await publish(db, [{ kind: "proofDemanded", environmentId }]).catch(() => undefined);
}

/** Also activates it and drops its conditions. Throws `not_found`, and `invalid_input` for a channel without a primary. */
export const makeIntegrationPrimary = (db: Database, call: CallContext, id: string): Promise<IntegrationRow> =>
  noted(db, call, { action: "integration.updated", id }, async (transaction) => {
    await getReached(transaction, call, id);
    return makePrimary(transaction, call.scope, id);
  });

/** Sets the order in which the integrations of a channel are tried. Returns them in it. Throws `invalid_input`. */
export async function setIntegrationOrder(
  db: Database,
  call: CallContext,
  { channel, integrationIds, _environmentId }: OrderIntegrations,
): Promise<IntegrationRow[]> {
  const { scope } = call;
  const environmentId = await environmentOf(db, call, _environmentId);
  return db.transaction(async (transaction) => {
    const ordered = await orderIntegrations(transaction, { ...scope, environmentId }, channel, integrationIds);
    const after = { integrationIds };
    await note(transaction, call, { action: "integration.ordered", name: channel, environmentId, after });
    return ordered;
  });
}

/** Returns the integrations that the environment has left. Throws `not_found`. */
export const removeIntegration = (db: Database, call: CallContext, id: string): Promise<IntegrationRow[]> =>
  noted(db, call, { action: "integration.deleted", id }, async (transaction) => {
    await getReached(transaction, call, id);
    await deleteIntegration(transaction, call.scope, id);
    return listEnvironmentIntegrations(transaction, call.scope);
  });

function requireProvider(channel: Channel, id: string): AnyProvider {
  const provider = findProvider(channel, id);
  if (provider) return provider;
  const elsewhere = providers.filter((candidate) => candidate.id === id).map((candidate) => candidate.channel);
  const ofChannel = providers.filter((candidate) => candidate.channel === channel).map((candidate) => candidate.id);
  throw new DomainError(
    "invalid_input",
    elsewhere.length > 0
      ? `channel must be ${elsewhere.join(" or ")} for the provider ${id}`
      : `providerId must be one of the following values for channel ${channel}: ${ofChannel.join(", ") || "none yet"}`,
  );
}

/** Demo providers can be switched off by a setting. */
function refuseSwitchedOff(providerId: string, { demoLimits }: Services["config"]): void {
  const off =
    (providerId === DEMO_EMAIL_PROVIDER && demoLimits.email === 0 && "BELFRY_DEMO_EMAIL_LIMIT") ||
    (providerId === DEMO_SMS_PROVIDER && demoLimits.sms === 0 && "BELFRY_DEMO_SMS_LIMIT");
  if (!off) return;
  throw new DomainError(
    "invalid_input",
    `Provider ${providerId} is switched off here (${off} is 0): choose another one`,
  );
}

async function environmentOf(
  db: Database,
  { scope, caller }: { scope: Scope; caller: Caller },
  id: string | undefined,
): Promise<string> {
  if (id === undefined || id === scope.environmentId) return scope.environmentId;
  requireReach(caller, id);
  if (await findEnvironment(db, scope.organizationId, id)) return id;
  throw new DomainError(
    "invalid_input",
    `_environmentId ${id} names no environment of this organization: take one from GET /v1/environments`,
  );
}
