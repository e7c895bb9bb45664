import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ConfigError, loadConfig, requireServices } from "./config.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "belfry-config-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const load = (env: NodeJS.ProcessEnv = {}) =>
  loadConfig({ BELFRY_DATA_DIR: dataDir, BELFRY_MODE: "development", ...env });
const key = "ab".repeat(32);
const production = { BELFRY_MODE: "production", BELFRY_SECRET: "s".repeat(32), BELFRY_ENCRYPTION_KEY: key };

test("without any variable the one-machine defaults hold", () => {
  expect(load()).toMatchObject({
    mode: "development",
    host: "127.0.0.1",
    port: 3000,
    publicUrl: "http://localhost:3000",
    dataDir,
    databaseUrl: null,
    temporal: { address: null, namespace: "default", taskQueue: "belfry", tls: null, apiKey: null },
    demoLimits: { email: 300, sms: 20 },
    storesContent: true,
    planLimits: "off",
    registration: "open",
    smtp: null,
    github: null,
    allowPrivateHosts: true,
    limits: { sessionsPerMinute: 1000, loginsPerMinute: 60, triggersPerSecond: 5000, callsPerSecond: 2000 },
    trustedProxies: [],
  });
});

test("rate limits of calls are off, and can be set by plan and category", () => {
  expect(load().apiRateLimits).toMatchObject({ mode: "off", burstAllowance: null, cost: { single: null, bulk: null } });
  const name = "BELFRY_API_RATE_LIMIT_MAXIMUMS";
  const { apiRateLimits } = load({ BELFRY_API_RATE_LIMITS: "on", [name]: "free.trigger=120, pro.global=500" });
  expect([apiRateLimits.mode, ...apiRateLimits.maximums]).toEqual(["on", ["free.trigger", 120], ["pro.global", 500]]);
  for (const wrong of [
    "free=1",
    "free.trigger=0",
    "gold.trigger=5",
    "free.trigger=1;pro.global=2",
    "free.trigger=1,",
  ]) {
    expect(() => load({ [name]: wrong })).toThrow(ConfigError);
  }
});

test("a context path is one however its ends are written, and the global one comes first", () => {
  expect(Object.values(load().contextPaths)).toEqual(["", "", "", "", "", ""]);
  for (const written of ["apps/belfry", "/apps/belfry", "apps/belfry/", "/apps/belfry/"]) {
    expect(Object.values(load({ BELFRY_GLOBAL_CONTEXT_PATH: written }).contextPaths)).toEqual(
      Array.from({ length: 6 }, () => "/apps/belfry"),
    );
  }
  const own = { BELFRY_API_CONTEXT_PATH: "api", BELFRY_WEB_CONTEXT_PATH: "/", BELFRY_WIDGET_CONTEXT_PATH: "bell/one" };
  const others = { BELFRY_WS_CONTEXT_PATH: "ws_~.-", BELFRY_INBOUND_MAIL_CONTEXT_PATH: "mail" };
  const hooks = { BELFRY_WEBHOOK_CONTEXT_PATH: "webhooks" };
  expect(load({ ...own, ...others, ...hooks }).contextPaths).toEqual({
    web: "",
    api: "/api",
    widget: "/bell/one",
    websocket: "/ws_~.-",
    inboundMail: "/mail",
    webhook: "/webhooks",
  });
  expect(load({ ...own, BELFRY_GLOBAL_CONTEXT_PATH: "g" }).contextPaths).toMatchObject({ web: "/g", api: "/g/api" });
});

test.each([
  "//",
  "//api",
  "api//v",
  "api//",
  "/api//",
  "a b",
  "api?x=1",
  "api#x",
  "api%2Fv",
  "a\\b",
  "über",
  "https://x/api",
  ".",
  "..",
  "api/..",
  "api/../x",
  "./api",
  ":id",
  "*",
  "a;b",
  "a,b",
  "api\n/x",
  "v1",
  "v2",
  "v10",
  "api/v1",
  "docs",
  "openapi.json",
  "inbox",
  "apps/inbox",
  "socket.io",
  "assets",
  "favicon.svg",
])("a context path %j is refused", (value) => {
  expect(() => load({ BELFRY_API_CONTEXT_PATH: value })).toThrow(
    /^BELFRY_API_CONTEXT_PATH has a value that does not fit: set it to a path such as apps\/belfry/,
  );
});

test.each(["v", "vx1", "docs2", "webhooks", "inbox-v2", "..."])(
  "a context path %j is none of Belfry's own",
  (value) => {
    expect(load({ BELFRY_GLOBAL_CONTEXT_PATH: value }).contextPaths.web).toBe(`/${value}`);
  },
);

test("the public address is an origin, and a path of it is a context path", () => {
  const publicUrl = (value: string) => load({ BELFRY_PUBLIC_URL: value }).publicUrl;
  expect(publicUrl("https://Belfry.example.com:443/")).toBe("https://belfry.example.com");
  expect(publicUrl("http://[::1]:8080")).toBe("http://[::1]:8080");
  for (const wrong of [
    "https://x.example/belfry",
    "https://x.example/?a",
    "https://x.example/#a",
    "https://u:p@x.example",
  ])
    expect(() => publicUrl(wrong)).toThrow(/^BELFRY_PUBLIC_URL .* a path as BELFRY_GLOBAL_CONTEXT_PATH\.$/);
});

test("trusted proxies are addresses and networks of both kinds", () => {
  const { trustedProxies } = load({ BELFRY_TRUSTED_PROXIES: "10.0.0.0/8, ::1,2001:db8::/32" });
  expect(trustedProxies).toEqual(["10.0.0.0/8", "::1", "2001:db8::/32"]);
});

test("production listens on every address, keeps integrations out of private networks and registers invited people only", () => {
  expect(load(production)).toMatchObject({ host: "0.0.0.0", allowPrivateHosts: false, registration: "invited" });
});

test("proxies are named in upper or lower case, where lower case wins, with or without http://", () => {
  expect(load().proxy).toEqual({ https: null, http: null, exceptions: "" });
  const named = {
    HTTPS_PROXY: "http://one:3128",
    HTTP_PROXY: "http://two",
    https_proxy: "three:3128",
    no_proxy: "a.example",
  };
  expect(load(named).proxy).toEqual({ https: "http://three:3128", http: "http://two", exceptions: "a.example" });
  expect(load({ http_proxy: " ", HTTP_PROXY: "http://two" }).proxy).toMatchObject({ http: "http://two" });
});

test("an empty variable counts as not given", () => {
  expect(load({ BELFRY_PORT: "", DATABASE_URL: " " })).toMatchObject({ port: 3000, databaseUrl: null });
});

test.each([
  ["BELFRY_PORT", "70000"],
  ["BELFRY_MODE", "staging"],
  ["BELFRY_LOG_LEVEL", "loud"],
  ["BELFRY_TIME_SCALE", "0.01"],
  ["BELFRY_PUBLIC_URL", "belfry.example.com"],
  ["DATABASE_URL", "mysql://localhost/belfry"],
  ["DATABASE_POOL_SIZE", "0"],
  ["TEMPORAL_ADDRESS", "http://localhost:7233"],
  ["TEMPORAL_TLS", "maybe"],
  ["BELFRY_SECRET", "short"],
  ["BELFRY_ENCRYPTION_KEY", "abcd"],
  ["BELFRY_DEMO_SMS_LIMIT", "-1"],
  ["BELFRY_REGISTRATION", "nobody"],
  ["BELFRY_SMTP_URL", "https://mail.example.com"],
  ["BELFRY_SMTP_URL", "smtp://ada:%ff@mail.example.com"],
  ["BELFRY_MAIL_FROM", "Belfry"],
  ["HTTPS_PROXY", "socks5://proxy:1080"],
  ["HTTP_PROXY", "http://"],
  ["BELFRY_LIMIT_TRIGGERS", "-1"],
  ["BELFRY_LIMIT_REFUSALS", "many"],
  ["BELFRY_TRUSTED_PROXIES", "proxy.example.com"],
  ["BELFRY_TRUSTED_PROXIES", "10.0.0.0/33"],
  ["BELFRY_TRUSTED_PROXIES", "10.0.0.1,"],
])("a bad %s is refused with a sentence that names it", (name, value) => {
  expect(() => load({ [name]: value })).toThrow(new RegExp(`^${name} has a value that does not fit: .+\\.$`));
});

test("every wrong variable is named at once", () => {
  expect(() => load({ BELFRY_PORT: "x", TEMPORAL_TLS: "x" })).toThrow(/BELFRY_PORT.*\nTEMPORAL_TLS/);
});

test("secrets are made once, kept for their owner alone, and read again", () => {
  const first = load();
  expect(load()).toEqual(first);
  expect(first.encryptionKey).toHaveLength(32);
  expect(readdirSync(dataDir)).toEqual(["secrets.json"]);
  expect(statSync(join(dataDir, "secrets.json")).mode & 0o777).toBe(0o600);
});

test("secrets that are given win over stored ones and nothing is written", () => {
  const config = load({ BELFRY_SECRET: "g".repeat(40), BELFRY_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64") });
  expect(config.secret).toBe("g".repeat(40));
  expect(config.encryptionKey).toEqual(Buffer.alloc(32, 7));
  expect(readdirSync(dataDir)).toEqual([]);
});

test("production is the mode unless another one is named", () => {
  expect(() => load({ BELFRY_MODE: undefined })).toThrow(/^BELFRY_SECRET is missing/);
  expect(load({ ...production, BELFRY_MODE: undefined }).mode).toBe("production");
});

test.each(["BELFRY_SECRET", "BELFRY_ENCRYPTION_KEY"])("production refuses to start without %s", (name) => {
  expect(() => load({ ...production, [name]: undefined })).toThrow(new RegExp(`^${name} is missing`));
  expect(readdirSync(dataDir)).toEqual([]);
});

test("a time scale is for development only", () => {
  expect(load().timeScale).toBe(1);
  expect(load({ BELFRY_TIME_SCALE: "0.1" }).timeScale).toBe(0.1);
  expect(load({ ...production, BELFRY_TIME_SCALE: "1" }).timeScale).toBe(1);
  expect(() => load({ ...production, BELFRY_TIME_SCALE: "0.1" })).toThrow(/^BELFRY_TIME_SCALE is for tests/);
});

test("a damaged secrets file is refused instead of being replaced", () => {
  writeFileSync(join(dataDir, "secrets.json"), "{");
  expect(() => load()).toThrow(/secrets\.json is damaged/);
});

test("an API key or a certificate for Temporal switches TLS on, and TEMPORAL_TLS=false off", () => {
  expect(load({ TEMPORAL_API_KEY: "k" }).temporal.tls).toEqual({ certPath: null, keyPath: null, caPath: null });
  expect(load({ TEMPORAL_API_KEY: "k", TEMPORAL_TLS: "false" }).temporal.tls).toBeNull();
  expect(() => load({ TEMPORAL_TLS_CERT_PATH: "/cert.pem" })).toThrow(/^TEMPORAL_TLS_KEY_PATH is missing/);
});

const from = { BELFRY_MAIL_FROM: "Belfry <belfry@example.com>" };

test("the mail server is one address: its port and TLS follow from the scheme, and a password goes over TLS only", () => {
  const smtp = (url: string) => load({ ...from, BELFRY_SMTP_URL: url }).smtp;
  expect(smtp("smtps://ada:p%40ss%2Fword@mail.example.com")).toEqual({
    host: "mail.example.com",
    port: 465,
    secure: true,
    requireTls: false,
    user: "ada",
    password: "p@ss/word",
    from: from.BELFRY_MAIL_FROM,
  });
  expect(smtp("smtp://ada:p@mail.example.com:2525")).toMatchObject({ port: 2525, secure: false, requireTls: true });
  expect(smtp("smtp://mail.example.com")).toMatchObject({ port: 587, requireTls: false, user: null, password: null });
  expect(smtp("smtp://ada:p@localhost:1025")).toMatchObject({ host: "localhost", requireTls: false });
});

test("a mail server needs a sender, and an OAuth app of GitHub its client ID and its client secret", () => {
  expect(() => load({ BELFRY_SMTP_URL: "smtp://mail.example.com" })).toThrow(/^BELFRY_MAIL_FROM is missing/);
  expect(() => load({ BELFRY_GITHUB_CLIENT_ID: "x" })).toThrow(/^BELFRY_GITHUB_CLIENT_SECRET is missing/);
  expect(() => load({ BELFRY_GITHUB_CLIENT_SECRET: "x" })).toThrow(/^BELFRY_GITHUB_CLIENT_ID is missing/);
  const github = load({ BELFRY_GITHUB_CLIENT_ID: "id", BELFRY_GITHUB_CLIENT_SECRET: "secret" }).github;
  expect(github).toEqual({ clientId: "id", clientSecret: "secret" });
});

test("a process that runs alone needs a database and a Temporal", () => {
  const database = "postgres://belfry@127.0.0.1/belfry";
  expect(() => requireServices(load())).toThrow(ConfigError);
  expect(() => requireServices(load({ DATABASE_URL: database }))).toThrow(/^TEMPORAL_ADDRESS is missing/);
  const config = requireServices(load({ DATABASE_URL: database, TEMPORAL_ADDRESS: "127.0.0.1:7233" }));
  expect(config).toMatchObject({ databaseUrl: database, temporal: { address: "127.0.0.1:7233" } });
});

test("the server for replies listens where BELFRY_HOST says, needs a name, and a certificate comes with its key", () => {
  const mail = { BELFRY_INBOUND_MAIL_PORT: "2525", BELFRY_MAIL_HOST: "mail.example.com" };
  expect(load().inboundMail).toBeNull();
  expect(load({ ...mail, BELFRY_HOST: "10.0.0.5" }).inboundMail).toEqual({
    host: "10.0.0.5",
    port: 2525,
    tls: null,
    checksSender: false,
  });
  expect(load({ ...mail, BELFRY_INBOUND_MAIL_CHECK_SENDER: "true" }).inboundMail?.checksSender).toBe(true);
  expect(load({ ...mail, ...production }).inboundMail).toMatchObject({ host: "0.0.0.0" });
  expect(load({ ...mail, BELFRY_INBOUND_MAIL_HOST: "::1" }).inboundMail).toMatchObject({ host: "::1" });
  expect(() => load({ BELFRY_INBOUND_MAIL_PORT: "25" })).toThrow(/^BELFRY_MAIL_HOST is missing/);
  expect(() => load({ ...mail, BELFRY_INBOUND_MAIL_CERT_PATH: "cert.pem" })).toThrow(/_KEY_PATH is missing/);
  expect(() => load({ ...mail, BELFRY_INBOUND_MAIL_KEY_PATH: "key.pem" })).toThrow(/_CERT_PATH is missing/);
});
