import { randomUUID } from "node:crypto";
import { type AppDeps, buildApp } from "#api/app.ts";
import type { AppConfig } from "#api/app-config.ts";
import { newApiKey } from "#db/api-key.ts";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import { insertApiKey } from "#db/queries/environments/api-keys.ts";
import { createOrganization } from "#db/queries/organizations/organizations.ts";
import { ensureUser } from "#db/queries/users/users.ts";
import type { Scope } from "#db/scope.ts";
import { createExplainer } from "#explain/explainer.ts";
import { createRenderer } from "#rendering/renderer.ts";
import { createLogger } from "#telemetry/logger.ts";
import { fakeEngine } from "./fake-engine.ts";
import { oncePerWorker } from "./once-per-worker.ts";
import { testDatabaseUrl } from "./postgres.ts";

/** The configuration of every app under test; encrypted values can be read with its `encryptionKey`. */
const A_DAY_MINUTES = 24 * 60;
export const retryMinutes = { email: A_DAY_MINUTES, sms: A_DAY_MINUTES, chat: A_DAY_MINUTES, push: A_DAY_MINUTES };

export const testConfig: AppConfig = {
  secret: "a secret that only signs sessions in tests",
  encryptionKey: Buffer.alloc(32, 7),
  allowPrivateHosts: true,
  proxy: { https: null, http: null, exceptions: "" },
  demoLimits: { email: 300, sms: 20 },
  storesContent: true,
  mailHost: null,
  inboundMail: null,
  installation: undefined,
  blueprintCreator: null,
  registration: "open",
  github: null,
  planLimits: "off",
  apiRateLimits: {
    mode: "off",
    burstAllowance: null,
    windowSeconds: null,
    cost: { single: null, bulk: null },
    maximums: new Map(),
  },
  publicUrl: "http://localhost:3000",
  contextPaths: { web: "", api: "", widget: "", websocket: "", inboundMail: "", webhook: "" },
  mode: "development",
  limits: {
    sessionsPerMinute: 0,
    loginsPerMinute: 0,
    refusalsPerMinute: 0,
    reportsPerMinute: 0,
    publicPerMinute: 0,
    newcomersPerMinute: 0,
    environmentSessionsPerMinute: 0,
    triggersPerSecond: 0,
    callsPerSecond: 0,
  },
  trustedProxies: [],
  idleSeconds: 75,
  stopSeconds: 25,
  recordsRequests: true,
};

/** A new organisation that nothing else in the test run knows of. */
export async function createTestEnvironment(db: Database) {
  const email = `${randomUUID()}@example.com`;
  const user = await ensureUser(db, { firstName: "Ada", lastName: "Lovelace", email, passwordHash: null });
  const { key: organizationApiKey, ...stored } = newApiKey(testConfig.encryptionKey);
  const { organization, development, production } = await db.transaction(async (transaction) => {
    const created = await createOrganization(transaction, {
      name: "Analytical Engines",
      creatorId: user.id,
      config: testConfig,
    });
    const owner = { organizationId: created.organization.id, environmentId: created.development.id, userId: user.id };
    await insertApiKey(transaction, { ...owner, ...stored, type: "organization", encryptedKey: null });
    return created;
  });
  const organizationId = organization.id;
  const scope: Scope = { organizationId, environmentId: development.id };
  const productionScope: Scope = { organizationId, environmentId: production.id };
  return {
    organizationId,
    userId: user.id,
    email,
    scope,
    environmentId: development.id,
    apiKey: development.apiKey,
    applicationIdentifier: development.identifier,
    /** Authorises a request to Development. */
    headers: { authorization: `ApiKey ${development.apiKey}` },
    organizationApiKey,
    /** Authorises a request to Development that may reach beyond it. */
    organizationHeaders: { authorization: `ApiKey ${organizationApiKey}` },
    productionScope,
    productionEnvironmentId: production.id,
    productionApiKey: production.apiKey,
    productionApplicationIdentifier: production.identifier,
  };
}

export type TestEnvironment = Awaited<ReturnType<typeof createTestEnvironment>>;

/**
 * The API on the test database, without a port: `app.inject` calls it. The engine only notes what it was asked. Files that share a
 * database share the API too, but for one with settings of its own.
 */
export const testApp = oncePerWorker(startApp);

export async function startApp(overrides: Partial<AppDeps> = {}) {
  const { engine, started, woken, asked } = fakeEngine();
  // A test ends by its own time, also one that stores rows by the hundred thousand on a busy machine.
  const db = overrides.db ?? openDatabase(testDatabaseUrl(), { poolSize: 5, statementTimeoutMs: 300_000 });
  const logger = createLogger({ logLevel: "silent" });
  const renderer = createRenderer();
  const explainer = createExplainer({ db, logger, renderer, config: testConfig, clock: () => new Date() });
  const app = await buildApp({
    config: testConfig,
    engine,
    explainer,
    logger,
    version: "0.0.0-test",
    ...overrides,
    db,
  });
  return {
    app,
    db,
    /** Calls of the fake engine, in order. */
    started,
    woken,
    asked,
    /** Drops these calls. */
    forget: () => {
      for (const calls of [started, woken, asked]) calls.length = 0;
    },
    close: async () => {
      await app.close();
      await renderer.close();
      if (!overrides.db) await closeDatabase(db);
    },
  };
}
