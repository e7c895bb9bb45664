import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CreateWorkflow } from "#contract/workflows/workflows.ts";
import { listNotificationGroups } from "#db/queries/notification-groups/notification-groups.ts";
import { insertWorkflow, newWorkflow } from "#db/queries/workflows/save-workflow.ts";
import { preferences } from "#db/schema/preferences.ts";
import { createTestEnvironment, testApp } from "#test/support/environment.ts";
import { anAcceptedEvent } from "#test/support/event.ts";
import { createEventRunner } from "#test/support/run-event.ts";
import { storeSubscribers } from "#test/support/subscribers.ts";

let api: Awaited<ReturnType<typeof testApp>>;
beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());

/** An environment with the subscriber `ada` and an active workflow of an in-app, an e-mail and an inactive SMS step. */
async function setUp(settings: { critical?: boolean } = {}) {
  const environment = await createTestEnvironment(api.db);
  const { scope, userId, headers } = environment;
  const { rows } = await storeSubscribers(api.db, scope, [{ subscriberId: "ada" }]);
  const [group] = await listNotificationGroups(api.db, scope);
  const workflow = (name: string, more: object = {}) =>
    api.db.transaction((transaction) =>
      insertWorkflow(
        transaction,
        scope,
        newWorkflow(
          userId,
          CreateWorkflow.parse({
            name,
            notificationGroupId: group?.id,
            active: true,
            tags: ["billing"],
            steps: [
              { template: { type: "in_app", content: "Hello {{name}}" } },
              { template: { type: "delay" }, metadata: { amount: 1, unit: "hours" } },
              { template: { type: "email", subject: "Hello", content: "Hello", contentType: "customHtml" } },
              { template: { type: "sms", content: "Hello" }, active: false },
            ],
            ...settings,
            ...more,
          }),
        ),
      ),
    );
  const invoices = await workflow("Invoices");
  const call = async (method: "GET" | "PATCH", url = "", payload?: object) => {
    const path = `/v1/subscribers/ada/preferences${url}`;
    const reply = await api.app.inject({ method, url: path, headers, ...(payload && { payload }) });
    return { status: reply.statusCode, body: reply.json() };
  };
  const choose = (payload: object) => call("PATCH", `/${invoices.id}`, payload);
  return { environment, scope, workflow, invoices, ada: rows[0]?.id ?? "", call, choose };
}

test("a subscriber's preferences hold each active workflow with the channels that it has an active step of", async () => {
  const { workflow, invoices, call } = await setUp();
  await workflow("Draft", { active: false });
  const newest = await workflow("Newest");
  const { status, body } = await call("GET");
  expect(status).toBe(200);
  expect(body.data.map((item: { template: { _id: string } }) => item.template._id)).toEqual([newest.id, invoices.id]);
  expect(body.data[1]).toEqual({
    template: {
      _id: invoices.id,
      name: "Invoices",
      critical: false,
      tags: ["billing"],
      triggers: [expect.objectContaining({ type: "event", identifier: "invoices" })],
    },
    preference: {
      enabled: true,
      channels: { in_app: true, email: true },
      overrides: [
        { channel: "in_app", source: "template" },
        { channel: "email", source: "template" },
      ],
    },
    type: "WORKFLOW_RESOURCE",
  });
  expect((await call("GET", "/template")).body).toEqual(body);
});

test("channels without an active step are shown only when asked for", async () => {
  const { call } = await setUp();
  const channels = async (query: string) => Object.keys((await call("GET", query)).body.data[0].preference.channels);
  expect(await channels("?includeInactiveChannels=true")).toEqual(["in_app", "email", "sms", "chat", "push"]);
  expect(await channels("?includeInactiveChannels=false")).toEqual(["in_app", "email"]);
});

test("a choice for one channel changes that channel and says who decided it", async () => {
  const { call, choose } = await setUp();
  const changed = await choose({ channel: { type: "email", enabled: false } });
  expect(changed.status).toBe(200);
  expect(changed.body.data).toMatchObject({
    preference: {
      enabled: true,
      channels: { in_app: true, email: false },
      overrides: [
        { channel: "in_app", source: "template" },
        { channel: "email", source: "subscriber" },
      ],
    },
    type: "SUBSCRIBER_WORKFLOW",
  });
  expect((await call("GET")).body.data).toEqual([changed.body.data]);
});

test("switching a workflow off leaves its channels as they were, and later choices keep earlier ones", async () => {
  const { choose } = await setUp();
  await choose({ channel: { type: "email", enabled: false } });
  const off = await choose({ enabled: false });
  expect(off.body.data.preference).toMatchObject({ enabled: false, channels: { in_app: true, email: false } });
  const again = await choose({ enabled: true, channel: { type: "in_app", enabled: false } });
  expect(again.body.data.preference).toMatchObject({ enabled: true, channels: { in_app: false, email: false } });
});

test("a first call without a choice stores the default, a second one is refused", async () => {
  const { choose } = await setUp();
  const first = await choose({});
  expect(first).toMatchObject({ status: 200, body: { data: { preference: { enabled: true } } } });
  expect(await choose({})).toMatchObject({ status: 400, body: { error: "Bad Request" } });
});

test("the choice for all workflows shows five channels, and decides where a workflow has none of its own", async () => {
  const { call, choose } = await setUp();
  const all = { in_app: true, email: true, sms: true, chat: true, push: true };
  expect((await call("GET", "/global")).body).toEqual({ data: [{ preference: { enabled: true, channels: all } }] });
  const payload = {
    preferences: [
      { type: "email", enabled: false },
      { type: "in_app", enabled: false, channelType: "in_app" },
    ],
  };
  const changed = await call("PATCH", "", payload);
  expect(changed.status).toBe(200);
  expect(changed.body).toEqual({
    data: { preference: { enabled: true, channels: { ...all, email: false, in_app: false } } },
  });
  await choose({ channel: { type: "email", enabled: true } });
  const { body } = await call("GET");
  expect(body.data[0].preference.channels).toEqual({ in_app: false, email: true });
  expect((await call("PATCH", "", {})).body).toEqual(changed.body);
});

/** Runs an event of the workflow for `ada` to its end. Returns the channels of her messages, and who filtered a step. */
async function delivered({ environment, invoices }: Awaited<ReturnType<typeof setUp>>) {
  const { ref } = await anAcceptedEvent(api.db, environment, invoices, { to: "ada" });
  const runner = createEventRunner(api.db);
  await runner.toEnd(ref);
  await runner.close();
  const messages = await api.db
    .$client`select channel from messages where event_id = ${ref.eventId} order by created_at`;
  const filtered = await api.db.$client`
    select j.type, d.detail from execution_details d join jobs j on j.id = d.job_id join runs r on r.id = d.run_id
    where r.event_id = ${ref.eventId} and d.detail like 'Step filtered by%' order by j.position`;
  return {
    channels: messages.map(({ channel }) => channel),
    filtered: filtered.map(({ type, detail }) => `${type}: ${detail}`),
  };
}

test("what is chosen here decides what a later event delivers", async () => {
  const given = await setUp();
  await storeSubscribers(api.db, given.scope, [{ subscriberId: "ada", email: "ada@example.com" }]);
  expect(await delivered(given)).toEqual({ channels: ["in_app", "email"], filtered: [] });
  await given.choose({ channel: { type: "email", enabled: false } });
  expect(await delivered(given)).toEqual({
    channels: ["in_app"],
    filtered: ["email: Step filtered by subscriber workflow preferences"],
  });
  await given.call("PATCH", "", { preferences: [{ type: "in_app", enabled: false }] });
  expect(await delivered(given)).toEqual({
    channels: [],
    filtered: [
      "in_app: Step filtered by subscriber global preferences",
      "email: Step filtered by subscriber workflow preferences",
    ],
  });
});

test("the choice for a workflow counts before the one for all, and that before the workflow's own", async () => {
  const loud = await setUp();
  await loud.call("PATCH", "", { preferences: [{ type: "in_app", enabled: false }] });
  expect((await delivered(loud)).filtered).toEqual(["in_app: Step filtered by subscriber global preferences"]);
  await loud.choose({ channel: { type: "in_app", enabled: true } });
  expect(await delivered(loud)).toMatchObject({ channels: expect.arrayContaining(["in_app"]), filtered: [] });

  const quiet = await setUp();
  const invoices = await quiet.workflow("Quiet", { preferenceSettings: { in_app: false } });
  expect((await delivered({ ...quiet, invoices })).filtered).toEqual(["in_app: Step filtered by workflow preferences"]);
  await quiet.call("PATCH", "", { preferences: [{ type: "in_app", enabled: true }] });
  expect(await delivered({ ...quiet, invoices })).toMatchObject({
    channels: expect.arrayContaining(["in_app"]),
    filtered: [],
  });
});

test("a critical workflow reaches a subscriber who has switched off all of it", async () => {
  const given = await setUp();
  await storeSubscribers(api.db, given.scope, [{ subscriberId: "ada", email: "ada@example.com" }]);
  const off = { in_app: false, email: false };
  const invoices = await given.workflow("Alarm", { critical: true, preferenceSettings: off });
  await given.call("PATCH", "", { preferences: Object.keys(off).map((type) => ({ type, enabled: false })) });
  // Chosen while the workflow was not critical.
  await api.db.insert(preferences).values({
    ...given.scope,
    type: "SUBSCRIBER_WORKFLOW",
    workflowId: invoices.id,
    subscriberId: given.ada,
    enabled: false,
    channels: off,
  });
  expect(await delivered({ ...given, invoices })).toEqual({ channels: ["in_app", "email"], filtered: [] });
});

test("a read-only workflow keeps its channels whatever the subscriber chose, and so does a critical one", async () => {
  const critical = await setUp({ critical: true });
  const asked = await critical.choose({ channel: { type: "email", enabled: false } });
  expect(asked.body.data).toMatchObject({
    template: { critical: true },
    preference: { channels: { email: true } },
    type: "WORKFLOW_RESOURCE",
  });
  const readOnly = await setUp();
  await api.db.insert(preferences).values({
    ...readOnly.scope,
    type: "USER_WORKFLOW",
    workflowId: readOnly.invoices.id,
    readOnly: true,
    channels: { email: false },
  });
  const kept = await readOnly.choose({ channel: { type: "email", enabled: true } });
  expect(kept.body.data).toMatchObject({ preference: { channels: { email: false } }, type: "USER_WORKFLOW" });
});

test("two choices at once are both kept", async () => {
  const { call, choose } = await setUp();
  await Promise.all([
    choose({ channel: { type: "email", enabled: false } }),
    choose({ channel: { type: "in_app", enabled: false } }),
  ]);
  expect((await call("GET")).body.data[0].preference.channels).toEqual({ in_app: false, email: false });
});

test("unknown subscribers, workflows, levels and channels are refused", async () => {
  const { environment, invoices, call, choose } = await setUp();
  const nobody = async (method: "GET" | "PATCH", url = "") => {
    const path = `/v1/subscribers/nobody/preferences${url}`;
    const payload = { payload: { enabled: false } };
    const reply = await api.app.inject({
      method,
      url: path,
      headers: environment.headers,
      ...(method === "PATCH" && payload),
    });
    return reply.statusCode;
  };
  expect(await nobody("GET")).toBe(400);
  expect(await nobody("GET", "/global")).toBe(400);
  expect(await nobody("PATCH")).toBe(404);
  expect(await nobody("PATCH", `/${invoices.id}`)).toBe(404);
  expect((await call("GET", "/elsewhere")).status).toBe(400);
  expect((await call("PATCH", `/${randomUUID()}`, { enabled: false })).status).toBe(404);
  expect((await call("PATCH", "/not-an-id", { enabled: false })).status).toBe(404);
  const wrong = await choose({ channel: { type: "pigeon", enabled: true } });
  expect(wrong).toMatchObject({
    status: 400,
    body: { message: [expect.stringMatching(/^channel\.type must be one of/)] },
  });
  expect((await choose({ channel: {} })).status).toBe(400);
});

test("another environment's subscriber has no preferences here", async () => {
  const { invoices } = await setUp();
  const { headers } = await createTestEnvironment(api.db);
  const url = "/v1/subscribers/ada/preferences";
  expect((await api.app.inject({ url, headers })).statusCode).toBe(400);
  const payload = { enabled: false };
  const change = await api.app.inject({ method: "PATCH", url: `${url}/${invoices.id}`, headers, payload });
  expect(change.statusCode).toBe(404);
});

test("the effective preferences name what decides about each channel, as a step is decided", async () => {
  const { environment, invoices, workflow, choose, call } = await setUp();
  await workflow("Alarm", { critical: true });
  const effective = async () => {
    const url = "/v1/subscribers/ada/effective-preferences";
    const reply = await api.app.inject({ url, headers: environment.headers });
    const { data } = reply.json();
    return {
      global: data.global,
      workflows: data.workflows.map(({ workflow: { _id }, ...rest }: { workflow: { _id: string } }) => [
        _id === invoices.id,
        rest,
      ]),
    };
  };
  const own = { enabled: true, decidedBy: "WORKFLOW_RESOURCE" };
  const critical = [false, { isCritical: true, isOff: false, channels: { in_app: own, email: own } }];
  expect(await effective()).toEqual({
    global: { enabled: true, channels: {} },
    workflows: [critical, [true, { isCritical: false, isOff: false, channels: { in_app: own, email: own } }]],
  });
  await call("PATCH", "", { preferences: [{ type: "email", enabled: false }] });
  await choose({ channel: { type: "in_app", enabled: true } });
  const source = { by: "api", at: expect.any(String) };
  expect(await effective()).toEqual({
    global: { enabled: true, channels: { email: false }, sources: { email: source } },
    workflows: [
      critical,
      [
        true,
        {
          isCritical: false,
          isOff: false,
          channels: {
            in_app: { enabled: true, decidedBy: "SUBSCRIBER_WORKFLOW", source },
            email: { enabled: false, decidedBy: "SUBSCRIBER_GLOBAL", source },
          },
        },
      ],
    ],
  });
  await choose({ enabled: false });
  expect((await effective()).workflows[1]).toMatchObject([
    true,
    { isOff: true, channels: { in_app: { enabled: false, decidedBy: "SUBSCRIBER_WORKFLOW" } } },
  ]);
  const unknown = await api.app.inject({
    url: "/v1/subscribers/nobody/effective-preferences",
    headers: environment.headers,
  });
  expect(unknown.statusCode).toBe(404);
});

test("a choice of null is taken back: the next layer decides again, and other choices stay", async () => {
  const { call, choose, scope } = await setUp();
  const channel = (type: string, enabled: boolean | null) => ({ channel: { type, enabled } });
  const channels = async () => (await call("GET")).body.data[0].preference.channels;
  // Nothing is stored yet.
  expect((await choose(channel("email", null))).status).toBe(200);
  expect(await channels()).toMatchObject({ email: true, in_app: true });
  await choose(channel("email", false));
  await choose(channel("in_app", false));
  expect(await channels()).toMatchObject({ email: false, in_app: false });
  expect((await choose(channel("email", null))).body.data.preference.channels).toMatchObject({ email: true });
  expect(await channels()).toMatchObject({ email: true, in_app: false });

  const all = (type: string, enabled: boolean | null) => call("PATCH", "", { preferences: [{ type, enabled }] });
  await all("email", false);
  expect(await channels()).toMatchObject({ email: false });
  await all("email", null);
  expect(await channels()).toMatchObject({ email: true, in_app: false });
  const stored = await api.db.$client<{ channels: object }[]>`
    select channels from preferences where environment_id = ${scope.environmentId} order by type`;
  expect(stored.map(({ channels: one }) => one)).toEqual([{}, { in_app: false }]);
});
