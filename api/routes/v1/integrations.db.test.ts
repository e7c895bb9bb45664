import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { Integration } from "#contract/integrations.ts";
import {
  type ActiveIntegration,
  activeIntegrations,
  pickIntegration,
  selectIntegration,
} from "#db/queries/integrations/integration-selection.ts";
import { changePace } from "#db/queries/lanes/lane-pace.ts";
import { demoMessages } from "#db/schema/demo-messages.ts";
import { integrations } from "#db/schema/integrations.ts";
import { subscribers } from "#db/schema/subscribers.ts";
import { reportToken } from "#providers/reports/report-url.ts";
import { createTestEnvironment, testApp, testConfig } from "#test/support/environment.ts";
import { integrationsApi, smtp, smtpCredentials, UNKNOWN } from "#test/support/integrations-api.ts";

const { app, db, call, created, update, listed, environmentWithoutEmail } = await integrationsApi();

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

  test("clients that were generated for the reference get the names of their closed lists for our own providers", async () => {
    const { headers } = await createTestEnvironment(db);
    const providersFor = async (agent: string) => {
      const reply = await app.inject({ url: "/v1/integrations", headers: { ...headers, "user-agent": agent } });
      return reply.json().data.map(({ providerId }: Integration) => providerId);
    };
    for (const agent of ["speakeasy-sdk/python 3.11.0 novu-py", "speakeasy-sdk/java 1.7.0", "novu-go/1.0"]) {
      const found = await providersFor(agent);
      expect(found).toContain("novu");
      expect(found.join()).not.toContain("belfry");
    }
    expect(await providersFor("python-requests/2.32")).toContain("belfry");
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

  test("a provider of ours can be named by its alias, and is shown by its id", async () => {
    const environment = await environmentWithoutEmail();
    const fields = { providerId: "novu-email", channel: "email" };
    expect(await created(environment, fields)).toMatchObject({ providerId: "belfry-email", name: "Belfry Email" });
    expect((await call("POST", environment, "", fields)).status).toBe(409);
    expect((await call("POST", environment, "", { providerId: "novu", channel: "in_app" })).body.message).toContain(
      "in-app",
    );
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

describe("updating and deleting", () => {
  test("name and identifier change alone", async () => {
    const environment = await createTestEnvironment(db);
    const { _id } = await created(environment, smtp());
    expect(await update(environment, _id, { name: "Post" })).toMatchObject({ name: "Post" });
    expect(await update(environment, _id, { identifier: "post" })).toMatchObject({ name: "Post", identifier: "post" });
    expect(await update(environment, _id, { identifier: "post" })).toMatchObject({ identifier: "post" });
  });

  test("what may have been taken is sent once more, unless the integration says otherwise", async () => {
    const environment = await createTestEnvironment(db);
    const { _id, retryInDoubt } = await created(environment, smtp());
    expect(retryInDoubt).toBe(true);
    expect(await update(environment, _id, { retryInDoubt: false })).toMatchObject({ retryInDoubt: false });
    expect(await update(environment, _id, { name: "Post" })).toMatchObject({ retryInDoubt: false });
    expect(await created(environment, smtp({ retryInDoubt: false }))).toMatchObject({ retryInDoubt: false });
    expect((await call("PUT", environment, `/${_id}`, { retryInDoubt: "no" })).status).toBe(400);
  });

  test("a pace can be set, read and removed, and one that cannot be kept is refused with its field", async () => {
    const environment = await createTestEnvironment(db);
    const { _id, pace } = await created(environment, smtp());
    expect(pace).toBeNull();
    const rate = async () => (await call("GET", environment, `/${_id}/rate`)).body.data;
    expect(await rate()).toEqual({
      perSecond: 0,
      waiting: 0,
      blockedUntil: null,
      limit: null,
      burst: null,
      concurrent: 50,
      source: null,
    });
    const set = { perSecond: 0.5, burst: 20, concurrent: 3 };
    expect(await update(environment, _id, { pace: set })).toMatchObject({ pace: set });
    expect(await update(environment, _id, { name: "Post" })).toMatchObject({ pace: set });
    expect(await rate()).toMatchObject({
      limit: { perSecond: 0.5, origin: "integration" },
      burst: 20,
      concurrent: 3,
    });
    for (const [wrong, field] of [
      [{ perSecond: 0 }, "pace.perSecond"],
      [{ perSecond: "5" }, "pace.perSecond"],
      [{ burst: 1.5 }, "pace.burst"],
      [{ perMinute: 5 }, "pace"],
      [{}, "pace"],
    ] as const) {
      const { status, body } = await call("PUT", environment, `/${_id}`, { pace: wrong });
      expect(status, JSON.stringify(wrong)).toBe(400);
      expect(JSON.stringify(body)).toContain(field);
    }
    expect(await update(environment, _id, { pace: null })).toMatchObject({ pace: null });
    expect(await created(environment, smtp({ pace: set }))).toMatchObject({ pace: set });
  });

  test("the rate says what limits it: the vendor's documents, and what was learned where that is less", async () => {
    const environment = await createTestEnvironment(db);
    const resend = { providerId: "resend", channel: "email", credentials: {}, active: false, check: false };
    const { _id } = await created(environment, resend);
    const rate = async () => (await call("GET", environment, `/${_id}/rate`)).body.data;
    expect(await rate()).toMatchObject({
      limit: { perSecond: 5, origin: "provider" },
      source: "https://resend.com/docs/api-reference/rate-limit",
    });
    const now = Date.now();
    const learned = { perSecond: 2, ceiling: null, refusedAt: now, waitMs: 1_000, busyMs: 0 };
    const owner = { id: _id, ...environment.scope };
    const blockedUntil = now + 3_600_000;
    await changePace(db, owner, (pace) => ({
      pace: { ...pace, learned, blockedUntil, rate: 1.5, ratedAt: now + 60_000 },
      result: null,
    }));
    expect(await rate()).toMatchObject({
      perSecond: 1.5,
      blockedUntil: new Date(blockedUntil).toISOString(),
      limit: { perSecond: 2, origin: "learned" },
    });
    // A change of the integration has it begin anew.
    await update(environment, _id, { pace: { perSecond: 40 } });
    expect(await rate()).toMatchObject({ blockedUntil: null, limit: { perSecond: 40, origin: "integration" } });
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

  test("the demo provider of a channel says how many messages it carries in a month, and has carried", async () => {
    const environment = await createTestEnvironment(db);
    const month = new Date().toISOString().slice(0, 7);
    const sent = { providerId: "belfry-sms", number: 1 };
    await db.insert(demoMessages).values([
      { ...environment.scope, ...sent, jobId: randomUUID(), month },
      { ...environment.scope, ...sent, jobId: randomUUID(), month, number: 2 },
      { ...environment.scope, ...sent, jobId: randomUUID(), month: "2020-01" },
      { ...environment.productionScope, ...sent, jobId: randomUUID(), month },
    ]);
    const limit = (channel: string) => call("GET", environment, `/${channel}/limit`);
    expect(await limit("email")).toEqual({ status: 200, body: { data: { limit: 300, count: 0 } } });
    expect(await limit("sms")).toEqual({ status: 200, body: { data: { limit: 20, count: 2 } } });
    expect(await limit("push")).toEqual({ status: 200, body: { data: { limit: 0, count: 0 } } });
    expect((await limit("pigeon")).status).toBe(400);
  });

  test("delivery webhooks are read of providers that report, and asked of email and sms only", async () => {
    const environment = await createTestEnvironment(db);
    const status = (path: string) => call("GET", environment, `/webhook/provider/${path}/status`);
    expect(await status("belfry-email")).toEqual({ status: 200, body: { data: false } });
    const { _id } = await created(environment, smtp({ credentials: smtpCredentials }));
    expect(await status(_id)).toEqual({ status: 200, body: { data: false } });
    expect((await status("belfry")).status).toBe(400);
    expect(await status("novu-email")).toEqual({ status: 200, body: { data: false } });
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
    const token = reportToken({ id: _id }, testConfig.encryptionKey);
    expect(reportUrl).toBe(`${testConfig.publicUrl}${address}?token=${token}`);
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
