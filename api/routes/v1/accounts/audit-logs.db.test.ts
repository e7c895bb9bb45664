import { randomUUID } from "node:crypto";
import { desc, eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { housekeep } from "#activities/housekeep.ts";
import { closeDatabase, openDatabase } from "#db/client.ts";
import { hashPassword } from "#db/password-hash.ts";
import { auditLogs } from "#db/schema/accounts/audit-logs.ts";
import { organizations } from "#db/schema/accounts/organizations.ts";
import { users } from "#db/schema/accounts/users.ts";
import { events } from "#db/schema/events/events.ts";
import { createLogger } from "#telemetry/logger.ts";
import { createTestEnvironment, type TestEnvironment, testApp, testConfig } from "#test/support/environment.ts";
import { anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { fakeEngine } from "#test/support/fake-engine.ts";
import { createTestSubscriber, storeMessages } from "#test/support/inbox.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { aMember, signedIn } from "#test/support/sign-in.ts";

const db = openDatabase(testDatabaseUrl(), { poolSize: 5 });
const { app, close } = await testApp({ db, config: { ...testConfig, trustedProxies: ["10.0.0.0/8"] } });
afterAll(async () => {
  await close();
  await closeDatabase(db);
});

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

async function call(method: Method, url: string, headers: Record<string, string>, body?: object) {
  const reply = await app.inject({
    method,
    url: `/v1${url}`,
    headers,
    remoteAddress: "10.1.2.3",
    ...(body && { payload: body }),
  });
  return { status: reply.statusCode, text: reply.body, headers: reply.headers, json: () => reply.json() };
}

const entries = ({ organizationId }: TestEnvironment) =>
  db.select().from(auditLogs).where(eq(auditLogs.organizationId, organizationId)).orderBy(desc(auditLogs.createdAt));

const adminOf = async ({ userId, environmentId, organizationId }: TestEnvironment) => ({
  ...(await signedIn(db, userId, organizationId)),
  "novu-environment-id": environmentId,
});

/** The log as its reader gets it. */
async function logs(headers: Record<string, string>, query = "") {
  const { status, json } = await call("GET", `/audit-logs${query}`, headers);
  expect(status).toBe(200);
  return json();
}
const actionsOf = (page: { data: { action: string; entity: { name?: string } }[] }) =>
  page.data.map(({ action, entity }) => `${action} ${entity.name}`);

test("an entry says who changed what, from where, and what it was before", async () => {
  const environment = await createTestEnvironment(db);
  const { userId, environmentId, email } = environment;
  const headers = { ...(await adminOf(environment)), "user-agent": "Browser 1", "x-forwarded-for": "203.0.113.7" };
  await call("POST", "/topics", headers, { key: "t", name: "One" });
  await call("PATCH", "/topics/t", headers, { name: "Two" });
  const { data } = await logs(headers);
  expect(data[0]).toEqual({
    _id: expect.any(String),
    id: data[0].id,
    createdAt: expect.any(String),
    _environmentId: environmentId,
    actor: { kind: "member", _userId: userId, name: "Ada Lovelace", email, roles: ["admin"] },
    action: "topic.updated",
    entity: { type: "topic", id: "t", name: "Two" },
    changes: { name: { before: "One", after: "Two" } },
    from: { address: "203.0.113.7", userAgent: "Browser 1", requestId: expect.any(String) },
  });
  expect(data[1]).toMatchObject({ action: "topic.created", changes: { key: { after: "t" }, name: { after: "One" } } });
  await call("DELETE", "/topics/t", headers);
  const [deleted] = (await logs(headers)).data;
  expect(deleted).toMatchObject({ action: "topic.deleted", changes: { name: { before: "Two" } } });
});

test("a key is named by its last four characters, with its owner", async () => {
  const environment = await createTestEnvironment(db);
  await call("POST", "/topics", environment.headers, { key: "t", name: "One" });
  const [{ actor }] = (await logs(environment.headers)).data;
  expect(actor).toMatchObject({ kind: "key", keyEnd: environment.apiKey.slice(-4), _userId: environment.userId });
});

test("of a changed secret only the end is kept, and an unchanged one is not mentioned", async () => {
  const environment = await createTestEnvironment(db);
  const { headers } = environment;
  const [first, second] = ["first-password-abcd", "other-password-abcd"];
  const credentials = { host: "smtp.example.com", port: 587, user: "ada", password: first, from: "a@example.com" };
  const created = await call("POST", "/integrations", headers, {
    providerId: "nodemailer",
    channel: "email",
    active: false,
    check: false,
    credentials,
  });
  const path = `/integrations/${created.json().data._id}`;
  await call("PUT", path, headers, { name: "Renamed", check: false, credentials });
  await call("PUT", path, headers, { check: false, credentials: { ...credentials, password: second } });
  const [changed, renamed, added] = await entries(environment);
  expect(changed?.changes).toEqual({ "credentials.password": { before: "nvsk.abcd", after: "nvsk.abcd" } });
  expect(renamed?.changes).toEqual({ name: { before: expect.any(String), after: "Renamed" } });
  expect(added?.changes.credentials).toEqual({ after: { ...credentials, password: "nvsk.abcd" } });
  await call("POST", "/environments/api-keys/regenerate", await adminOf(environment));
  const all = JSON.stringify(await entries(environment));
  for (const secret of [first, second, environment.apiKey]) expect(all).not.toContain(secret);
  expect(all).toContain(`nvsk.${environment.apiKey.slice(-4)}`);
});

test("a text that looks like a secret, or is very long, changes nothing but its entry", async () => {
  const environment = await createTestEnvironment(db);
  const { headers } = environment;
  const long = `${"x".repeat(1_999)}😀${"y".repeat(100)}`;
  for (const name of ["nvsk.not a secret at all", "nvsk.", long]) {
    expect((await call("POST", "/notification-groups", headers, { name: name.slice(0, 255) })).status).toBe(201);
  }
  const data = { text: long, "nvsk.": "nvsk.nothing" };
  expect((await call("POST", "/subscribers", headers, { subscriberId: "ada", data })).status).toBe(201);
  expect(await entries(environment)).toHaveLength(4);
});

test("a change and its entry are stored together or not at all", async () => {
  const environment = await createTestEnvironment(db);
  const { headers, organizationId } = environment;
  const constraint = `check (organization_id <> '${organizationId}')`;
  await db.$client.unsafe(`alter table audit_logs add constraint refused_by_test ${constraint} not valid`);
  const refused = await call("POST", "/topics", headers, { key: "t", name: "One" });
  await db.$client.unsafe("alter table audit_logs drop constraint refused_by_test");
  expect(refused.status).toBe(500);
  expect((await call("GET", "/topics/t", headers)).status).toBe(404);
  await call("POST", "/topics", headers, { key: "t", name: "One" });
  expect((await call("POST", "/topics", headers, { key: "t", name: "Again" })).status).toBe(409);
  expect(await entries(environment)).toHaveLength(1);
});

test("a call that changes nothing is not noted", async () => {
  const environment = await createTestEnvironment(db);
  const { headers } = environment;
  await call("POST", "/subscribers", headers, { subscriberId: "ada", firstName: "Ada" });
  await call("PUT", "/subscribers/ada", headers, { firstName: "Ada" });
  await call("DELETE", `/events/trigger/${randomUUID()}`, headers);
  expect((await entries(environment)).map(({ action }) => action)).toEqual(["subscriber.created"]);
});

test("what is refused is not noted", async () => {
  const environment = await createTestEnvironment(db);
  const headers = await adminOf(environment);
  await call("POST", "/topics", headers, { key: "t", name: "One" });
  await call("POST", "/subscribers", headers, { subscriberId: "ada" });
  await call("POST", "/topics/t/subscribers", headers, { subscribers: ["ada"] });
  const noted = (await entries(environment)).length;
  expect((await call("POST", "/topics", headers, { key: "t", name: "Again" })).status).toBe(409);
  expect((await call("DELETE", "/topics/t", headers)).status).toBe(409);
  expect((await call("DELETE", "/topics/none", headers)).status).toBe(404);
  expect((await call("PUT", "/subscribers/ada", headers, { timezone: "Mars/Base" })).status).toBe(400);
  expect(await entries(environment)).toHaveLength(noted);
});

test("of two changes at once, each has what the other left as its state before", async () => {
  const environment = await createTestEnvironment(db);
  const { headers } = environment;
  await call("POST", "/topics", headers, { key: "t", name: "0" });
  const names = ["1", "2", "3", "4"];
  await Promise.all(names.map((name) => call("PATCH", "/topics/t", headers, { name })));
  const changes = (await entries(environment)).map((entry) => entry.changes.name);
  const befores = changes.flatMap((change) => change?.before ?? []);
  const last = (await call("GET", "/topics/t", headers)).json().data.name;
  expect(befores.sort()).toEqual(["0", ...names].filter((name) => name !== last));
});

test("subscribers in their inboxes, and marks of messages, are not noted", async () => {
  const environment = await createTestEnvironment(db);
  const ada = await createTestSubscriber(db, environment.scope);
  const [message = ""] = await storeMessages(db, environment.scope, ada.id, [{ seen: false }]);
  await call("PATCH", "/inbox/preferences", ada.headers, { email: false });
  await call("PATCH", `/inbox/notifications/${message}/read`, ada.headers);
  await call("POST", `/subscribers/${ada.subscriberId}/messages/mark-all`, environment.headers, { markAs: "seen" });
  expect(await entries(environment)).toEqual([]);
});

test("pausing and resuming are noted with what they change", async () => {
  const environment = await createTestEnvironment(db);
  const { headers } = environment;
  const workflow = await aWorkflow(db, environment, [aStep("in_app")]);
  const { ref } = await anAcceptedEvent(db, environment, workflow, { to: "ada" });
  const created = await call("POST", "/schedules", headers, {
    name: "Weekly",
    workflow: workflow.identifier,
    to: { type: "Broadcast" },
    recurrence: { type: "cron", cronExpression: "0 9 * * 1" },
  });
  const path = `/schedules/${created.json().data._id}`;
  for (const verb of ["pause", "pause", "resume"]) await call("POST", `${path}/${verb}`, headers);
  await db.update(events).set({ stopReason: "it failed" }).where(eq(events.id, ref.eventId));
  expect((await call("POST", `/events/trigger/${ref.transactionId}/resume`, headers)).json().data.resumed).toBe(true);
  expect((await entries(environment)).map(({ action, changes }) => [action, changes.status])).toEqual([
    ["event.resumed", undefined],
    ["schedule.updated", { before: "paused", after: "active" }],
    ["schedule.updated", { before: "active", after: "paused" }],
    ["schedule.created", { after: "active" }],
  ]);
});

test("subscribers of a bulk are one entry with their numbers", async () => {
  const environment = await createTestEnvironment(db);
  const { headers } = environment;
  await call("POST", "/subscribers", headers, { subscriberId: "a" });
  const subscribers = ["a", "b", "c"].map((subscriberId) => ({ subscriberId, firstName: "Ada" }));
  await call("POST", "/subscribers/bulk", headers, { subscribers });
  const [bulk] = await entries(environment);
  expect(bulk).toMatchObject({
    action: "subscriber.saved_in_bulk",
    changes: { created: { after: 2 }, updated: { after: 1 }, failed: { after: 0 } },
  });
});

test("members and choices are noted as they change, and not when a call is repeated", async () => {
  const environment = await createTestEnvironment(db);
  const { headers } = environment;
  const subscribers = ["ada", "bob"];
  for (const subscriberId of subscribers) await call("POST", "/subscribers", headers, { subscriberId });
  for (const _attempt of [1, 2]) {
    await call("POST", "/topics/crew/subscribers", headers, { subscribers: ["ada"] });
  }
  for (const _attempt of [1, 2]) {
    await call("POST", "/topics/crew/subscribers", headers, { subscribers: [...subscribers, "nobody"] });
    await call("PATCH", "/subscribers/ada/preferences", headers, { enabled: false });
  }
  for (const _attempt of [1, 2]) {
    await call("POST", "/topics/crew/subscribers/removal", headers, { subscribers: [...subscribers, "nobody"] });
  }
  await call("POST", "/topics/unknown/subscribers/removal", headers, { subscribers });
  const noted = (await entries(environment)).reverse().slice(subscribers.length);
  expect(noted.map(({ action, entityId, changes }) => [action, entityId, changes.subscribers])).toEqual([
    ["topic.created", "crew", undefined],
    ["topic.members_added", "crew", { after: 1 }],
    ["topic.members_added", "crew", { after: 1 }],
    ["subscriber.preferences_updated", "ada", undefined],
    ["topic.members_removed", "crew", { before: 2 }],
  ]);
});

test("sign-ins, refused ones and ended sessions stand in the log of the person's organisations", async () => {
  const environment = await createTestEnvironment(db);
  const { userId, email } = environment;
  await db
    .update(users)
    .set({ passwordHash: await hashPassword("Right-pass-1") })
    .where(eq(users.id, userId));
  const login = (password: string, address = email) =>
    call("POST", "/auth/login", { "x-forwarded-for": "203.0.113.9" }, { email: address, password });
  expect((await login("Wrong-pass-1")).status).toBe(401);
  await login("Wrong-pass-1", "nobody@example.com");
  const { token } = (await login("Right-pass-1")).json().data;
  await call("DELETE", "/auth/sessions", { authorization: `Bearer ${token}` });
  const noted = await entries(environment);
  expect(noted.map(({ action }) => action)).toEqual(["session.ended", "session.opened", "session.refused"]);
  expect(noted.at(-1)).toMatchObject({ actor: "person", userId, entityName: email, address: "203.0.113.9" });
  expect(JSON.stringify(noted)).not.toContain("Wrong-pass-1");
});

describe("reading the log", () => {
  test("takes an admin or a key, and a key sees its own environment only", async () => {
    const environment = await createTestEnvironment(db);
    const { headers, organizationId, productionApiKey } = environment;
    const production = { authorization: `ApiKey ${productionApiKey}` };
    await call("POST", "/topics", headers, { key: "t", name: "Development" });
    await call("POST", "/topics", production, { key: "t", name: "Production" });
    await call("PATCH", "/organizations", environment.organizationHeaders, { name: "Renamed" });
    expect(actionsOf(await logs(headers))).toEqual(["topic.created Development"]);
    expect(actionsOf(await logs(headers, `?environmentId=${environment.productionEnvironmentId}`))).toHaveLength(1);
    expect(actionsOf(await logs(production))).toEqual(["topic.created Production"]);
    const all = ["organization.updated Renamed", "topic.created Production", "topic.created Development"];
    expect(actionsOf(await logs(await adminOf(environment)))).toEqual(all);
    const member = await aMember(db, organizationId, "member");
    expect((await call("GET", "/audit-logs", member.headers)).status).toBe(403);
    expect((await call("GET", "/audit-logs/export", member.headers)).status).toBe(403);
    expect((await logs((await createTestEnvironment(db)).headers)).data).toEqual([]);
  });

  test("can be filtered, and goes on from a cursor", async () => {
    const environment = await createTestEnvironment(db);
    const { headers, userId } = environment;
    for (const name of ["a", "b", "c"]) await call("POST", "/topics", headers, { key: name, name });
    await call("POST", "/notification-groups", await adminOf(environment), { name: "g" });
    const [group, c, b] = (await logs(headers)).data;
    const filtered = async (query: string) => actionsOf(await logs(headers, `?${query}`)).length;
    expect(await filtered("actor=member")).toBe(1);
    expect(await filtered("actor=key")).toBe(3);
    expect(await filtered(`userId=${userId}`)).toBe(4);
    expect(await filtered(`userId=${randomUUID()}`)).toBe(0);
    expect(await filtered("action=topic.created")).toBe(3);
    expect(await filtered("entityType=notification_group")).toBe(1);
    expect(await filtered("entityType=topic&entityId=b")).toBe(1);
    expect(await filtered(`from=${encodeURIComponent(c.createdAt)}&entityType=notification_group`)).toBe(1);
    expect(await filtered(`to=${encodeURIComponent(b.createdAt)}`)).toBe(1);
    const first = await logs(headers, "?limit=3");
    expect(first.data.map(({ id }: { id: string }) => id)).toEqual([group.id, c.id, b.id]);
    const rest = await logs(headers, `?limit=3&cursor=${first.next}`);
    expect([actionsOf(rest), rest.next]).toEqual([["topic.created a"], null]);
    expect((await call("GET", "/audit-logs?cursor=nonsense", headers)).status).toBe(400);
    expect((await call("GET", "/audit-logs?from=yesterday", headers)).status).toBe(400);
  });

  test("one entry is asked for by its id, and only where it may be read", async () => {
    const environment = await createTestEnvironment(db);
    const stranger = await createTestEnvironment(db);
    const headers = await adminOf(environment);
    await call("POST", "/topics", headers, { key: "t", name: "One" });
    await call("POST", "/topics", headers, { key: "u", name: "Two" });
    const [entry] = await entries(environment);
    expect(actionsOf(await logs(headers, `?id=${entry?.id}`))).toEqual(["topic.created Two"]);
    expect(actionsOf(await logs(await adminOf(stranger), `?id=${entry?.id}`))).toEqual([]);
    expect((await call("GET", "/audit-logs?id=1", headers)).status).toBe(400);
  });

  test("is possible as a CSV file, in which no cell is a formula", async () => {
    const { headers } = await createTestEnvironment(db);
    await call("POST", "/topics", headers, { key: "t", name: '=HYPERLINK("x"),\n1' });
    await call("POST", "/topics", headers, { key: "u", name: "u" });
    const { text, headers: answered } = await call("GET", "/audit-logs/export?entityId=t", headers);
    expect(answered["content-type"]).toBe("text/csv; charset=utf-8");
    expect(answered["content-disposition"]).toBe('attachment; filename="audit-log.csv"');
    const [head, ...lines] = text.split("\r\n");
    expect(head).toMatch(/^time,environment,actor,.+,request$/);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain(`,topic.created,topic,t,"'=HYPERLINK(""x""),\n1",`);
  });

  test("finds the few entries of people among twenty thousand of keys", async () => {
    const environment = await createTestEnvironment(db);
    const { organizationId, environmentId } = environment;
    await db.$client`
      insert into audit_logs (organization_id, environment_id, actor, user_id, roles, action, entity_type, changes, created_at, expire_at)
      select ${organizationId}, ${environmentId}, case n when 1 then 'member' else 'key' end, gen_random_uuid(), '{}', 'topic.created',
        'topic', '{}', now() - interval '30 days' + n * interval '1 second', now() + interval '1 year' from generate_series(1, 20000) as n`;
    await db.$client`analyze audit_logs`;
    const { data } = await logs(await adminOf(environment), "?actor=member&action=topic.created");
    expect(data).toHaveLength(1);
    const plan =
      await db.$client.unsafe(`explain (analyze) select * from audit_logs where organization_id = '${organizationId}'
      and actor = 'member' and actor <> 'key' order by created_at desc, id desc limit 26`);
    expect(JSON.stringify(plan)).toContain("audit_logs_people");
  });

  test("finds its entries by an index, whatever the filter", async () => {
    const { organizationId, environmentId, userId } = await createTestEnvironment(db);
    await db.$client`
      insert into audit_logs (organization_id, environment_id, actor, user_id, roles, action, entity_type, entity_id, changes, expire_at)
      select gen_random_uuid(), gen_random_uuid(), 'key', gen_random_uuid(), '{}', 'topic.created', 'topic', 'b', '{}', now()
        + interval '1 year' from generate_series(1, 3000)`;
    await db.$client`analyze audit_logs`;
    const where = [
      "true",
      `environment_id = '${environmentId}'`,
      `user_id = '${userId}'`,
      "action = 'topic.created'",
      "entity_type = 'topic' and entity_id = 'b'",
    ];
    for (const condition of where) {
      const plan = await db.$client.unsafe(`explain select * from audit_logs where organization_id = '${organizationId}'
        and ${condition} order by created_at desc, id desc limit 26`);
      expect(JSON.stringify(plan)).toMatch(/Index Scan/);
      expect(JSON.stringify(plan)).not.toMatch(/Seq Scan/);
    }
  });
});

test("entries are kept as the plan says, a year where plans do not count, and then deleted", async () => {
  const counting = await testApp({ db, config: { ...testConfig, planLimits: "standard" } });
  const days = [];
  for (const [at, serviceLevel] of [
    [app, "free"],
    [counting.app, "free"],
    [counting.app, "pro"],
    [counting.app, "business"],
  ] as const) {
    const environment = await createTestEnvironment(db);
    const { organizationId, headers } = environment;
    await db.update(organizations).set({ serviceLevel }).where(eq(organizations.id, organizationId));
    await at.inject({ method: "POST", url: "/v1/topics", headers, payload: { key: "t", name: "T" } });
    const [entry] = await entries(environment);
    days.push(Math.round(((entry?.expireAt.getTime() ?? 0) - Date.now()) / 86_400_000));
  }
  expect(days).toEqual([365, 30, 90, 365]);
  const environment = await createTestEnvironment(db);
  await call("POST", "/topics", environment.headers, { key: "t", name: "T" });
  const clean = (at: number) =>
    // Other files of the same database may have left a deleted environment.
    housekeep({
      db,
      logger: createLogger({ logLevel: "silent" }),
      clock: () => new Date(at),
      engine: fakeEngine().engine,
    } as never)();
  await clean(Date.now());
  expect(await entries(environment)).toHaveLength(1);
  await clean(Date.now() + 366 * 86_400_000);
  expect(await entries(environment)).toEqual([]);
  await counting.close();
});
