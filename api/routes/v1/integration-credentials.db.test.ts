import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { eq } from "drizzle-orm";
import { SMTPServer } from "smtp-server";
import { describe, expect, test } from "vitest";
import { decryptCredentials } from "#db/encryption.ts";
import { integrations } from "#db/schema/integrations.ts";
import { createTestEnvironment, testConfig } from "#test/support/environment.ts";
import { integrationsApi, smtp, smtpCredentials } from "#test/support/integrations-api.ts";

const { db, call, created, update, listed } = await integrationsApi();

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

  const { host, port, from, senderName } = smtpCredentials;
  const sender = { from, senderName };
  const smtpAddress = { host, port, ...sender };
  const tls = { key: "PRIVATE KEY", passphrase: "open sesame", servername: "a" };

  test("given credentials replace the stored ones; a secret that is masked or left out stays as it was", async () => {
    const environment = await createTestEnvironment(db);
    const credentials = { ...smtpCredentials, port: 587, tlsOptions: tls };
    const { _id } = await created(environment, smtp({ credentials }));
    const { user: _user, password: _password, ...open } = { ...credentials, senderName: "Bea" };
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
    await update(environment, _id, { credentials: { host, password: "" } });
    expect(await stored(_id)).toEqual({ host });
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
      ...["A", "B", "C"].map((senderName) => change({ ...smtpAddress, senderName })),
    ]);
    expect(answers[0]?.status).toBe(200);
    expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual([]);
    expect(await stored(_id)).toMatchObject({ password: "a new secret" });
  });

  test("a changed address asks for the secrets anew, by their fields, and stores nothing until they are there", async () => {
    const environment = await createTestEnvironment(db);
    const credentials = { ...smtpCredentials, tlsOptions: tls };
    const { _id, credentials: shown } = await created(environment, smtp({ credentials }));
    const before = await stored(_id);
    const changes: [object, string][] = [
      [{ ...shown, host: "mail.attacker.example" }, '"Host"'],
      [{ ...smtpAddress, host: "mail.attacker.example", port: 25 }, '"Host" and "Port"'],
      [{ ...shown, port: 2525, tlsOptions: JSON.stringify({ key: "nvsk. KEY", passphrase: "nvsk.same" }) }, '"Port"'],
    ];
    for (const [given, names] of changes) {
      const { status, body } = await call("PUT", environment, `/${_id}`, {
        name: "Renamed",
        check: false,
        credentials: given,
      });
      expect(status).toBe(400);
      const remedy = `enter it again, because ${names} changed: what is stored is not sent to another address`;
      expect(body.message).toContain(`credentials.password: ${remedy}`);
      expect(await stored(_id)).toEqual(before);
    }
    expect((await listed(environment)).map(({ name }) => name)).not.toContain("Renamed");
    await update(environment, _id, { credentials: { ...shown, port: 587 } });
    const complete = { ...credentials, host: "smtp.example.com", port: 25 };
    await update(environment, _id, { credentials: { ...complete, tlsOptions: JSON.stringify(tls) } });
    expect(await stored(_id)).toEqual(complete);
    // Without its address first, and with another one then.
    await update(environment, _id, { credentials: { from: "ada@example.com" } });
    const { status, body } = await call("PUT", environment, `/${_id}`, {
      check: false,
      credentials: { ...smtpAddress, host: "mail.attacker.example" },
    });
    expect([status, body.message]).toEqual([400, [expect.stringMatching(/^credentials\.password: enter it again/)]]);
  });

  test("an address that is a secret itself asks for the others only", async () => {
    const environment = await createTestEnvironment(db);
    const credentials = { webhookUrl: "https://mail.example.com/a", secretKey: "hunter22", ...sender };
    const { _id, credentials: shown } = await created(environment, {
      providerId: "email-webhook",
      channel: "email",
      check: false,
      credentials,
    });
    const given = { ...shown, webhookUrl: "https://attacker.example/" };
    const { status, body } = await call("PUT", environment, `/${_id}`, { check: false, credentials: given });
    expect([status, body.message]).toEqual([400, [expect.stringMatching(/^credentials\.secretKey: enter it again/)]]);
    await update(environment, _id, { credentials: shown });
    expect(await stored(_id)).toEqual(credentials);
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
      const test = (asked: object) => call("POST", environment, "/test-credentials", asked);
      expect(await test(good)).toMatchObject({ status: 200, body: { data: { result: "accepted", message: null } } });
      const { data: answer } = (await test(bad)).body as { data: { result: string; message: string } };
      expect(answer.result).toBe("refused");
      expect(answer.message).not.toContain("letmein");
      const stored = { ...good, credentials: works.credentials, integrationId: works._id };
      expect((await test(stored)).body).toMatchObject({ data: { result: "accepted" } });
      const incomplete = await test({ ...good, credentials: {} });
      expect(incomplete.status).toBe(400);
      expect(incomplete.body.message).toContain('credentials.host: fill in "Host"');
      const others = await createTestEnvironment(db);
      expect((await call("POST", others, "/test-credentials", stored)).status).toBe(404);
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
