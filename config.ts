import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { isIP } from "node:net";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import type { ContextPaths } from "#domain/context-paths.ts";

/** The folder of the project: relative paths in the configuration start here, wherever a script was called from. */
export const projectRoot = folderOfPackage(import.meta.dirname);

/** The nearest folder with a package.json: this file's own in the source, two above it once it is built. */
function folderOfPackage(folder: string): string {
  return existsSync(join(folder, "package.json")) ? folder : folderOfPackage(dirname(folder));
}

/** A wrong or missing environment variable. The message is one sentence per variable and names the remedy. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

export interface TemporalConfig {
  /** `host:port`; null lets the launcher start a development server. */
  readonly address: string | null;
  readonly namespace: string;
  readonly taskQueue: string;
  /** null is a connection in clear; the paths are PEM files. */
  readonly tls: {
    readonly certPath: string | null;
    readonly keyPath: string | null;
    readonly caPath: string | null;
  } | null;
  readonly apiKey: string | null;
  /** Address of the Temporal UI for operators, without a trailing slash. */
  readonly uiUrl: string | null;
  readonly cliPath: string | null;
  readonly testServerPath: string | null;
}

export interface Config {
  readonly mode: "development" | "production";
  readonly host: string;
  readonly port: number;
  /** The origin that browsers and callers use, without a trailing slash. */
  readonly publicUrl: string;
  /** The path before the addresses of each component, the global one included. */
  readonly contextPaths: ContextPaths;
  /** An absolute path. */
  readonly dataDir: string;
  readonly logLevel: "trace" | "debug" | "info" | "warn" | "error" | "fatal" | "silent";
  /** null lets the launcher start an embedded Postgres. */
  readonly databaseUrl: string | null;
  readonly databasePoolSize: number;
  readonly temporal: TemporalConfig;
  /** Signs sessions: at least 32 characters. */
  readonly secret: string;
  /** Encrypts credentials and API keys at rest: 32 bytes. */
  readonly encryptionKey: Buffer;
  /** Password for a member whom the command line creates. */
  readonly adminPassword: string | null;
  /** Messages that one environment may send by the demo providers in a month. */
  readonly demoLimits: { readonly email: number; readonly sms: number };
  /** Whether stored messages of other channels than in-app have their content. */
  readonly storesContent: boolean;
  /** Name of the mail server that receives replies to emails; null when there is none. */
  readonly mailHost: string | null;
  /** The SMTP server for replies to emails; null when there is none. The paths are PEM files. */
  readonly inboundMail: {
    readonly host: string;
    readonly port: number;
    readonly tls: { readonly certPath: string; readonly keyPath: string } | null;
    /** Whether mail of senders whose domain takes no mail is refused. */
    readonly checksSender: boolean;
  } | null;
  /** Id of the organisation whose workflows in Production are blueprints for all; null for Belfry's own. */
  readonly blueprintCreator: string | null;
  /** Whether the limits of plans count: `off` gives every organisation what the plan `unlimited` has. */
  readonly planLimits: "off" | "standard" | "2025-q1";
  /** Rate limits of calls with API keys. What is null, or not named by `maximums`, is as plans say (`contract/constants/plans.ts`). */
  readonly apiRateLimits: {
    readonly mode: "off" | "dry-run" | "on";
    readonly burstAllowance: number | null;
    readonly windowSeconds: number | null;
    readonly cost: { readonly single: number | null; readonly bulk: number | null };
    /** Calls a second, by service level and category as in `free.trigger`. */
    readonly maximums: ReadonlyMap<string, number>;
  };
  readonly allowPrivateHosts: boolean;
  /** Who may register: everybody, or only people with an invitation. */
  readonly registration: "open" | "invited";
  /** The mail server for Belfry's own mails to members; null when there is none. */
  readonly smtp: {
    readonly host: string;
    readonly port: number;
    readonly secure: boolean;
    readonly requireTls: boolean;
    readonly user: string | null;
    readonly password: string | null;
    readonly from: string;
  } | null;
  /** The OAuth app through which people sign in with GitHub; null when there is none. */
  readonly github: { readonly clientId: string; readonly clientSecret: string } | null;
  /** HTTP proxies that requests of providers go through; null is none. */
  readonly proxy: { readonly https: string | null; readonly http: string | null; readonly exceptions: string };
  /** Limits of one API process, by address (sessions, sign-ins) or by key; 0 is no limit. */
  readonly limits: {
    readonly sessionsPerMinute: number;
    readonly loginsPerMinute: number;
    readonly refusalsPerMinute: number;
    readonly triggersPerSecond: number;
    readonly callsPerSecond: number;
  };
  /** Addresses and networks of proxies whose X-Forwarded-For counts. */
  readonly trustedProxies: readonly string[];
}

/** A configuration that names its database and its Temporal: what the API and the worker need. */
export type ServiceConfig = Config & { readonly databaseUrl: string; readonly temporal: { readonly address: string } };

const port = z.coerce.number().int().min(1).max(65_535);
const positive = z.coerce.number().int().min(1);
const count = z.coerce.number().int().min(0);
const path = z.string().transform((value) => resolve(projectRoot, value));
const httpUrl = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ""));

/** An origin: scheme, host and port. */
const origin = z.url({ protocol: /^https?$/ }).transform((value, context) => {
  const { origin, href } = new URL(value);
  if (href === `${origin}/`) return origin;
  context.addIssue("more than an origin");
  return z.NEVER;
});

/**
 * Begins of Belfry's own paths, and what stands beside the dashboard's page. No part of a context path is one of them, so that none hides
 * an address below another one, or without one. The dashboard's pages need no place here: whatever path they have, they are one file, and
 * the browser keeps the address.
 */
const RESERVED = /^(?:v\d+|docs|openapi\.json|inbox|socket\.io|assets|favicon\.svg|theme\.js|\.{1,2})$/;

/** `/apps/belfry` for any spelling of it with or without slashes at its ends; empty for none. */
const contextPath = z
  .string()
  .regex(/^\/?(?:[\w.~-]+(?:\/[\w.~-]+)*\/?)?$/)
  .transform((value) => value.replace(/^\/|\/$/g, ""))
  .refine((value) => !value.split("/").some((part) => RESERVED.test(part)))
  .transform((value) => value && `/${value}`)
  .default("");

const CONTEXT_PATH_REMEDY =
  "set it to a path such as apps/belfry, of letters, digits and . _ ~ - between single slashes, where no part is . or .. or a name that " +
  "Belfry's own paths begin with (v1, v2 and so on, docs, openapi.json, inbox, socket.io, assets, favicon.svg, theme.js)";

/** As other programs do, takes `proxy:3128` for `http://proxy:3128`. */
const proxyUrl = z
  .string()
  .transform((value) => (value.includes("://") ? value : `http://${value}`))
  .pipe(z.url({ protocol: /^https?$/ }));

const smtpUrl = z.url({ protocol: /^smtps?$/ }).transform((value, context) => {
  const { protocol, hostname, port: given, username, password } = new URL(value);
  const secure = protocol === "smtps:";
  try {
    return {
      host: hostname.replace(/^\[|\]$/g, ""),
      port: given === "" ? (secure ? 465 : 587) : Number(given),
      secure,
      // A password goes over no connection in clear, but to a server of this machine.
      requireTls: !secure && username !== "" && !/^(localhost|127\.|\[::1\])/.test(hostname),
      user: decodeURIComponent(username) || null,
      password: decodeURIComponent(password) || null,
    };
  } catch {
    context.addIssue("a percent sign that encodes nothing");
    return z.NEVER;
  }
});

const proxies = z
  .string()
  .transform((text) => text.split(",").map((part) => part.trim()))
  .refine((parts) => parts.every(isAddressOrNetwork));

function isAddressOrNetwork(text: string): boolean {
  const [, address = "", bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  return version !== 0 && (bits === undefined || Number(bits) <= (version === 4 ? 32 : 128));
}

/** As `free.trigger=120,pro.global=500`. */
const rateMaximums = z
  .string()
  .transform((text) => text.split(",").map((part) => part.trim()))
  .pipe(
    z.array(
      z.string().regex(/^(?:free|pro|business|enterprise|unlimited)\.(?:trigger|configuration|global)=[1-9]\d{0,6}$/),
    ),
  )
  .transform(
    (parts) => new Map(parts.map((part) => part.split("=")).map(([name = "", value]) => [name, Number(value)])),
  );

const keyBytes = z.string().transform((value, context) => {
  const bytes = /^[0-9a-f]{64}$/i.test(value) ? Buffer.from(value, "hex") : Buffer.from(value, "base64");
  if (bytes.length === 32) return bytes;
  context.addIssue("not 32 bytes");
  return z.NEVER;
});

/** Every variable: its schema, and what a person is told when its value does not fit. */
const variables = {
  /** `development` generates secrets and seeds a demo organisation; `production` refuses to start without secrets. */
  BELFRY_MODE: [z.enum(["development", "production"]).default("development"), "set it to development or production"],
  /** Address that the HTTP server listens on; 127.0.0.1 in development, 0.0.0.0 in production. */
  BELFRY_HOST: [z.string().optional(), "set it to an address of this machine, for example 127.0.0.1"],
  /** Port of API, dashboard and inbox demo page (one origin). */
  BELFRY_PORT: [port.default(3000), "set it to a port number from 1 to 65535"],
  /** Folder for everything that Belfry keeps on this machine: databases, secrets, logs, downloaded tools. */
  BELFRY_DATA_DIR: [path.default(resolve(projectRoot, ".belfry")), "set it to a folder that Belfry may write to"],
  /** Origin under which browsers and callers reach Belfry; http://localhost:BELFRY_PORT when not given. */
  BELFRY_PUBLIC_URL: [
    origin.optional(),
    "set it to an http or https address without a path, for example https://belfry.example.com, and a path as BELFRY_GLOBAL_CONTEXT_PATH",
  ],
  /** Path before all addresses of Belfry, such as apps/belfry, where it is not at the root of its host. */
  BELFRY_GLOBAL_CONTEXT_PATH: [contextPath, CONTEXT_PATH_REMEDY],
  /** Path after the global one, before the addresses of the API and its page at /docs. */
  BELFRY_API_CONTEXT_PATH: [contextPath, CONTEXT_PATH_REMEDY],
  /** Path after the global one, before the addresses of the dashboard. */
  BELFRY_WEB_CONTEXT_PATH: [contextPath, CONTEXT_PATH_REMEDY],
  /** Path after the global one, before the inbox's script for other pages and its demo page. */
  BELFRY_WIDGET_CONTEXT_PATH: [contextPath, CONTEXT_PATH_REMEDY],
  /** Path after the global one, before the inbox's sockets; those of socket.io are also at /socket.io without it. */
  BELFRY_WS_CONTEXT_PATH: [contextPath, CONTEXT_PATH_REMEDY],
  /** Path after the global one, before the health check for whoever watches the receiving of mail, which itself is SMTP. */
  BELFRY_INBOUND_MAIL_CONTEXT_PATH: [contextPath, CONTEXT_PATH_REMEDY],
  /** Path after the global one, before the addresses at which providers report what became of messages. */
  BELFRY_WEBHOOK_CONTEXT_PATH: [contextPath, CONTEXT_PATH_REMEDY],
  /** Least severe level that is logged. */
  BELFRY_LOG_LEVEL: [
    z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
    "set it to trace, debug, info, warn, error, fatal or silent",
  ],
  /** Postgres to use; without it `npm start` brings its own. */
  DATABASE_URL: [
    z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    "set it to an address like postgres://user:password@host:5432/belfry",
  ],
  /** Most connections that one process opens to Postgres. */
  DATABASE_POOL_SIZE: [positive.max(1000).default(4), "set it to a whole number from 1 to 1000"],
  /** Temporal frontend to use; without it `npm start` brings its own development server. */
  TEMPORAL_ADDRESS: [
    z
      .string()
      .regex(/^[^\s/]+:\d+$/)
      .optional(),
    "set it to host:port without a scheme, for example temporal.example.com:7233",
  ],
  /** Temporal namespace. */
  TEMPORAL_NAMESPACE: [z.string().default("default"), "set it to the name of a namespace"],
  /** Whether Temporal is reached by TLS; on by itself when TEMPORAL_API_KEY or a certificate is given. */
  TEMPORAL_TLS: [z.stringbool().optional(), "set it to true or false"],
  /** Client certificate (PEM file) for mutual TLS with Temporal. */
  TEMPORAL_TLS_CERT_PATH: [path.optional(), "set it to the path of a PEM file"],
  /** Private key (PEM file) of TEMPORAL_TLS_CERT_PATH. */
  TEMPORAL_TLS_KEY_PATH: [path.optional(), "set it to the path of a PEM file"],
  /** Certificate authority (PEM file) that signed Temporal's certificate, when it is not a public one. */
  TEMPORAL_TLS_CA_PATH: [path.optional(), "set it to the path of a PEM file"],
  /** API key for Temporal Cloud. */
  TEMPORAL_API_KEY: [z.string().optional(), "set it to an API key of Temporal Cloud"],
  /** Address of the Temporal UI, which the dashboard links to. */
  TEMPORAL_UI_URL: [httpUrl.optional(), "set it to an http or https address, for example http://localhost:8233"],
  /** The `temporal` program for the development server; searched for when not given. */
  TEMPORAL_CLI_PATH: [path.optional(), "set it to the path of the temporal program"],
  /** The time-skipping test server for `npm test`; searched for when not given. */
  TEMPORAL_TEST_SERVER_PATH: [path.optional(), "set it to the path of the temporal-test-server program"],
  /** Temporal task queue that triggers are put on and workers take from. */
  BELFRY_TASK_QUEUE: [z.string().max(200).default("belfry"), "set it to a name of at most 200 characters"],
  /** Signs sessions of members and subscribers. Generated and kept in the data folder in development. */
  BELFRY_SECRET: [z.string().min(32).optional(), "set it to at least 32 random characters (openssl rand -hex 32)"],
  /** Encrypts provider credentials and API keys at rest. Generated and kept in the data folder in development. */
  BELFRY_ENCRYPTION_KEY: [
    keyBytes.optional(),
    "set it to 32 random bytes as 64 hexadecimal digits or as base64 (openssl rand -hex 32)",
  ],
  /** Password of the member whom `npm run admin -- create-organisation` creates; read from standard input when not given. */
  BELFRY_ADMIN_PASSWORD: [z.string().optional(), "set it to the member's password"],
  /** E-mails that one environment may send by Belfry's demo provider in a month. */
  BELFRY_DEMO_EMAIL_LIMIT: [count.default(300), "set it to a whole number, 0 or more"],
  /** Text messages that one environment may send by Belfry's demo provider in a month. */
  BELFRY_DEMO_SMS_LIMIT: [count.default(20), "set it to a whole number, 0 or more"],
  /** Whether messages are stored with their content; that of in-app ones always is, and any until it has been sent. */
  BELFRY_STORE_CONTENT: [z.stringbool().default(true), "set it to true or false"],
  /** Name of the mail server that receives replies to emails, which the MX records of environments' domains name. */
  BELFRY_MAIL_HOST: [
    z
      .string()
      .regex(/^[a-z0-9.-]+$/i)
      .optional(),
    "set it to the name of a host, for example mail.example.com",
  ],
  /** Port on which the API receives replies to emails by SMTP, for example 25; not received when not given. */
  BELFRY_INBOUND_MAIL_PORT: [port.optional(), "set it to a port number from 1 to 65535"],
  /** Address that the mail server listens on; that of BELFRY_HOST when not given. */
  BELFRY_INBOUND_MAIL_HOST: [z.string().optional(), "set it to an address of this machine, for example 0.0.0.0"],
  /** Certificate (PEM file) for STARTTLS of the mail server; without one, mail arrives in clear. */
  BELFRY_INBOUND_MAIL_CERT_PATH: [path.optional(), "set it to the path of a PEM file"],
  /** Private key (PEM file) of BELFRY_INBOUND_MAIL_CERT_PATH. */
  BELFRY_INBOUND_MAIL_KEY_PATH: [path.optional(), "set it to the path of a PEM file"],
  /** Whether the mail server refuses mail whose sender's domain has neither an MX record nor an address. */
  BELFRY_INBOUND_MAIL_CHECK_SENDER: [z.stringbool().default(false), "set it to true or false"],
  /** Id of the organization whose workflows in Production everybody may begin with, as blueprints; without it, Belfry's own. */
  BELFRY_BLUEPRINT_CREATOR: [z.uuid().optional(), "set it to the id of an organization, or leave it out"],
  /** Who may register: open for everybody (in development), or invited for people with an invitation (in production). */
  BELFRY_REGISTRATION: [z.enum(["open", "invited"]).optional(), "set it to open or invited"],
  /** Mail server for mails to members (resets of passwords, invitations): smtps://, or smtp:// where TLS is negotiated. */
  BELFRY_SMTP_URL: [
    smtpUrl.optional(),
    "set it to an address like smtp://user:password@mail.example.com:587, with special characters percent-encoded",
  ],
  /** Sender of the mails to members; needed with BELFRY_SMTP_URL. */
  BELFRY_MAIL_FROM: [
    z
      .string()
      .regex(/^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/)
      .optional(),
    "set it to an address like belfry@example.com or Belfry <belfry@example.com>",
  ],
  /** Client ID of the OAuth app at GitHub through which people sign in; its callback is /v1/auth/github/callback of the API. */
  BELFRY_GITHUB_CLIENT_ID: [z.string().optional(), "set it to the client ID of an OAuth app at GitHub"],
  /** Client secret of the OAuth app at GitHub. */
  BELFRY_GITHUB_CLIENT_SECRET: [z.string().optional(), "set it to a client secret of the OAuth app at GitHub"],
  /** Limits of plans (events, waits, workflows): off for nobody, standard, or 2025-q1 with a wider free plan. */
  BELFRY_PLAN_LIMITS: [z.enum(["off", "standard", "2025-q1"]).default("off"), "set it to off, standard or 2025-q1"],
  /** Rate limits of calls with API keys, by plan, for all processes together: off, dry-run for the headers only, or on. */
  BELFRY_API_RATE_LIMITS: [z.enum(["off", "dry-run", "on"]).default("off"), "set it to off, dry-run or on"],
  /** Part of a rate limit that may be used at once besides it; 0.1 as in all plans. */
  BELFRY_API_RATE_LIMIT_BURST_ALLOWANCE: [
    z.coerce.number().min(0).max(10).optional(),
    "set it to a number from 0 to 10, for example 0.1",
  ],
  /** Seconds of the window that rate limits count in; 5 as in all plans. */
  BELFRY_API_RATE_LIMIT_WINDOW: [positive.max(3600).optional(), "set it to a whole number from 1 to 3600"],
  /** Calls that a call counts for; 1 as in all plans. */
  BELFRY_API_RATE_LIMIT_COST_SINGLE: [positive.max(1e6).optional(), "set it to a whole number, 1 or more"],
  /** Calls that a bulk call or a broadcast counts for; 100 as in all plans. */
  BELFRY_API_RATE_LIMIT_COST_BULK: [positive.max(1e6).optional(), "set it to a whole number, 1 or more"],
  /** Calls a second in place of those of plans, by plan and category (trigger, configuration, global), separated by commas. */
  BELFRY_API_RATE_LIMIT_MAXIMUMS: [
    rateMaximums.optional(),
    "set it to a list such as free.trigger=120,business.global=500, with numbers from 1 to 9999999",
  ],
  /** Whether integrations may name hosts in private networks; true in development, false in production. */
  BELFRY_ALLOW_PRIVATE_HOSTS: [z.stringbool().optional(), "set it to true or false"],
  /** HTTP proxy for requests of providers to https addresses; HTTP_PROXY when not given. SMTP does not use it. */
  HTTPS_PROXY: [proxyUrl.optional(), "set it to the http or https address of a proxy, for example http://proxy:3128"],
  /** HTTP proxy for requests of providers to http addresses. */
  HTTP_PROXY: [proxyUrl.optional(), "set it to the http or https address of a proxy, for example http://proxy:3128"],
  /** Hosts that providers reach without a proxy: names (with those below them) separated by commas, or an asterisk. */
  NO_PROXY: [z.string().default(""), "set it to names of hosts separated by commas"],
  /** Inbox sessions, and inbox connections, that one address may open in a minute at one API process; 0 is no limit. */
  BELFRY_LIMIT_SESSIONS: [count.default(1000), "set it to a whole number, 0 or more"],
  /** Sign-ins, registrations, resets, and steps of chat OAuth, by an address in a minute at one API process; 0 is no limit. */
  BELFRY_LIMIT_LOGINS: [count.default(60), "set it to a whole number, 0 or more"],
  /** Requests without valid credentials that one address may send in a minute to one API process; 0 is no limit. */
  BELFRY_LIMIT_REFUSALS: [count.default(600), "set it to a whole number, 0 or more"],
  /** Trigger requests that one API key may send in a second to one API process; 0 is no limit. */
  BELFRY_LIMIT_TRIGGERS: [count.default(5000), "set it to a whole number, 0 or more"],
  /** Other requests that one API key, member or subscriber may send in a second to one API process; 0 is no limit. */
  BELFRY_LIMIT_CALLS: [count.default(2000), "set it to a whole number, 0 or more"],
  /** Proxies in front of Belfry whose X-Forwarded-For is trusted: addresses and networks, separated by commas. */
  BELFRY_TRUSTED_PROXIES: [proxies.optional(), "set it to addresses or networks, for example 10.0.0.5,192.168.0.0/16"],
} as const;

type Variables = { readonly [Name in keyof typeof variables]: z.output<(typeof variables)[Name][0]> };

/**
 * Reads the whole configuration. Secrets that development mode lacks are generated once and kept in
 * `<data dir>/secrets.json`, so the call may write that file.
 * @throws ConfigError with one sentence for each variable that does not fit.
 */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const given = parseVariables(env);
  const development = given.BELFRY_MODE === "development";
  const secrets = development ? completeSecrets(given) : requireSecrets(given);
  return {
    mode: given.BELFRY_MODE,
    host: given.BELFRY_HOST ?? (development ? "127.0.0.1" : "0.0.0.0"),
    port: given.BELFRY_PORT,
    publicUrl: given.BELFRY_PUBLIC_URL ?? `http://localhost:${given.BELFRY_PORT}`,
    contextPaths: contextPathsOf(given),
    dataDir: given.BELFRY_DATA_DIR,
    logLevel: given.BELFRY_LOG_LEVEL,
    databaseUrl: given.DATABASE_URL ?? null,
    databasePoolSize: given.DATABASE_POOL_SIZE,
    temporal: {
      address: given.TEMPORAL_ADDRESS ?? null,
      namespace: given.TEMPORAL_NAMESPACE,
      taskQueue: given.BELFRY_TASK_QUEUE,
      tls: temporalTls(given),
      apiKey: given.TEMPORAL_API_KEY ?? null,
      uiUrl: given.TEMPORAL_UI_URL ?? null,
      cliPath: given.TEMPORAL_CLI_PATH ?? null,
      testServerPath: given.TEMPORAL_TEST_SERVER_PATH ?? null,
    },
    ...secrets,
    adminPassword: given.BELFRY_ADMIN_PASSWORD ?? null,
    demoLimits: { email: given.BELFRY_DEMO_EMAIL_LIMIT, sms: given.BELFRY_DEMO_SMS_LIMIT },
    storesContent: given.BELFRY_STORE_CONTENT,
    mailHost: given.BELFRY_MAIL_HOST ?? null,
    inboundMail: inboundMailServer(given),
    blueprintCreator: given.BELFRY_BLUEPRINT_CREATOR ?? null,
    registration: given.BELFRY_REGISTRATION ?? (development ? "open" : "invited"),
    smtp: accountMailServer(given),
    github: githubApp(given),
    planLimits: given.BELFRY_PLAN_LIMITS,
    apiRateLimits: {
      mode: given.BELFRY_API_RATE_LIMITS,
      burstAllowance: given.BELFRY_API_RATE_LIMIT_BURST_ALLOWANCE ?? null,
      windowSeconds: given.BELFRY_API_RATE_LIMIT_WINDOW ?? null,
      cost: {
        single: given.BELFRY_API_RATE_LIMIT_COST_SINGLE ?? null,
        bulk: given.BELFRY_API_RATE_LIMIT_COST_BULK ?? null,
      },
      maximums: given.BELFRY_API_RATE_LIMIT_MAXIMUMS ?? new Map(),
    },
    allowPrivateHosts: given.BELFRY_ALLOW_PRIVATE_HOSTS ?? development,
    proxy: { https: given.HTTPS_PROXY ?? null, http: given.HTTP_PROXY ?? null, exceptions: given.NO_PROXY },
    limits: {
      sessionsPerMinute: given.BELFRY_LIMIT_SESSIONS,
      loginsPerMinute: given.BELFRY_LIMIT_LOGINS,
      refusalsPerMinute: given.BELFRY_LIMIT_REFUSALS,
      triggersPerSecond: given.BELFRY_LIMIT_TRIGGERS,
      callsPerSecond: given.BELFRY_LIMIT_CALLS,
    },
    trustedProxies: given.BELFRY_TRUSTED_PROXIES ?? [],
  };
}

/**
 * The configuration of a process that runs alone, which nobody started a database or Temporal for.
 * @throws ConfigError when DATABASE_URL or TEMPORAL_ADDRESS is missing.
 */
export function requireServices(config: Config): ServiceConfig {
  const { databaseUrl, temporal } = config;
  const { address } = temporal;
  if (databaseUrl === null) throw new ConfigError(missingService("DATABASE_URL", "the address of a Postgres"));
  if (address === null) throw new ConfigError(missingService("TEMPORAL_ADDRESS", "host:port of a Temporal frontend"));
  return { ...config, databaseUrl, temporal: { ...temporal, address } };
}

const missingService = (name: string, what: string) =>
  `${name} is missing: set it to ${what}, or use \`npm start\`, which brings its own.`;

/** Returns the variables that a child process inherits, with some set; kept here so that nothing else touches process.env. */
export function childEnvironment(overrides: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return { ...process.env, ...overrides };
}

/** Whether npm runs this process as the script of that name: npm's own variable, not one of ours. */
export function startedByNpmScript(name: string): boolean {
  return process.env.npm_lifecycle_event === name;
}

function parseVariables(env: NodeJS.ProcessEnv): Variables {
  const problems: string[] = [];
  const parsed = Object.entries(variables).map(([name, [schema, remedy]]) => {
    // An empty value means "not given": compose files and shells often pass one. Proxies are commonly named in lower case.
    const value = (isProxyVariable(name) && env[name.toLowerCase()]?.trim()) || env[name]?.trim() || undefined;
    const result = schema.safeParse(value);
    if (!result.success) problems.push(`${name} has a value that does not fit: ${remedy}.`);
    return [name, result.data];
  });
  if (problems.length > 0) throw new ConfigError(problems.join("\n"));
  return asVariables(Object.fromEntries(parsed));
}

const isProxyVariable = (name: string) => name.endsWith("_PROXY");

/** Object.fromEntries forgets which key holds which type; every entry was parsed by its own schema above. */
const asVariables = (parsed: unknown) => parsed as Variables;

function contextPathsOf(given: Variables): ContextPaths {
  const below = (own: string) => given.BELFRY_GLOBAL_CONTEXT_PATH + own;
  return {
    web: below(given.BELFRY_WEB_CONTEXT_PATH),
    api: below(given.BELFRY_API_CONTEXT_PATH),
    widget: below(given.BELFRY_WIDGET_CONTEXT_PATH),
    websocket: below(given.BELFRY_WS_CONTEXT_PATH),
    inboundMail: below(given.BELFRY_INBOUND_MAIL_CONTEXT_PATH),
    webhook: below(given.BELFRY_WEBHOOK_CONTEXT_PATH),
  };
}

function temporalTls(given: Variables): TemporalConfig["tls"] {
  const certPath = given.TEMPORAL_TLS_CERT_PATH ?? null;
  const keyPath = given.TEMPORAL_TLS_KEY_PATH ?? null;
  const caPath = given.TEMPORAL_TLS_CA_PATH ?? null;
  if (certPath && !keyPath) throw new ConfigError("TEMPORAL_TLS_KEY_PATH is missing: a certificate needs its key.");
  if (keyPath && !certPath) throw new ConfigError("TEMPORAL_TLS_CERT_PATH is missing: a key needs its certificate.");
  const implied = certPath !== null || caPath !== null || given.TEMPORAL_API_KEY !== undefined;
  return (given.TEMPORAL_TLS ?? implied) ? { certPath, keyPath, caPath } : null;
}

function accountMailServer({ BELFRY_SMTP_URL: server, BELFRY_MAIL_FROM: from }: Variables): Config["smtp"] {
  if (!server) return null;
  if (!from) throw new ConfigError("BELFRY_MAIL_FROM is missing: mails by BELFRY_SMTP_URL need a sender.");
  return { ...server, from };
}

function inboundMailServer(given: Variables): Config["inboundMail"] {
  const { BELFRY_INBOUND_MAIL_PORT: port, BELFRY_INBOUND_MAIL_CERT_PATH: certPath } = given;
  if (port === undefined) return null;
  if (!given.BELFRY_MAIL_HOST) {
    throw new ConfigError("BELFRY_MAIL_HOST is missing: set it to the name under which the mail server is reached.");
  }
  const keyPath = given.BELFRY_INBOUND_MAIL_KEY_PATH;
  if (certPath && !keyPath)
    throw new ConfigError("BELFRY_INBOUND_MAIL_KEY_PATH is missing: a certificate needs its key.");
  if (keyPath && !certPath)
    throw new ConfigError("BELFRY_INBOUND_MAIL_CERT_PATH is missing: a key needs its certificate.");
  const host =
    given.BELFRY_INBOUND_MAIL_HOST ??
    given.BELFRY_HOST ??
    (given.BELFRY_MODE === "development" ? "127.0.0.1" : "0.0.0.0");
  return {
    host,
    port,
    tls: certPath && keyPath ? { certPath, keyPath } : null,
    checksSender: given.BELFRY_INBOUND_MAIL_CHECK_SENDER,
  };
}

function githubApp(given: Variables): Config["github"] {
  const { BELFRY_GITHUB_CLIENT_ID: clientId, BELFRY_GITHUB_CLIENT_SECRET: clientSecret } = given;
  if (clientId && clientSecret) return { clientId, clientSecret };
  if (!clientId && !clientSecret) return null;
  const missing = clientId ? "BELFRY_GITHUB_CLIENT_SECRET" : "BELFRY_GITHUB_CLIENT_ID";
  throw new ConfigError(`${missing} is missing: an OAuth app needs its client ID and its client secret.`);
}

type Secrets = Pick<Config, "secret" | "encryptionKey">;

function requireSecrets({ BELFRY_SECRET, BELFRY_ENCRYPTION_KEY }: Variables): Secrets {
  if (BELFRY_SECRET === undefined) throw new ConfigError(missingSecret("BELFRY_SECRET"));
  if (BELFRY_ENCRYPTION_KEY === undefined) throw new ConfigError(missingSecret("BELFRY_ENCRYPTION_KEY"));
  return { secret: BELFRY_SECRET, encryptionKey: BELFRY_ENCRYPTION_KEY };
}

const missingSecret = (name: "BELFRY_SECRET" | "BELFRY_ENCRYPTION_KEY") =>
  `${name} is missing, and production mode makes up no secrets: ${variables[name][1]}.`;

const StoredSecrets = z.object({ secret: z.string().min(32), encryptionKey: keyBytes });

function completeSecrets(given: Variables): Secrets {
  const { BELFRY_SECRET: secret, BELFRY_ENCRYPTION_KEY: encryptionKey } = given;
  if (secret !== undefined && encryptionKey !== undefined) return { secret, encryptionKey };
  const stored = storedSecrets(given.BELFRY_DATA_DIR);
  return { secret: secret ?? stored.secret, encryptionKey: encryptionKey ?? stored.encryptionKey };
}

function storedSecrets(dataDir: string): Secrets {
  const file = join(dataDir, "secrets.json");
  try {
    return readSecrets(file);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
  mkdirSync(dataDir, { recursive: true });
  const fresh = `${file}.${process.pid}.tmp`;
  const content = { secret: randomBytes(32).toString("hex"), encryptionKey: randomBytes(32).toString("hex") };
  writeFileSync(fresh, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  try {
    // A link, unlike a rename, fails when another process was first: then its secrets count, not ours.
    linkSync(fresh, file);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) renameSync(fresh, file);
  } finally {
    rmSync(fresh, { force: true });
  }
  return readSecrets(file);
}

function readSecrets(file: string): Secrets {
  const text = readFileSync(file, "utf8");
  try {
    return StoredSecrets.parse(JSON.parse(text));
  } catch {
    throw new ConfigError(
      `${file} is damaged: restore it from a backup, or delete it to make new secrets (stored credentials are then lost).`,
    );
  }
}
