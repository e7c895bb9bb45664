import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { countRuns } from "#activities/upkeep/count-runs.ts";
import type { AlertRule, CreateAlertRule } from "#contract/activity/alert-rules.ts";
import { ALERT_RULES_MAX } from "#contract/constants/activity/alerts.ts";
import { noteIntegrationHealth } from "#db/queries/activity/alerts/integration-health.ts";
import { noteProblem } from "#db/queries/integrations/outages.ts";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";
import { type FailedStep, storeFailedStep } from "#test/support/failed-steps.ts";
import { startFakeVendor } from "#test/support/fake-vendor.ts";
import { addSmtpServer } from "#test/support/integrations.ts";
import { peopleApi } from "#test/support/people-api.ts";

// Rules tell people of errors and of integrations that fail: once, in the transaction that finds it out.

const api = await peopleApi();
const slackServer = await startFakeVendor();
const { db } = api;
const sql = db.$client;
afterAll(async () => {
  slackServer.close();
  await api.close();
});

let environment: TestEnvironment;
let workflow: Awaited<ReturnType<typeof aWorkflow>>;
let address: string;
let posted: { path: string; text: string }[];
beforeEach(async () => {
  environment = await createTestEnvironment(db);
  workflow = await aWorkflow(db, environment, [aStep("email")]);
  address = `${randomUUID()}@example.com`;
  posted = [];
  slackServer.answer = ({ url = "" }, body, response) => {
    posted.push({ path: url, text: JSON.parse(body).text });
    response.end("ok");
  };
});

const HOUR = 60 * 60_000;
const fail = (given: Partial<FailedStep> = {}) =>
  storeFailedStep(db, environment, {
    at: new Date(Date.now() - HOUR),
    message: "The key is not valid",
    code: "401",
    workflow,
    ...given,
  });
/** Counts what failed, and has what was found out be told. */
async function count(): Promise<void> {
  await countRuns({ db });
  api.app.mails.wake();
}
const call = (method: "GET" | "POST" | "PATCH" | "DELETE", path = "", body?: object) =>
  api.call(method, `/alert-rules${path}`, { headers: environment.headers, ...(body && { body }) });
async function create(rule: Partial<CreateAlertRule> = {}): Promise<AlertRule> {
  const { status, body } = await call("POST", "", {
    name: "On call",
    events: ["failure_group.created", "failure_group.reopened"],
    emails: [address],
    ...rule,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data;
}
const mails = () => api.sink.mailsTo(address).map(({ subject, text }) => ({ subject, text }));
const waiting = async () =>
  (await sql`select id from account_mails where alert->>'to' in (${address}, 'slack')`).length;
const arrived = (times: number) =>
  vi.waitFor(() => expect(mails().length + posted.length, JSON.stringify(mails())).toBe(times), 10_000);

test("a new error is told once by mail and in Slack, with a link to it", async () => {
  await create({ slackUrl: `${slackServer.url}/services/T1/B1/secret` });
  await fail();
  await fail();
  await count();
  await arrived(2);
  await count();
  expect(await waiting()).toBe(0);
  const [mail] = mails();
  expect(mail?.subject).toMatch(
    /: New error \(postmark\): The provider did not send the message: The key is not valid$/,
  );
  expect(mail?.text).toMatch(/\/activity\/errors\/[0-9a-f-]{36}/);
  expect(mail?.text).toContain('the alert rule "On call"');
  expect(posted).toEqual([
    {
      path: "/services/T1/B1/secret",
      text: expect.stringMatching(/New error .*\n<http.*\/activity\/errors\/.*\|Open the dashboard>$/s),
    },
  ]);
  const { body } = await call("GET");
  expect(body.data).toEqual([expect.objectContaining({ lastRaisedAt: expect.any(String), slackUrlEnd: "cret" })]);
  expect(JSON.stringify(body)).not.toContain("services");
});

test("what is found at once is one alert, and names nobody", async () => {
  await create();
  await fail({ message: "ada@example.com is unknown", code: "404" });
  for (let code = 500; code < 512; code += 1) await fail({ code: String(code) });
  await count();
  await arrived(1);
  const [mail] = mails();
  expect(mail?.subject).toMatch(/, and 12 more$/);
  expect(mail?.text).toContain("And 3 more.");
  expect(mail?.text).not.toContain("ada@example.com");
  expect(mail?.text).toMatch(/\/activity\/errors$/m);
});

test("one that comes back is told, and one that goes on is not", async () => {
  await create();
  await fail();
  await count();
  await arrived(1);
  await fail({ at: new Date(Date.now() - HOUR / 2) });
  await count();
  await sql`update failure_groups set state = 'resolved', state_at = now() - interval '20 minutes' where environment_id = ${environment.environmentId}`;
  await fail({ at: new Date(Date.now() - HOUR / 6) });
  await count();
  await arrived(2);
  expect(mails().at(-1)?.subject).toContain("An error is back");
});

test("so many failures within so many minutes are told once, also when they are counted one by one", async () => {
  await create({ events: ["failure_group.frequent"], frequency: { failures: 3, minutes: 2 } });
  const at = Math.floor((Date.now() - HOUR) / 60_000) * 60_000;
  for (const [index, second] of [0, 1, 61, 62, 100].entries()) {
    await fail({ at: new Date(at + second * 1_000) });
    await count();
    if (index === 1) expect(mails()).toEqual([]);
  }
  await arrived(1);
  expect(mails()[0]?.subject).toContain("Many failures");
});

test("passes at once tell of nothing twice", async () => {
  await create();
  await fail();
  await Promise.all([countRuns({ db }), countRuns({ db }), countRuns({ db })]);
  expect(await waiting()).toBe(1);
});

test("a rule that is switched off, deleted, or has another address meanwhile tells the old one nothing", async () => {
  const { _id } = await create();
  await fail();
  await countRuns({ db });
  expect(await waiting()).toBe(1);
  const other = `${randomUUID()}@example.com`;
  expect((await call("PATCH", `/${_id}`, { emails: [other] })).status).toBe(200);
  api.app.mails.wake();
  await vi.waitFor(async () => expect(await waiting()).toBe(0), 10_000);
  expect(mails()).toEqual([]);
  expect((await call("PATCH", `/${_id}`, { active: false })).status).toBe(200);
  await fail({ code: "403" });
  await count();
  expect(await waiting()).toBe(0);
  expect((await call("DELETE", `/${_id}`)).status).toBe(204);
  expect((await call("DELETE", `/${_id}`)).status).toBe(404);
});

test("an integration that fails for a minute is told once, and once more when it has stopped; endpoints get events", async () => {
  await create({ events: ["integration.failing", "integration.recovered"] });
  const endpoint = {
    url: "https://example.com/hook",
    eventTypes: ["integration.failing", "integration.recovered", "alert.raised"],
  };
  await api.call("POST", "/webhook-endpoints", { headers: environment.headers, body: endpoint });
  const id = await addSmtpServer(db, environment.scope, 1);
  const note = (now: Date) =>
    noteProblem(db, id, { errorClass: "CREDENTIAL", message: "535 ada@example.com may not", now });
  const look = async () => {
    await Promise.all([noteIntegrationHealth(db), noteIntegrationHealth(db)]);
    api.app.mails.wake();
  };
  await note(new Date());
  await look();
  await sql`update integration_outages set since = since - interval '2 minutes' where integration_id = ${id}`;
  await look();
  await look();
  await arrived(1);
  expect(mails()[0]?.subject).toMatch(/ fails: 535 … may not$/);
  await sql`delete from integration_outages where integration_id = ${id}`;
  await look();
  await note(new Date());
  await look();
  await sql`delete from integration_outages where integration_id = ${id}`;
  await look();
  await sql`update failing_integrations set quiet_since = quiet_since - interval '2 minutes' where integration_id = ${id}`;
  await look();
  await arrived(2);
  expect(mails()[1]?.subject).toMatch(/ has stopped failing$/);
  const events =
    await sql`select type from webhook_messages where environment_id = ${environment.environmentId} order by type`;
  expect(events.map(({ type }) => type)).toEqual([
    "alert.raised",
    "alert.raised",
    "integration.failing",
    "integration.recovered",
  ]);
});

test("a test tells every destination, and says what a vendor answered", async () => {
  const { _id } = await create({ slackUrl: slackServer.url });
  slackServer.answer = (_request, _body, response) => response.writeHead(404).end("no_service");
  const { body } = await call("POST", `/${_id}/test`);
  expect(body.data.results).toEqual([{ to: address }, { to: "slack", error: expect.stringContaining("404") }]);
  expect(mails()).toHaveLength(1);
});

test.each([
  [{ name: " " }, "name"],
  [{ events: [] }, "events"],
  [{ events: ["everything"] }, "events"],
  [{ events: ["failure_group.frequent"] }, "frequency"],
  [{ frequency: { failures: 0, minutes: 1 } }, "failures"],
  [{ frequency: { failures: 1, minutes: 61 } }, "minutes"],
  [{ emails: ["ada"] }, "emails"],
  [{ slackUrl: "hooks.slack.com" }, "slackUrl"],
  [{ color: "red" }, "color"],
])("refuses %j and names the field", async (given, field) => {
  const { status, body } = await call("POST", "", { name: "On call", events: ["failure_group.created"], ...given });
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain(field);
});

test("a change that would leave a rule without its frequency is refused, and what is left out stays", async () => {
  const { _id, emails } = await create({ slackUrl: slackServer.url });
  expect((await call("PATCH", `/${_id}`, { events: ["failure_group.frequent"] })).status).toBe(400);
  const frequency = { failures: 10, minutes: 5 };
  const { body } = await call("PATCH", `/${_id}`, { events: ["failure_group.frequent"], frequency });
  expect(body.data).toMatchObject({
    name: "On call",
    events: ["failure_group.frequent"],
    frequency,
    emails,
    slackUrlEnd: expect.any(String),
  });
  expect((await call("PATCH", `/${_id}`, { slackUrl: null })).body.data.slackUrlEnd).toBeNull();
});

test("an environment has a limited number of rules, also when they are created at once", async () => {
  const replies = await Promise.all(
    Array.from({ length: ALERT_RULES_MAX + 3 }, (_, index) =>
      call("POST", "", { name: `Rule ${index}`, events: ["failure_group.created"] }),
    ),
  );
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(ALERT_RULES_MAX);
  expect(replies.filter(({ status }) => status === 409)).toHaveLength(3);
});
