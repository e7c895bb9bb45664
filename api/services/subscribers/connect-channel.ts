import { z } from "zod";
import { webAddressOf } from "#contract/constants/values/web-address.ts";
import { BridgeUrl } from "#contract/workflows/bridge.ts";
import type { Database } from "#db/client.ts";
import { decryptCredentials } from "#db/encryption.ts";
import { findAnyEnvironment } from "#db/queries/environments/environments.ts";
import { findActiveIntegration, type IntegrationRow } from "#db/queries/integrations/integrations.ts";
import { createSubscriber } from "#db/queries/subscribers/create-subscriber.ts";
import type { Scope } from "#db/scope.ts";
import { addressOf } from "#domain/conditions/context-paths.ts";
import { DomainError, notFound } from "#domain/errors.ts";
import type { HttpClient } from "#providers/http/http.ts";
import { ProviderError } from "#providers/provider-error.ts";
import { findProvider, providers } from "#providers/registry.ts";
import { type OauthApp, OauthRefusedError, type SubscriberOauth } from "#providers/subscriber-oauth.ts";
import type { Logger } from "#telemetry/logger.ts";
import type { AppConfig } from "../../app-config.ts";
import type { CallContext } from "../../caller.ts";
import { provingKey } from "../inbox/subscriber-proof.ts";
import { beginFlow, endFlow, type OauthFlow, readFlow } from "../oauth/oauth-state.ts";
import { changeCredentialsIn } from "./change-subscriber.ts";

interface Services {
  db: Database;
  http: HttpClient;
  config: Pick<AppConfig, "secret" | "encryptionKey" | "publicUrl" | "contextPaths">;
}

/** The channel to connect, as the address of a call names it. */
export interface ChannelAddress {
  subscriberId: string;
  providerId: string;
  environmentId: string;
  integrationIdentifier?: string | undefined;
}

const Connection = z.object({
  subscriberId: z.string(),
  providerId: z.string(),
  environmentId: z.string(),
  integrationIdentifier: z.string().optional(),
  integrationId: z.string(),
  /** Whether it was begun with a valid hash. */
  isProven: z.boolean(),
});
type Connection = z.infer<typeof Connection>;

/** A subscriber connects a channel at a provider. */
const connectionFlow: OauthFlow<Connection> = {
  cookie: "belfry_connection",
  audience: "channel_connection",
  about: Connection,
};

/**
 * Begins a connection. Returns the address of the provider's page, and the header that has the browser keep the connection. Throws
 * `not_found` for what the address names, or what its integration lacks, and `invalid_input` without the hash of the subscriber, whatever the integration's switch says.
 */
export async function startConnection(
  { db, config }: Services,
  address: ChannelAddress,
  hmacHash: string | undefined,
): Promise<{ url: string; setCookie: string }> {
  const { oauth, scope } = await findPlace(db, address);
  const { environmentId } = scope;
  const { subscriberId, providerId } = address;
  const identifier = address.integrationIdentifier || undefined;
  const integration = await findIntegration(db, scope, { providerId, identifier });
  const { app } = settingsOf(integration, config.encryptionKey);
  const proof = { subscriberId, hmacHash };
  const connection: Connection = {
    subscriberId,
    providerId,
    environmentId,
    integrationId: integration.id,
    ...(identifier !== undefined && { integrationIdentifier: identifier }),
    isProven: (await provingKey(db, scope, proof, config.encryptionKey)) !== undefined,
  };
  if (!connection.isProven) throw hmacHash ? wrongHash() : missingHash();
  const flowAddress = oauthAddress(config, connection);
  const { state, setCookie } = await beginFlow(connectionFlow, connection, { ...config, address: flowAddress });
  const redirectUri = callbackAddress(config, connection);
  return { url: oauth.authorizeUrl(app, { redirectUri, state }), setCookie };
}

/** A connection that has come back from the provider. */
export interface BegunConnection {
  connection: Connection;
  place: Place;
  /** The header that has the browser forget it. */
  setCookie: string;
}

/**
 * Returns the connection that this browser has begun. Throws `not_found` as `startConnection`, and `invalid_input` for a state that is not
 * the one of a connection of this address.
 */
export async function readConnection(
  { db, config }: Services,
  address: ChannelAddress,
  sentBack: { cookies: string | undefined; state: string | undefined },
): Promise<BegunConnection> {
  const place = await findPlace(db, address);
  const connection = await readFlow(connectionFlow, sentBack, config.secret);
  const isOfAddress =
    connection?.subscriberId === address.subscriberId &&
    connection.providerId === address.providerId &&
    connection.environmentId === place.scope.environmentId &&
    (connection.integrationIdentifier ?? "") === (address.integrationIdentifier ?? "");
  if (!connection || !isOfAddress) {
    throw new DomainError(
      "invalid_input",
      "state is not that of a connection which this browser has begun within the last ten minutes: begin again",
    );
  }
  return { connection, place, setCookie: endFlow(connectionFlow, oauthAddress(config, connection)) };
}

/**
 * Redeems the code and stores the subscriber's channel. A subscriber who does not exist, or is deleted, is created. Returns where the browser
 * goes next; null where the integration names nothing. Throws `not_found` as `startConnection`, `invalid_input` when the provider or
 * the subscriber refuses, and `unavailable` when the provider gives no answer.
 */
export async function completeConnection(
  services: Services & { log: Pick<Logger, "warn"> },
  { connection, place: { oauth, name, scope } }: BegunConnection,
  { code, error }: { code?: string | undefined; error?: string | undefined },
): Promise<{ redirectUrl: string | null }> {
  const { db, config } = services;
  const { subscriberId, providerId, integrationId } = connection;
  if (error !== undefined) throw refused(name, error);
  if (!code) throw new DomainError("invalid_input", "code should not be empty: begin again");
  const integration = await findIntegration(db, scope, { providerId, id: integrationId });
  const { app, redirectUrl } = settingsOf(integration, config.encryptionKey);
  if (!connection.isProven) throw missingHash();
  const redirectUri = callbackAddress(config, connection);
  const webhookUrl = await redeem(services, { oauth, app, name, integrationId, code, redirectUri });
  const call: CallContext = { scope, caller: { kind: "system" } };
  const credentials = { webhookUrl, channel: providerId };
  const named = { providerId, integrationIdentifier: integration.identifier, credentials };
  await db.transaction(async (transaction) => {
    await createSubscriber(transaction, scope, { subscriberId });
    await changeCredentialsIn(transaction, call, subscriberId, named, "set");
  });
  return { redirectUrl };
}

interface Place {
  oauth: SubscriberOauth;
  /** The provider's. */
  name: string;
  scope: Scope;
}

async function findPlace(db: Database, { providerId, environmentId }: ChannelAddress): Promise<Place> {
  const provider = findProvider("chat", providerId);
  if (!provider?.oauth) {
    const able = providers.flatMap(({ id, oauth }) => (oauth ? [id] : []));
    throw notFound(`Provider ${providerId} connects no channels by OAuth: use ${able.join(" or ")}`);
  }
  const environment = await findAnyEnvironment(db, environmentId);
  if (!environment) throw notFound(`No environment with id ${environmentId} exists`);
  const scope = { organizationId: environment.organizationId, environmentId: environment.id };
  return { oauth: provider.oauth, name: provider.name, scope };
}

async function findIntegration(
  db: Database,
  scope: Scope,
  wanted: { providerId: string; id?: string; identifier?: string | undefined },
): Promise<IntegrationRow> {
  const integration = await findActiveIntegration(db, scope, { channel: "chat", ...wanted });
  if (integration) return integration;
  const named = wanted.identifier === undefined ? "" : ` with identifier ${wanted.identifier}`;
  throw notFound(
    `Environment ${scope.environmentId} has no active integration of channel chat and provider ${wanted.providerId}${named}: add or activate one first`,
  );
}

/** The settings of an integration that a connection needs. Throws `not_found` for those that are missing. */
function settingsOf(
  { environmentId, channel, providerId, credentials }: IntegrationRow,
  encryptionKey: Buffer,
): { app: OauthApp; redirectUrl: string | null } {
  const owner = `The integration of environment ${environmentId}, channel ${channel} and provider ${providerId}`;
  if (Object.keys(credentials).length === 0) throw notFound(`${owner} has no credentials: fill them in first`);
  const { clientId, secretKey, redirectUrl } = decryptCredentials(credentials, encryptionKey);
  const required = (key: string, value: unknown): string => {
    if (typeof value === "string" && value.trim() !== "") return value.trim();
    throw notFound(`${owner} has no ${key} among its credentials: fill it in first`);
  };
  return {
    app: { clientId: required("clientId", clientId), secretKey: required("secretKey", secretKey) },
    redirectUrl: redirectUrlOf(redirectUrl, owner),
  };
}

function redirectUrlOf(given: unknown, owner: string): string | null {
  if (given === undefined || given === null || given === "") return null;
  const url = webAddressOf(given);
  if (url) return url.href;
  throw new DomainError(
    "invalid_input",
    `${owner} has a redirectUrl that is no http or https address: correct it, or leave it out`,
  );
}

interface Redemption {
  oauth: SubscriberOauth;
  app: OauthApp;
  name: string;
  integrationId: string;
  code: string;
  redirectUri: string;
}

async function redeem(
  { http, log }: { http: HttpClient; log: Pick<Logger, "warn"> },
  { oauth, app, name, integrationId, code, redirectUri }: Redemption,
): Promise<string> {
  try {
    const { webhookUrl } = await oauth.redeem({ code, redirectUri }, app, http);
    const { success } = BridgeUrl.safeParse(webhookUrl);
    if (!success) throw new OauthRefusedError("the webhook has no valid http or https address");
    return webhookUrl;
  } catch (error) {
    if (error instanceof OauthRefusedError) {
      log.warn({ integrationId, reason: error.message }, "a provider has refused to connect a channel");
      throw refused(name, error.message);
    }
    if (!(error instanceof ProviderError)) throw error;
    log.warn({ integrationId, err: error }, "a channel could not be connected");
    throw new DomainError("unavailable", `${name} could not be asked for the channel: ${error.message}. Begin again`);
  }
}

const refused = (name: string, reason: string) =>
  new DomainError("invalid_input", `${name} has not connected the channel: ${reason}. Begin again`);

const missingHash = () =>
  new DomainError(
    "invalid_input",
    "hmacHash is missing, without which anyone could connect a channel of their own: give the subscriber's id, signed with HMAC-SHA256 by the environment's API key, in hex",
  );

const wrongHash = () =>
  new DomainError(
    "invalid_input",
    "hmacHash is not that of the subscriber: sign its id with HMAC-SHA256 by the environment's API key, in hex",
  );

/** The address at which a connection begins. Its cookie is sent to what is below. */
const oauthAddress = (config: Services["config"], { subscriberId, providerId }: ChannelAddress): string =>
  addressOf(config, "api", `/v1/subscribers/${encodeURIComponent(subscriberId)}/credentials/${providerId}/oauth`);

/** The address that the provider sends the browser back to. It is the same text whenever the provider is given it. */
function callbackAddress(config: Services["config"], address: ChannelAddress): string {
  const { environmentId, integrationIdentifier } = address;
  const query = { environmentId, ...(integrationIdentifier !== undefined && { integrationIdentifier }) };
  return `${oauthAddress(config, address)}/callback?${new URLSearchParams(query)}`;
}
