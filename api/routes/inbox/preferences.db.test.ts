import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { createTestEnvironment, testApp } from "#test/support/environment.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";
import { createTestSubscriber } from "#test/support/inbox.ts";

const server = await testApp();
const { app, db } = server;
afterAll(() => server.close());

async function inboxOfEnvironment() {
  const environment = await createTestEnvironment(db);
  const subscriber = await createTestSubscriber(db, environment.scope);
  const call = (method: "GET" | "PATCH", path = "", payload?: object) =>
    app.inject({
      method,
      url: `/v1/inbox/preferences${path}`,
      headers: subscriber.headers,
      ...(payload && { payload }),
    });
  const names = async (query: string) =>
    (await call("GET", query)).json().data.map((one: { workflow?: { name: string } }) => one.workflow?.name ?? "all");
  return { environment, call, names };
}

const allOn = { in_app: true, email: true, sms: true, chat: true, push: true };

test("without workflows the list has the preference for all of them alone", async () => {
  const { call } = await inboxOfEnvironment();
  expect((await call("GET")).json().data).toEqual([{ level: "global", enabled: true, channels: allOn }]);
});

test("a list has the channels with an active step, and the schedule with the preference for all workflows", async () => {
  const { environment, call } = await inboxOfEnvironment();
  const { id, identifier } = await aWorkflow(db, environment, [aStep("in_app"), aStep("email")], {
    name: "Orders",
    tags: ["shop"],
  });
  const schedule = { isEnabled: true, weeklySchedule: { monday: { isEnabled: false } } };
  await call("PATCH", "", { sms: false, schedule });
  expect((await call("GET")).json().data).toEqual([
    { level: "global", enabled: true, channels: { ...allOn, sms: false }, schedule },
    {
      level: "template",
      enabled: true,
      channels: { in_app: true, email: true },
      workflow: { id, identifier, name: "Orders", critical: false, tags: ["shop"], severity: "none" },
    },
  ]);
});

test("a list is narrowed by criticality, tags and severity", async () => {
  const { environment, names } = await inboxOfEnvironment();
  await aWorkflow(db, environment, [aStep("email")], { name: "Orders", tags: ["shop"] });
  await aWorkflow(db, environment, [aStep("email")], { name: "Codes", critical: true, tags: ["login"] });
  expect(await names("")).toEqual(["all", "Orders"]);
  expect(await names("?criticality=critical")).toEqual(["all", "Codes"]);
  expect(await names("?criticality=all")).toEqual(["all", "Codes", "Orders"]);
  expect(await names("?criticality=all&tags[]=login&tags[]=other")).toEqual(["all", "Codes"]);
  expect(await names("?severity=none")).toEqual(["all", "Orders"]);
  expect(await names("?severity[]=high&severity[]=low")).toEqual(["all"]);
});

test.each([
  ["criticality", "criticality=some"],
  ["severity", "severity=urgent"],
  ["tags", Array.from({ length: 201 }, () => "tags[]=a").join("&")],
])("a list by a wrong %s is refused by name", async (field, query) => {
  const { call } = await inboxOfEnvironment();
  const reply = await call("GET", `?${query}`);
  expect(reply.statusCode).toBe(400);
  expect(String(reply.json().message)).toContain(field);
});

test("a choice for a workflow keeps its other channels, and answers with channels of its steps only", async () => {
  const { environment, call } = await inboxOfEnvironment();
  const { id } = await aWorkflow(db, environment, [aStep("in_app"), aStep("email")]);
  const choose = async (channels: object) => (await call("PATCH", `/${id}`, channels)).json().data;
  expect(await choose({ email: false, sms: false })).toMatchObject({ channels: { in_app: true, email: false } });
  const again = await choose({ in_app: false });
  expect(again.channels).toEqual({ in_app: false, email: false });
  expect((await choose({})).channels).toEqual({ in_app: false, email: false });
});

test("choices for several workflows are stored together, by id or identifier, and come back in their order", async () => {
  const { environment, call } = await inboxOfEnvironment();
  const one = await aWorkflow(db, environment, [aStep("email")], { name: "One" });
  const two = await aWorkflow(db, environment, [aStep("email")], { name: "Two" });
  const reply = await call("PATCH", "/bulk", {
    preferences: [
      { workflowId: two.identifier, email: false },
      { workflowId: one.id, email: false },
    ],
  });
  expect(reply.statusCode).toBe(200);
  expect(reply.json().data).toMatchObject([
    { workflow: { name: "Two" }, channels: { email: false } },
    { workflow: { name: "One" }, channels: { email: false } },
  ]);
});

test("of several choices none is stored when one is refused", async () => {
  const { environment, call } = await inboxOfEnvironment();
  const one = await aWorkflow(db, environment, [aStep("email")]);
  const critical = await aWorkflow(db, environment, [aStep("email")], { critical: true });
  const bulk = async (workflowId: string) => {
    const preferences = [
      { workflowId: one.id, email: false },
      { workflowId, email: false },
    ];
    return (await call("PATCH", "/bulk", { preferences })).statusCode;
  };
  expect([await bulk(critical.id), await bulk("nobody"), await bulk(randomUUID())]).toEqual([400, 404, 404]);
  const [, stored] = (await call("GET")).json().data;
  expect(stored.channels).toEqual({ email: true });
});

test("a critical workflow, an unknown one and what is no id are refused", async () => {
  const { environment, call } = await inboxOfEnvironment();
  const { id } = await aWorkflow(db, environment, [aStep("email")], { critical: true });
  const choose = async (workflow: string) => (await call("PATCH", `/${workflow}`, { email: false })).statusCode;
  expect([await choose(id), await choose(randomUUID()), await choose("nonsense")]).toEqual([400, 404, 400]);
});

test.each([
  ["preferences", {}],
  ["preferences", { preferences: Array.from({ length: 101 }, () => ({ workflowId: "a", email: true })) }],
  ["workflowId", { preferences: [{ email: true }] }],
  ["email", { preferences: [{ workflowId: "a", email: "no" }] }],
])("several choices with wrong %s are refused by name", async (field, body) => {
  const { call } = await inboxOfEnvironment();
  const reply = await call("PATCH", "/bulk", body);
  expect(reply.statusCode).toBe(400);
  expect(String(reply.json().message)).toContain(field);
});
