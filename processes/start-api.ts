import { existsSync } from "node:fs";
import { join } from "node:path";
import { Client, type ConnectionLike } from "@temporalio/client";
import { buildApp } from "#api/app.ts";
import { startInboundMail } from "#api/inbound-mail/listen.ts";
import { endDemo } from "#api/services/people/end-demo.ts";
import { version } from "#api/version.ts";
import { projectRoot, type ServiceConfig } from "#config.ts";
import { closeDatabase, openDatabase } from "#db/client.ts";
import { startPresenceExpiry } from "#db/presence-expiry.ts";
import { addressOf } from "#domain/conditions/context-paths.ts";
import { createEngine } from "#engine/client.ts";
import { createExplainer } from "#explain/explainer.ts";
import { createAccountMailer } from "#providers/account-mailer.ts";
import { createRenderer } from "#rendering/renderer.ts";
import type { Logger } from "#telemetry/logger.ts";
import { serviceAddresses } from "./service-addresses.ts";

export interface ApiDeps {
  config: ServiceConfig;
  connection: ConnectionLike;
  logger: Logger;
  /** A worker of the same process that uses the same connection, and hears of each event for one subscriber; null without one. */
  besideWorker: { expectSmall(): void } | null;
}

/** A caller has gone, or has asked for too much, before a statement takes this long. */
const API_STATEMENT_TIMEOUT_MS = 8_000;
const API_LOCK_TIMEOUT_MS = 3_000;

/** Listens for requests. Returns what stops it: open requests are answered first. */
export async function startApi({
  config,
  connection,
  logger,
  besideWorker,
}: ApiDeps): Promise<{ stop(): Promise<void> }> {
  const { temporal } = config;
  const db = openDatabase(config.databaseUrl, {
    poolSize: config.databasePoolSize,
    statementTimeoutMs: API_STATEMENT_TIMEOUT_MS,
    lockTimeoutMs: API_LOCK_TIMEOUT_MS,
  });
  await endDemo({ config, db, logger });
  const engine = createEngine(new Client({ connection, namespace: temporal.namespace }), {
    taskQueue: temporal.taskQueue,
    namespace: temporal.namespace,
    uiUrl: temporal.uiUrl,
    dashboardUrl: addressOf(config, "web"),
    eager: besideWorker !== null,
    onSingle: besideWorker?.expectSmall,
  });
  const renderer = createRenderer();
  const explainer = createExplainer({ db, logger, renderer, config, clock: () => new Date() });
  const assets = { dashboard: join(projectRoot, "dist/dashboard"), inbox: join(projectRoot, "dist/inbox") };
  const isBuilt = existsSync(assets.dashboard) && existsSync(assets.inbox);
  if (!isBuilt) logger.warn("Dashboard and inbox are not built, so that they are not served: run `npm run build`.");
  const mailer = config.smtp && createAccountMailer(config.smtp, config.installation);
  mailer?.check().catch((err: unknown) => logger.error({ err }, "the server for mails to members cannot be used"));
  const app = await buildApp({
    config,
    db,
    engine,
    explainer,
    logger,
    version,
    mailer,
    addresses: serviceAddresses(config),
    ...(isBuilt && { assets }),
  });
  await app.listen({ host: config.host, port: config.port });
  const { inboundMail: settings, mailHost } = config;
  const inboundMail = settings && (await startInboundMail({ db, engine, logger, settings, mailHost }));
  // A worker of the same process does it already.
  const endPresenceExpiry = besideWorker
    ? undefined
    : startPresenceExpiry(db, (error) => logger.warn({ err: error }, "presences could not be expired"));
  return {
    async stop() {
      await Promise.all([app.close(), inboundMail?.stop()]);
      await renderer.close();
      await endPresenceExpiry?.();
      await closeDatabase(db);
    },
  };
}
