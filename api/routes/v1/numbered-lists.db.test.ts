import { beforeAll, expect, test } from "vitest";
import { insertOutboxMessage } from "#db/queries/outbox/outbox.ts";
import { pauses } from "#db/schema/runs/pauses.ts";
import { apiWithRunner } from "#test/support/api-with-runner.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";
import { createTestSubscriber } from "#test/support/inbox.ts";

const { api, environment, deliver } = await apiWithRunner();
const { app, db } = api;
const { scope, headers } = environment;
const subscriber = await createTestSubscriber(db, scope);

/** The calls of the lists that are read by the number of a page, with the parameters and queries that they need. */
const LISTS: Record<string, { url?: string; query?: string; headers?: typeof headers }> = {
  "/v1/changes": { query: "promoted=false" },
  "/v1/layouts": {},
  "/v1/messages": {},
  "/v1/notification-templates": {},
  "/v1/notifications": {},
  "/v1/outbox": {},
  "/v1/pauses": {},
  "/v1/subscribers": {},
  "/v1/subscribers/{subscriberId}/notifications/feed": {
    url: `/v1/subscribers/${subscriber.subscriberId}/notifications/feed`,
  },
  "/v1/tenants": {},
  "/v1/topics": {},
  "/v1/translations": {},
  "/v1/widgets/notifications/feed": { headers: subscriber.headers },
  "/v1/workflow-overrides": {},
  "/v1/workflows": {},
};

async function post(url: string, payload: object) {
  const reply = await app.inject({ method: "POST", url: `/v1${url}`, headers, payload });
  expect([url, reply.statusCode]).toEqual([url, 201]);
  return reply.json().data;
}

beforeAll(async () => {
  const workflow = await aWorkflow(db, environment, [aStep("in_app")]);
  await deliver(workflow.identifier, subscriber.subscriberId);
  await post("/topics", { key: "crew", name: "Crew" });
  await post("/translations", { identifier: "orders", name: "Orders" });
  await post("/layouts", { name: "Plain", identifier: "plain", content: "{{{ body }}}", isDefault: false });
  const tenant = await post("/tenants", { identifier: "acme", name: "Acme" });
  await post("/workflow-overrides", { workflowId: workflow.id, tenantId: tenant._id, active: false });
  await insertOutboxMessage(db, scope, { channel: "email", messageId: subscriber.id, to: [], from: "" });
  await db
    .insert(pauses)
    .values({ ...scope, reason: "workflow_events", workflowId: workflow.id, limit: 1, counted: 1 });
});

test("the lists below are all that are read by the number of a page", async () => {
  const { paths } = (await app.inject({ url: "/openapi.json" })).json();
  const numbered = Object.keys(paths).filter((path) => {
    const { parameters = [], responses = {} } = paths[path].get ?? {};
    // Pages for people have pages, too.
    const isJson = responses["200"]?.content?.["application/json"] !== undefined;
    return isJson && parameters.some(({ name }: { name: string }) => name === "page");
  });
  // It counts in the rows of a page of translation groups.
  expect(numbered.filter((path) => path !== "/v1/translation-counts").sort()).toEqual(Object.keys(LISTS));
});

test.each(Object.entries(LISTS))(
  "%s: page 1,000,000 of a short list is empty",
  async (path, { query = "", ...call }) => {
    const read = async (page: number) => {
      const { url = path } = call;
      const reply = await app.inject({ url: `${url}?page=${page}&${query}`, headers: call.headers ?? headers });
      return { status: reply.statusCode, body: reply.json() };
    };
    const [first, far] = [await read(0), await read(1_000_000)];
    expect([first.status, first.body.data.length]).toEqual([200, expect.toSatisfy((length) => length > 0)]);
    expect(far).toEqual({
      status: 200,
      body: {
        ...first.body,
        page: 1_000_000,
        data: [],
        // Of a feed, this is the number of rows from the page on.
        ...(path.endsWith("/feed") && { totalCount: 0 }),
      },
    });
  },
);
