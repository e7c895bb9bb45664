import type { IncomingMessage } from "node:http";
import cors from "@fastify/cors";
import websocket, { type WebSocket } from "@fastify/websocket";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from "fastify";
import type { SystemState } from "#contract/accounts/system.ts";
import { BODY_BYTES } from "#contract/constants/limits.ts";
import type { Database } from "#db/client.ts";
import { contextPathRemover } from "#domain/conditions/context-paths.ts";
import type { Engine } from "#engine/client.ts";
import { bridgeCall } from "#engine/policies.ts";
import { type Bridge, createBridge } from "#events/bridge.ts";
import { createEventQuota, type EventQuota } from "#events/event-quota.ts";
import type { Explainer } from "#explain/explainer.ts";
import type { AccountMailer } from "#providers/account-mailer.ts";
import { createBridgeClient } from "#providers/bridge/bridge-client.ts";
import { createHttp, type HttpClient } from "#providers/http/http.ts";
import { answerSerializer } from "./answer-serializer.ts";
import type { AppConfig } from "./app-config.ts";
import { createMjmlCompiler, type MjmlCompiler } from "./mjml/mjml-compiler.ts";
import { apiRateLimit } from "./plugins/api-rate-limit.ts";
import { auditOrigin } from "./plugins/audit-origin.ts";
import { auth } from "./plugins/auth.ts";
import { bodyParsers } from "./plugins/body-parsers.ts";
import { completeOperations } from "./plugins/complete-operations.ts";
import { connections } from "./plugins/connections.ts";
import { declaredAccess } from "./plugins/declared-access.ts";
import { errors, refuseAddress, refuseUnreadable } from "./plugins/errors.ts";
import { frontEnd } from "./plugins/front-end.ts";
import { idempotency } from "./plugins/idempotency.ts";
import { maskedAnswers } from "./plugins/masked-answers.ts";
import { openapi } from "./plugins/openapi.ts";
import { queries, queryOf } from "./plugins/queries.ts";
import { rateLimit } from "./plugins/rate-limit.ts";
import { newRequestId } from "./plugins/request-id.ts";
import { securityHeaders } from "./plugins/security-headers.ts";
import { inboxListener } from "./realtime/inbox-listener.ts";
import { inboxSocketRoutes } from "./realtime/inbox-sockets.ts";
import { socketIoRoutes } from "./realtime/socket-io.ts";
import { recordRequests } from "./request-log/record-requests.ts";
import { requestValidator } from "./request-validator.ts";
import { ROUTES } from "./routes/index.ts";
import { followQueuedMails, type MailQueue } from "./services/people/queued-mails.ts";

/** In which the address and the headers of a request have to arrive, and the whole of it: 20 MiB over a slow line. */
const HEADERS_TIMEOUT_MS = 60_000;
const REQUEST_TIMEOUT_MS = 300_000;
/** How often Node looks for requests that have exceeded it. */
const CONNECTIONS_CHECKED_MS = 2_000;

export interface AppDeps {
  config: AppConfig;
  db: Database;
  engine: Engine;
  explainer: Explainer;
  logger: FastifyBaseLogger;
  /** Shown by the health check and in the OpenAPI document. */
  version: string;
  /** Sends mails to members; absent where no mail server is configured. The application closes it. */
  mailer?: AccountMailer | null;
  /** In place of a client of its own, which it closes. */
  bridge?: Bridge;
  http?: HttpClient;
  /** Addresses of the database and of Temporal; absent in tests that do not need it. */
  addresses?: SystemState["addresses"];
  /** Folders of the built front end; absent in tests that do not need it. */
  assets?: { dashboard: string; inbox: string };
}

declare module "fastify" {
  interface FastifyInstance {
    config: AppConfig;
    db: Database;
    engine: Engine;
    bridge: Bridge;
    /** Calls the outside world: bridges, GitHub, and vendors through which subscribers connect their channels. */
    http: HttpClient;
    mailer: AccountMailer | null;
    mails: MailQueue;
    explainer: Explainer;
    mjml: MjmlCompiler;
    /** Null where plans do not count. */
    quota: EventQuota | null;
    /** Addresses of the database and of Temporal. */
    serviceAddresses: SystemState["addresses"];
    /** Belfry's; `version` is Fastify's own. */
    productVersion: string;
  }
}

const OPEN_TO_EVERY_ORIGIN = /^\/(v1\/widgets|v1\/inbox|v1\/blueprints|socket\.io)/;

/** The HTTP process as a value: `server.ts` listens with it, tests inject into it. */
export async function buildApp({
  config,
  db,
  engine,
  explainer,
  logger,
  version,
  mailer = null,
  bridge,
  http = createHttp({ allowPrivateHosts: config.allowPrivateHosts, proxy: config.proxy }),
  addresses = null,
  assets,
}: AppDeps): Promise<FastifyInstance> {
  const app = newServer(config, logger);
  app.decorate("config", config);
  app.decorate("db", db);
  app.decorate("engine", engine);
  app.decorate("http", http);
  app.addHook("onClose", () => http.close());
  app.decorate("mailer", mailer);
  const mails = followQueuedMails({ config, db, mailer, http, log: logger });
  app.decorate("mails", mails);
  app.addHook("onClose", async () => {
    await mails.close();
    await mailer?.close();
  });
  app.decorate("bridge", bridge ?? createBridge(createBridgeClient({ http, timeoutMs: bridgeCall.timeout })));
  app.decorate("explainer", explainer);
  const mjml = createMjmlCompiler();
  app.addHook("onClose", () => mjml.close());
  app.decorate("mjml", mjml);
  const quota = createEventQuota({ db, config });
  app.addHook("onClose", () => quota?.close());
  app.decorate("quota", quota);
  app.decorate("serviceAddresses", addresses);
  app.decorate("productVersion", version);
  app.setValidatorCompiler(requestValidator);
  app.setSerializerCompiler(answerSerializer({ checked: config.mode === "development" }));

  await app.register(connections);
  await app.register(declaredAccess);
  await app.register(completeOperations);
  await app.register(errors);
  await app.register(securityHeaders);
  await app.register(bodyParsers);
  await app.register(queries);
  const own = corsOf(config.publicUrl);
  const open = corsOf("*");
  await app.register(cors, {
    delegator: ({ url }, callback) => callback(null, OPEN_TO_EVERY_ORIGIN.test(url ?? "") ? open : own),
  });
  await app.register(inboxListener);
  await app.register(websocket, { options: { maxPayload: 4_096 }, errorHandler: endSocket });
  await app.register(auditOrigin);
  await app.register(recordRequests);
  await app.register(auth);
  await app.register(rateLimit);
  await app.register(apiRateLimit);
  await app.register(idempotency);
  await app.register(maskedAnswers);
  await app.register(openapi, { version });

  for (const routes of ROUTES) await app.register(routes);
  await app.register(inboxSocketRoutes);
  await app.register(socketIoRoutes);
  if (assets) await app.register(frontEnd, assets);
  return app;
}

function newServer(config: AppConfig, logger: FastifyBaseLogger): FastifyInstance {
  const withoutContextPath = contextPathRemover(config.contextPaths);
  return Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_BYTES,
    genReqId: newRequestId,
    // Without a limit, whoever sends slowly keeps a connection for good.
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: config.idleSeconds * 1_000,
    http: { connectionsCheckingInterval: CONNECTIONS_CHECKED_MS, headersTimeout: HEADERS_TIMEOUT_MS },
    // A request that arrives while the process ends is answered, as all parts that it needs end after it.
    return503OnClosing: false,
    frameworkErrors: refuseAddress,
    clientErrorHandler: refuseUnreadable,
    // Anybody can send X-Forwarded-For; without trusted proxies an address is that of the connection.
    trustProxy: config.trustedProxies.length > 0 && [...config.trustedProxies],
    // Routes and everything that looks at `request.url` see no context path; `request.originalUrl` is what the client sent.
    ...(withoutContextPath && { rewriteUrl: ({ url = "/" }: IncomingMessage) => withoutContextPath(url) }),
    routerOptions: {
      ignoreTrailingSlash: true,
      // Schemas limit what stands in a path, by name. An id of 255 characters is encoded in up to nine times as many.
      maxParamLength: 16_384,
      querystringParser: queryOf,
    },
  });
}

const corsOf = (origin: string) => ({
  origin,
  methods: ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"],
  allowedHeaders: CORS_HEADERS,
  exposedHeaders: ["X-Request-Id"],
  maxAge: 86_400,
  // An OPTIONS call without the headers of a browser is answered as well.
  strictPreflight: false,
});

/** A client that breaks the protocol, for example with a frame that is too long, is no failure of ours. */
function endSocket(error: Error, socket: WebSocket, request: FastifyRequest): void {
  const isOfClient = "code" in error && String(error.code).startsWith("WS_ERR_");
  request.log[isOfClient ? "info" : "error"]({ err: error }, "a socket has ended with an error");
  socket.terminate();
}

const CORS_HEADERS = [
  "Authorization",
  "Content-Type",
  "User-Agent",
  "Idempotency-Key",
  "Sentry-Trace",
  "Novu-Environment-Id",
  "Novu-API-Version",
  "Novu-User-Agent",
  "Novu-Client-Version",
  "Novu-Application-Identifier",
  "Bypass-Tunnel-Reminder",
];
