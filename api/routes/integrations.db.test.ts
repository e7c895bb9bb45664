import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { eq } from "drizzle-orm";
import { SMTPServer } from "smtp-server";
import { afterAll, describe, expect, test } from "vitest";
import type { Integration } from "#contract/integrations.ts";
import { decryptCredentials } from "#db/encryption.ts";
import {
  type ActiveIntegration,
  activeIntegrations,
  pickIntegration,
  selectIntegration,
} from "#db/queries/integrations/integration-selection.ts";
import { integrations } from "#db/schema/integrations.ts";
import { subscribers } from "#db/schema/subscribers.ts";
import { createTestEnvironment, type TestEnvironment, testApp, testConfig } from "#test/support/environment.ts";

const { app, db, close } = await testApp();
afterAll(close);

const UNKNOWN = "00000000-0000-4000-8000-000000000000";
const smtpCredentials = {
  host: "127.0.0.1",
  port: "587",
  user: "ada",
  password: "hunter22",
  from: "ada@example.com",
  senderName: "Ada",
};
const onTenant = [
  { value: "AND", children: [{ on: "tenant", field: "identifier", operator: "EQUAL", value: "acme" }] },
];

type Method = "GET" | "POST" | "PUT" | "DELETE";

async function call(method: Method, environment: TestEnvironment, path: string, body?: object, key?: string) {
  const response = await app.inject({
    method,
    url: `/v1/integrations${path}`,
    headers: { authorization: `ApiKey ${key ?? environment.apiKey}` },
    ...(body && { payload: body }),
  });
  return { status: response.statusCode, body: response.json() };
}

/** An integration of a mail server that nobody tries to reach. */
const smtp = (fields: object = {}) => ({ providerId: "nodemailer", channel: "email", check: false, ...fields });

async function created(environment: TestEnvironment, fields: object): Promise<Integration> {
  const { status, body } = await call("POST", environment, "", fields);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data;
}

async function update(environment: TestEnvironment, id: string, changes: object): Promise<Integration> {
  const { status, body } = await call("PUT", environment, `/${id}`, { check: false, ...changes });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}

async function listed(environment: TestEnvironment, path = ""): Promise<Integration[]> {
  return (await call("GET", environment, path)).body.data;
}

/** An environment whose email channel has nothing connected yet. */
async function environmentWithoutEmail(): Promise<TestEnvironment> {
  const environment = await createTestEnvironment(db);
  const builtIn = (await listed(environment)).find(
    ({ channel, _environmentId }) => channel === "email" && _environmentId === environment.environmentId,
  );
  await call("DELETE", environment, `/${builtIn?._id}`);
  return environment;
}

/** The environment's email integrations by name: priority, with a star for the primary. */
async function prioritiesOf(environment: TestEnvironment): Promise<Record<string, string>> {
  const own = (await listed(environment)).filter(
    ({ channel, _environmentId }) => channel === "email" && _environmentId === environment.environmentId,
  );
  return Object.fromEntries(own.map(({ name, priority, primary }) => [name, `${priority}${primary ? "*" : ""}`]));
}

describe("listing", () => {
  test("shows the integrations of all environments of the organisation, and of no other", async () => {
    const environment = await createTestEnvironment(db);
    const stranger = await createTestEnvironment(db);
    const found = await listed(environment);
    expect(new Set(found.map(({ _environmentId }) => _environmentId))).toEqual(
      new Set([environment.environmentId, environment.productionEnvironmentId]),
    );
    expect((await listed(stranger)).map(({ _id }) => _id)).not.toContain(found[0]?._id);
  });

  test("active ones are listed apart", async () => {
    const environment = await createTestEnvironment(db);
    const idle = await created(environment, smtp());
    expect((await listed(environment)).map(({ _id }) => _id)).toContain(idle._id);
    expect((await listed(environment, "/active")).map(({ _id }) => _id)).not.toContain(idle._id);
  });

  test("nobody lists them without a key", async () => {
    expect((await app.inject({ url: "/v1/integrations" })).statusCode).toBe(401);
  });

  test("the catalogue says what each provider asks for", async () => {
    const environment = await createTestEnvironment(db);
    const { status, body } = await call("GET", environment, "/providers");
    expect(status).toBe(200);
    const mail = body.data.find(({ id }: { id: string }) => id === "nodemailer");
    expect(mail).toMatchObject({ channel: "email", displayName: "Custom SMTP" });
    expect(mail.credentials).toContainEqual(expect.objectContaining({ key: "host", required: true, type: "string" }));
  });

  test("every provider has a mark for light and dark, which needs no sign-in", async () => {
    const environment = await createTestEnvironment(db);
    const { body } = await call("GET", environment, "/providers");
    const logo = (path: string) => app.inject({ method: "GET", url: `/v1/integrations/providers/logos/${path}` });
    for (const { logoFileName } of body.data) {
      const [light, dark] = [await logo(`light/${logoFileName.light}`), await logo(`dark/${logoFileName.dark}`)];
      for (const { statusCode, headers, body } of [light, dark]) {
        expect({ statusCode, type: headers["content-type"] }).toEqual({ statusCode: 200, type: "image/svg+xml" });
        expect(body).toMatch(/^<svg [\s\S]*<\/svg>\s*$/);
      }
      expect(light.body).not.toBe(dark.body);
    }
    expect((await logo("light/nobody.svg")).statusCode).toBe(404);
    expect((await logo("blue/twilio.png")).statusCode).toBe(400);
  });
});

describe("creating", () => {
  test("provider and channel are enough: it is inactive, with the provider's name and an identifier of its own", async () => {
    const environment = await createTestEnvironment(db);
    const integration = await created(environment, { providerId: "nodemailer", channel: "email" });
    expect(integration).toMatchObject({
      name: "Custom SMTP",
      active: false,
      primary: false,
      priority: 0,
      credentials: {},
      conditions: [],
      deleted: false,
      _environmentId: environment.environmentId,
      _organizationId: environment.organizationId,
    });
    expect(integration.identifier).toMatch(/^custom-smtp-[a-z0-9]{6}$/);
  });

  test("it can be made in another environment of the organisation, but not of a stranger's", async () => {
    const environment = await createTestEnvironment(db);
    const stranger = await createTestEnvironment(db);
    const there = await created(environment, smtp({ _environmentId: environment.productionEnvironmentId }));
    expect(there._environmentId).toBe(environment.productionEnvironmentId);
    const refused = await call("POST", environment, "", smtp({ _environmentId: stranger.environmentId }));
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain("names no environment of this organization");
  });

  test("one provider may be added several times, under different identifiers", async () => {
    const environment = await createTestEnvironment(db);
    await created(environment, smtp({ identifier: "mail-a" }));
    await created(environment, smtp({ identifier: "mail-b" }));
    const { status, body } = await call("POST", environment, "", smtp({ identifier: "mail-a" }));
    expect(status).toBe(409);
    expect(body.message).toContain("identifier mail-a belongs to another integration of this organization");
  });

  test("of two at the same moment with one identifier only one is made", async () => {
    const environment = await createTestEnvironment(db);
    const answers = await Promise.all([1, 2, 3].map(() => call("POST", environment, "", smtp({ identifier: "same" }))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  test.each<[string, object, number, string]>([
    [
      "an unknown provider",
      { providerId: "pigeon", channel: "email" },
      400,
      "providerId must be one of the following values for channel email: ",
    ],
    [
      "a provider of another channel",
      { providerId: "nodemailer", channel: "sms" },
      400,
      "channel must be email for the provider nodemailer",
    ],
    [
      "an unknown channel",
      { providerId: "nodemailer", channel: "post" },
      400,
      "channel must be one of the following values: in_app, email, sms, chat, push",
    ],
    ["no provider", { channel: "email" }, 400, "providerId should not be null or undefined"],
    [
      "conditions that are a text",
      smtp({ conditions: [{ value: "AND", children: "acme" }] }),
      400,
      "conditions.0.children must be an array",
    ],
    [
      "a condition on a webhook, in a group inside a group",
      smtp({
        conditions: [
          {
            value: "OR",
            children: [{ value: "AND", children: [{ on: "webhook", webhookUrl: "https://example.com" }] }],
          },
        ],
      }),
      400,
      "conditions.0.children.0.children.0.on must be tenant: integrations are chosen by the tenant alone. Put the condition on webhook on the step",
    ],
    [
      "a second inbox",
      { providerId: "belfry", channel: "in_app" },
      400,
      "The environment has its in-app integration already: update that one",
    ],
    [
      "a second demo mail provider",
      { providerId: "belfry-email", channel: "email" },
      409,
      "The environment has an integration of belfry-email already: update that one",
    ],
    [
      "a second demo sms provider",
      { providerId: "belfry-sms", channel: "sms" },
      409,
      "The environment has an integration of belfry-sms already: update that one",
    ],
    [
      "a secret that pretends to be encrypted",
      smtp({ credentials: { password: "nvsk.abc" } }),
      400,
      "credentials.password must not start with nvsk.: is not the mask of the secret that is stored: send the secret in clear",
    ],
  ])("%s is refused", async (_case, fields, status, issue) => {
    const environment = await createTestEnvironment(db);
    const answer = await call("POST", environment, "", fields);
    expect(answer.status).toBe(status);
    expect([answer.body.message].flat().join("\n")).toContain(issue);
  });

  test("a demo provider that is switched off here cannot be added", async () => {
    const off = await testApp({ db, config: { ...testConfig, demoLimits: { email: 0, sms: 20 } } });
    const environment = await environmentWithoutEmail();
    const response = await off.app.inject({
      method: "POST",
      url: "/v1/integrations",
      headers: environment.headers,
      payload: { providerId: "belfry-email", channel: "email" },
    });
    await off.close();
    expect(response.statusCode).toBe(400);
    expect(response.json().message).toContain("BELFRY_DEMO_EMAIL_LIMIT is 0");
  });
});

describe("credentials", () => {
  /** The credentials in clear, as the engine reads them. */
  async function stored(id: string): Promise<Record<string, unknown>> {
    const [row] = await db.select().from(integrations).where(eq(integrations.id, id));
    return decryptCredentials(row?.credentials ?? {}, testConfig.encryptionKey);
  }

  test("secrets are encrypted at rest, and every answer shows their last four characters only", async () => {
    const environment = await createTestEnvironment(db);
    const tlsOptions = { rejectUnauthorized: false, key: "PRIVATE KEY", passphrase: "1234" };
    const credentials = { ...smtpCredentials, port: 587, tlsOptions };
    const elsewhere = { _environmentId: environment.productionEnvironmentId };
    for (const place of [{}, elsewhere]) {
      const integration = await created(environment, smtp({ credentials, active: true, ...place }));
      const hidden = { rejectUnauthorized: false, key: "nvsk. KEY", passphrase: "nvsk." };
      const masked = { ...credentials, password: "nvsk.er22", tlsOptions: hidden };
      const { _id } = integration;
      const [row] = await db.select().from(integrations).where(eq(integrations.id, _id));
      const encrypted = expect.stringMatching(/^nvsk\..{30}/);
      expect(row?.credentials).toEqual({
        ...credentials,
        password: encrypted,
        tlsOptions: { rejectUnauthorized: false, key: encrypted, passphrase: encrypted },
      });
      const answers = [
        integration,
        ...(await listed(environment)),
        ...(await listed(environment, "/active")),
        await update(environment, _id, { name: "Renamed" }),
        (await call("POST", environment, `/${_id}/set-primary`)).body.data,
        ...(await call("PUT", environment, "/order", { channel: "email", integrationIds: [_id], ...place })).body.data,
      ].filter((shown) => shown._id === _id);
      expect(answers.map((shown) => shown.credentials)).toEqual(Array(6).fill(masked));
    }
  });

  test("they are stored in the type of their field, and what the provider does not know counts as secret", async () => {
    const environment = await createTestEnvironment(db);
    const texts = {
      port: " 587 ",
      secure: "false",
      tlsOptions: '{"key":"k"}',
      user: " ",
      old: { pin: 4711, on: true },
    };
    const integration = await created(environment, smtp({ credentials: { ...smtpCredentials, ...texts } }));
    const { user: _user, ...given } = smtpCredentials;
    const [row] = await db.select().from(integrations).where(eq(integrations.id, integration._id));
    expect(row?.credentials).toMatchObject({ port: 587, secure: false });
    expect(JSON.stringify(row?.credentials)).not.toContain('"k"');
    expect(integration.credentials).toMatchObject({ old: { pin: "nvsk.", on: true } });
    const read = { ...given, port: 587, secure: false, tlsOptions: { key: "k" }, old: { pin: 4711, on: true } };
    expect(await stored(integration._id)).toEqual(read);
    await update(environment, integration._id, { credentials: integration.credentials });
    expect(await stored(integration._id)).toEqual(read);
  });

  test("a value that does not fit its field is refused, also unchecked", async () => {
    const environment = await createTestEnvironment(db);
    const wrong = { secure: "yes", port: "many", tlsOptions: "{", requireTls: "" };
    const { status, body } = await call("POST", environment, "", smtp({ credentials: wrong }));
    expect(status).toBe(400);
    expect(body.message).toEqual([
      'credentials.secure: correct "Secure": must be true or false',
      expect.stringMatching(/^credentials\.port: correct "Port": /),
      'credentials.tlsOptions: correct "TLS options": must be valid JSON',
      'credentials.requireTls: correct "Require TLS": must be true or false',
    ]);
  });

  const tls = { key: "PRIVATE KEY", passphrase: "open sesame", servername: "a" };

  test("given credentials replace the stored ones; a secret that is masked or left out stays as it was", async () => {
    const environment = await createTestEnvironment(db);
    const credentials = { ...smtpCredentials, port: 587, tlsOptions: tls };
    const { _id } = await created(environment, smtp({ credentials }));
    const { user: _user, password: _password, ...open } = { ...credentials, host: "mail.example.com" };
    await update(environment, _id, {
      credentials: { ...open, password: "nvsk.er22", tlsOptions: { servername: "b" } },
    });
    expect(await stored(_id)).toEqual({ ...open, password: "hunter22", tlsOptions: { ...tls, servername: "b" } });
    const asText = JSON.stringify({ key: "nvsk. KEY", passphrase: "other words", servername: "c" });
    await update(environment, _id, { credentials: { ...open, tlsOptions: asText } });
    const changed = { key: "PRIVATE KEY", passphrase: "other words", servername: "c" };
    expect(await stored(_id)).toEqual({ ...open, password: "hunter22", tlsOptions: changed });
  });

  test("a blank secret is removed, and with a structure that is left out the secrets in it", async () => {
    const environment = await createTestEnvironment(db);
    const { _id } = await created(environment, smtp({ credentials: { ...smtpCredentials, tlsOptions: tls } }));
    await update(environment, _id, { credentials: { host: "mail.example.com", password: "" } });
    expect(await stored(_id)).toEqual({ host: "mail.example.com" });
  });

  test("a text like a mask is refused by the name of its field unless it is the mask of what is stored", async () => {
    const environment = await createTestEnvironment(db);
    const { _id } = await created(environment, smtp({ credentials: { ...smtpCredentials, tlsOptions: tls } }));
    const wrong = { user: "nvsk.ada", password: "nvsk.9999", tlsOptions: { key: "nvsk.er22" }, old: "nvsk.er22" };
    const { status, body } = await call("PUT", environment, `/${_id}`, { check: false, credentials: wrong });
    expect(status).toBe(400);
    const remedy =
      "is not the mask of the secret that is stored: send the secret in clear, or leave it out to keep the stored one";
    expect(body.message).toEqual([
      "credentials.user must not start with nvsk.: send it in clear",
      `credentials.password must not start with nvsk.: ${remedy}`,
      `credentials.tlsOptions.key must not start with nvsk.: ${remedy}`,
      `credentials.old must not start with nvsk.: ${remedy}`,
    ]);
    expect(await stored(_id)).toMatchObject({ user: "ada", password: "hunter22", tlsOptions: tls });
  });

  test("a secret that was kept does not undo one that is stored at the same moment", async () => {
    const environment = await createTestEnvironment(db);
    const { _id } = await created(environment, smtp({ credentials: smtpCredentials }));
    const change = (credentials: object) => call("PUT", environment, `/${_id}`, { check: false, credentials });
    const answers = await Promise.all([
      change({ ...smtpCredentials, password: "a new secret" }),
      ...[1, 2, 3].map((port) => change({ host: "mail.example.com", port })),
    ]);
    expect(answers[0]?.status).toBe(200);
    expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual([]);
    expect(await stored(_id)).toMatchObject({ password: "a new secret" });
  });

  test("incomplete ones are refused with what to fill in, unless checks are off", async () => {
    const environment = await createTestEnvironment(db);
    const incomplete = { ...smtp({ credentials: { ...smtpCredentials, host: "", port: "" } }), check: true };
    const { status, body } = await call("POST", environment, "", incomplete);
    expect(status).toBe(400);
    expect(body.message).toEqual(['credentials.host: fill in "Host"', 'credentials.port: fill in "Port"']);
    await created(environment, { ...incomplete, check: false });
  });

  test("an integration without credentials cannot be activated", async () => {
    const environment = await createTestEnvironment(db);
    const { _id } = await created(environment, smtp());
    const { status, body } = await call("PUT", environment, `/${_id}`, { active: true });
    expect(status).toBe(400);
    expect(body.message).toContain('credentials.host: fill in "Host"');
  });

  test("a mail server is tried before its credentials are stored", async () => {
    const server = new SMTPServer({
      disabledCommands: ["STARTTLS"],
      allowInsecureAuth: true,
      onAuth: ({ password }, _session, done) =>
        password === "hunter22" ? done(null, { user: "ada" }) : done(new Error("Wrong password")),
    });
    const listening = server.listen(0, "127.0.0.1");
    await once(listening, "listening");
    try {
      const environment = await createTestEnvironment(db);
      const port = (listening.address() as AddressInfo).port;
      const good = { providerId: "nodemailer", channel: "email", credentials: { ...smtpCredentials, port } };
      await created(environment, good);
      const bad = { ...good, credentials: { ...good.credentials, password: "letmein" } };
      const { status, body } = await call("POST", environment, "", bad);
      expect(status).toBe(400);
      expect(body.message).toMatch(/^The credentials do not work: /);
      expect(body.message).not.toContain("letmein");
      const works = await created(environment, { ...good, identifier: "works" });
      const form = { name: "Tried with the stored password", credentials: works.credentials, check: true };
      expect((await call("PUT", environment, `/${works._id}`, form)).status).toBe(200);
      const broken = await created(environment, { ...bad, check: false });
      const masked = await call("PUT", environment, `/${broken._id}`, { ...form, credentials: broken.credentials });
      expect(masked.status).toBe(400);
    } finally {
      await new Promise<void>((resolve) => server.close(() => resolve()));
    }
  });

  test("a host that does not resolve is named", async () => {
    const environment = await createTestEnvironment(db);
    const credentials = { ...smtpCredentials, host: "mail.belfry.invalid" };
    const { status, body } = await call("POST", environment, "", { ...smtp({ credentials }), check: true });
    expect(status).toBe(400);
    expect(body.message).toContain('"mail.belfry.invalid"');
  });
});

describe("primary and priority of email", () => {
  test("an inactive one has neither", async () => {
    const environment = await environmentWithoutEmail();
    await created(environment, smtp({ name: "a" }));
    expect(await prioritiesOf(environment)).toEqual({ a: "0" });
  });

  test("the first active one becomes primary, later ones stand right below it", async () => {
    const environment = await environmentWithoutEmail();
    for (const name of ["a", "b", "c"]) await created(environment, smtp({ name, active: true }));
    expect(await prioritiesOf(environment)).toEqual({ a: "3*", b: "1", c: "2" });
  });

  test("the built-in one stays active and primary when another is added or activated", async () => {
    const environment = await createTestEnvironment(db);
    await created(environment, smtp({ name: "a", active: true }));
    const { _id } = await created(environment, smtp({ name: "b" }));
    await update(environment, _id, { active: true });
    expect(await prioritiesOf(environment)).toEqual({ "Belfry Email": "3*", a: "1", b: "2" });
  });

  test("a channel other than email and sms has neither", async () => {
    const environment = await createTestEnvironment(db);
    const inbox = (await listed(environment)).find(({ channel }) => channel === "in_app");
    expect(inbox).toMatchObject({ active: true, primary: false, priority: 0 });
  });

  test("one with conditions does not become primary", async () => {
    const environment = await environmentWithoutEmail();
    await created(environment, smtp({ name: "a", active: true, conditions: onTenant }));
    expect(await prioritiesOf(environment)).toEqual({ a: "1" });
  });

  test("a new active one becomes primary when the top one is not", async () => {
    const environment = await environmentWithoutEmail();
    const { _id } = await created(environment, smtp({ name: "a", active: true }));
    await update(environment, _id, { conditions: onTenant });
    await created(environment, smtp({ name: "b", active: true }));
    expect(await prioritiesOf(environment)).toEqual({ a: "1", b: "2*" });
  });

  test("activating gives a place but never makes primary", async () => {
    const environment = await environmentWithoutEmail();
    const { _id } = await created(environment, smtp({ name: "a" }));
    await update(environment, _id, { active: true });
    expect(await prioritiesOf(environment)).toEqual({ a: "1" });
  });

  test("deactivating renumbers the rest and chooses no new primary", async () => {
    const environment = await environmentWithoutEmail();
    const first = await created(environment, smtp({ name: "a", active: true }));
    await created(environment, smtp({ name: "b", active: true }));
    const third = await created(environment, smtp({ name: "c", active: true }));
    await update(environment, third._id, { active: false });
    expect(await prioritiesOf(environment)).toEqual({ a: "2*", b: "1", c: "0" });
    await update(environment, first._id, { active: false });
    expect(await prioritiesOf(environment)).toEqual({ a: "0", b: "1", c: "0" });
  });

  test("conditions take the primary flag away", async () => {
    const environment = await environmentWithoutEmail();
    const { _id } = await created(environment, smtp({ name: "a", active: true }));
    expect(await update(environment, _id, { conditions: onTenant })).toMatchObject({
      primary: false,
      conditions: onTenant,
    });
  });

  test("set-primary activates, drops conditions and demotes the old one, which stays active", async () => {
    const environment = await environmentWithoutEmail();
    for (const name of ["a", "b"]) await created(environment, smtp({ name, active: true }));
    const idle = await created(environment, smtp({ name: "c", conditions: onTenant }));
    await created(environment, smtp({ name: "d" }));
    const { status, body } = await call("POST", environment, `/${idle._id}/set-primary`, {});
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ active: true, primary: true, conditions: [], priority: 3 });
    expect(await prioritiesOf(environment)).toEqual({ a: "2", b: "1", c: "3*", d: "0" });
  });

  test("setting the primary one primary changes nothing", async () => {
    const environment = await environmentWithoutEmail();
    const { _id } = await created(environment, smtp({ name: "a", active: true }));
    const { status, body } = await call("POST", environment, `/${_id}/set-primary`);
    expect(status).toBe(200);
    expect(body.data.primary).toBe(true);
    expect(await prioritiesOf(environment)).toEqual({ a: "1*" });
  });

  test("set-primary refuses malformed ids, unknown ones, and channels without a primary", async () => {
    const environment = await createTestEnvironment(db);
    const inbox = (await listed(environment)).find(({ channel }) => channel === "in_app");
    const malformed = await call("POST", environment, "/abc/set-primary", {});
    expect(malformed).toMatchObject({ status: 400, body: { message: ["integrationId must be a UUID"] } });
    expect((await call("POST", environment, `/${UNKNOWN}/set-primary`, {})).status).toBe(404);
    const refused = await call("POST", environment, `/${inbox?._id}/set-primary`, {});
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain("Channel in_app has no primary integration");
  });

  test("deleting renumbers the rest, chooses no new primary and answers what the environment has left", async () => {
    const environment = await environmentWithoutEmail();
    const first = await created(environment, smtp({ name: "a", active: true }));
    await created(environment, smtp({ name: "b", active: true }));
    const third = await created(environment, smtp({ name: "c", active: true }));
    const { status, body } = await call("DELETE", environment, `/${third._id}`);
    expect(status).toBe(200);
    expect(body.data.map(({ name }: Integration) => name).sort()).toEqual(["Belfry Inbox", "Belfry SMS", "a", "b"]);
    expect(await prioritiesOf(environment)).toEqual({ a: "2*", b: "1" });
    await call("DELETE", environment, `/${first._id}`);
    expect(await prioritiesOf(environment)).toEqual({ b: "1" });
  });

  test("an integration that moves to another environment leaves its rank behind and gets one there", async () => {
    const environment = await environmentWithoutEmail();
    const first = await created(environment, smtp({ name: "a", active: true }));
    const second = await created(environment, smtp({ name: "b", active: true }));
    const there = { _environmentId: environment.productionEnvironmentId };
    expect(await update(environment, second._id, there)).toMatchObject({ ...there, primary: false, priority: 1 });
    expect(await prioritiesOf(environment)).toEqual({ a: "1*" });
    expect(await update(environment, first._id, there)).toMatchObject({ ...there, primary: false, priority: 2 });
    expect(await prioritiesOf(environment)).toEqual({});
  });

  test("many at the same moment leave one primary and an order without gaps", async () => {
    const environment = await environmentWithoutEmail();
    const names = ["a", "b", "c", "d", "e"];
    const made = await Promise.all(names.map((name) => created(environment, smtp({ name, active: true }))));
    await Promise.all(made.slice(0, 3).map(({ _id }) => call("POST", environment, `/${_id}/set-primary`, {})));
    const places = Object.values(await prioritiesOf(environment)).sort();
    expect(places).toEqual(["1", "2", "3", "4", "5*"]);
  });
});

describe("updating and deleting", () => {
  test("name and identifier change alone", async () => {
    const environment = await createTestEnvironment(db);
    const { _id } = await created(environment, smtp());
    expect(await update(environment, _id, { name: "Post" })).toMatchObject({ name: "Post" });
    expect(await update(environment, _id, { identifier: "post" })).toMatchObject({ name: "Post", identifier: "post" });
    expect(await update(environment, _id, { identifier: "post" })).toMatchObject({ identifier: "post" });
  });

  test("an identifier that is taken is a conflict, nothing to update is refused", async () => {
    const environment = await createTestEnvironment(db);
    await created(environment, smtp({ identifier: "taken" }));
    const { _id } = await created(environment, smtp());
    expect((await call("PUT", environment, `/${_id}`, { identifier: "taken" })).status).toBe(409);
    const { status, body } = await call("PUT", environment, `/${_id}`, { check: false });
    expect(status).toBe(400);
    expect(body.message).toMatch(/^Nothing to update: send name/);
  });

  test("one of another organisation is unknown, as is a malformed id", async () => {
    const environment = await createTestEnvironment(db);
    const stranger = await createTestEnvironment(db);
    const { _id } = await created(stranger, smtp());
    for (const id of [_id, UNKNOWN, "abc"]) {
      expect((await call("PUT", environment, `/${id}`, { name: "Mine" })).status).toBe(404);
      expect((await call("DELETE", environment, `/${id}`)).status).toBe(404);
    }
  });

  test("a deleted one is kept but neither listed nor found again", async () => {
    const environment = await createTestEnvironment(db);
    const { _id, identifier } = await created(environment, smtp());
    await call("DELETE", environment, `/${_id}`);
    expect((await listed(environment)).map((integration) => integration._id)).not.toContain(_id);
    expect((await call("DELETE", environment, `/${_id}`)).status).toBe(404);
    const [row] = await db.select().from(integrations).where(eq(integrations.id, _id));
    expect(row?.deletedAt).toBeInstanceOf(Date);
    expect((await created(environment, smtp({ identifier }))).identifier).toBe(identifier);
  });
});

describe("status", () => {
  test("the inbox counts as connected once a subscriber has been online", async () => {
    const environment = await createTestEnvironment(db);
    const status = async () => (await call("GET", environment, "/in-app/status")).body;
    expect(await status()).toEqual({ data: { active: false } });
    const subscriber = { ...environment.scope, subscriberId: "on-boarding-subscriber-id-1" };
    await db.insert(subscribers).values(subscriber);
    expect(await status()).toEqual({ data: { active: false } });
    await db.insert(subscribers).values({ ...subscriber, subscriberId: "on-boarding-subscriber-id-2", isOnline: true });
    expect(await status()).toEqual({ data: { active: true } });
  });

  test("delivery webhooks are read of providers that report, and asked of email and sms only", async () => {
    const environment = await createTestEnvironment(db);
    const status = (path: string) => call("GET", environment, `/webhook/provider/${path}/status`);
    expect(await status("belfry-email")).toEqual({ status: 200, body: { data: false } });
    const { _id } = await created(environment, smtp({ credentials: smtpCredentials }));
    expect(await status(_id)).toEqual({ status: 200, body: { data: false } });
    expect((await status("belfry")).status).toBe(400);
    expect((await status("sendgrid")).status).toBe(404);
    expect((await status(randomUUID())).status).toBe(404);
    const empty = await created(environment, smtp());
    const unset = await status(empty._id);
    expect(unset.status).toBe(400);
    expect(unset.body.message).toContain("has no credentials");
    const credentials = { apiKey: "k", from: "a@example.com", senderName: "A" };
    await created(environment, { providerId: "sendgrid", channel: "email", check: false, credentials });
    expect(await status("sendgrid")).toEqual({ status: 200, body: { data: true } });
  });

  test("an integration whose provider reports shows the address to set up at the vendor, and no other does", async () => {
    const environment = await createTestEnvironment(db);
    const { _id, reportUrl } = await created(environment, { providerId: "sendgrid", channel: "email" });
    const address = `/v2/inbound-webhooks/delivery-providers/${environment.environmentId}/${_id}`;
    expect(reportUrl).toBe(testConfig.publicUrl + address);
    await created(environment, smtp());
    const { body } = await call("GET", environment, "");
    const shown = body.data.filter((one: Integration) => one._environmentId === environment.environmentId);
    expect(shown.filter((one: Integration) => one.reportUrl).map((one: Integration) => one._id)).toEqual([_id]);
    expect(await update(environment, _id, { name: "Reports" })).toMatchObject({ reportUrl });
  });
});

describe("what the engine sends through", () => {
  test("email takes the primary one, in-app the newest active one", async () => {
    const environment = await createTestEnvironment(db);
    await created(environment, smtp({ active: true }));
    expect(await selectIntegration(db, environment.scope, "email")).toMatchObject({ providerId: "belfry-email" });
    expect(await selectIntegration(db, environment.scope, "in_app")).toMatchObject({ providerId: "belfry" });
    expect(await selectIntegration(db, environment.scope, "push")).toBeUndefined();
  });

  test("an identifier chooses an active one of the channel and of this environment", async () => {
    const environment = await createTestEnvironment(db);
    const activeOf = async (channel: "email" | "sms") => {
      const [row] = await db.$client<{ active: ActiveIntegration[] }[]>`
        select ${activeIntegrations(db.$client, environment.scope, [channel])} as active`;
      return row?.active ?? [];
    };
    const select = async (identifier: string) => pickIntegration(await activeOf("email"), "email", identifier);
    await created(environment, smtp({ identifier: "on", active: true, credentials: smtpCredentials }));
    await created(environment, smtp({ identifier: "off" }));
    await created(
      environment,
      smtp({ identifier: "far", active: true, _environmentId: environment.productionEnvironmentId }),
    );
    expect(await select("on")).toMatchObject({
      identifier: "on",
      credentials: { password: expect.stringMatching(/^nvsk\./) },
    });
    expect(await select("off")).toBeUndefined();
    expect(await select("far")).toBeUndefined();
    expect(pickIntegration(await activeOf("sms"), "sms", "on")).toBeUndefined();
  });
});

describe("the order of a channel's integrations", () => {
  test("the first becomes the primary one, and those that are not named follow as they were", async () => {
    const environment = await createTestEnvironment(db);
    const [a, b, c] = [
      await created(environment, smtp({ active: true, name: "a" })),
      await created(environment, smtp({ active: true, name: "b" })),
      await created(environment, smtp({ active: true, name: "c" })),
    ];
    const order = { channel: "email", integrationIds: [c._id, a._id] };
    const { status, body } = await call("PUT", environment, "/order", order);
    expect(status, JSON.stringify(body)).toBe(200);
    const names = body.data.map(({ name }: Integration) => name);
    expect(names.slice(0, 2)).toEqual(["c", "a"]);
    expect(names).toContain("b");
    const priorities = body.data.map(({ priority }: Integration) => priority);
    expect(priorities).toEqual([...priorities].sort((x, y) => y - x));
    expect(body.data.map(({ primary }: Integration) => primary).filter(Boolean)).toHaveLength(1);
    expect(body.data[0]).toMatchObject({ _id: c._id, primary: true });
    expect(body.data.some(({ _id }: Integration) => _id === b._id)).toBe(true);
  });

  test("an id that is not an active one's, one twice, conditions at the top and another channel are refused by name", async () => {
    const [environment, other] = [await createTestEnvironment(db), await createTestEnvironment(db)];
    const active = await created(environment, smtp({ active: true }));
    const inactive = await created(environment, smtp());
    const foreign = await created(other, smtp({ active: true }));
    const conditional = await created(environment, smtp({ active: true, conditions: onTenant }));
    const refusal = async (integrationIds: unknown, channel = "email") => {
      const { status, body } = await call("PUT", environment, "/order", { channel, integrationIds });
      return [status, JSON.stringify(body.message)];
    };
    expect(await refusal([inactive._id])).toEqual([400, expect.stringContaining("is no active email integration")]);
    expect(await refusal([foreign._id])).toEqual([400, expect.stringContaining(foreign._id)]);
    expect(await refusal([UNKNOWN])).toEqual([400, expect.stringContaining("integrationIds")]);
    expect(await refusal([active._id, active._id])).toEqual([400, expect.stringContaining("twice")]);
    expect(await refusal([conditional._id])).toEqual([400, expect.stringContaining("has conditions")]);
    expect(await refusal([active._id], "push")).toEqual([400, expect.stringContaining("email or sms")]);
    expect(await refusal("all")).toEqual([400, expect.stringContaining("array")]);
    expect(await refusal([])).toEqual([400, expect.stringContaining("at least 1")]);
  });
});
