import { afterAll, expect, test } from "vitest";
import { parseExactJson } from "#contract/constants/values/exact-json.ts";
import { aStep } from "#test/support/event.ts";
import { eventsApi } from "#test/support/events-api.ts";
import { startFakeVendor } from "#test/support/fake-vendor.ts";

// Integers beyond 2^53, which JSON.parse would round: docs/decisions/064-integers-of-any-size.md.

const ID = 9007199254740993n;
/** Another order, whose id JSON.parse makes of it. */
const OTHER = 9007199254740992n;

const { api, environment, runner, workflowOf, lastStarted } = await eventsApi();
const sql = api.db.$client;

const receiver = await startFakeVendor();
const received: string[] = [];
receiver.answer = (_request, body, response) => {
  received.push(body);
  response.end(`{"order":${ID}}`);
};
afterAll(() => receiver.close());

async function send(method: "GET" | "POST" | "PATCH", url: string, body?: string) {
  const headers = { ...environment.headers, "content-type": "application/json" };
  return api.app.inject({ method, url, headers, ...(body !== undefined && { payload: body }) });
}

/** Makes the call. Returns the answer as JSON text. */
async function call(method: "GET" | "POST" | "PATCH", url: string, body?: object): Promise<string> {
  const reply = await send(method, url, body && JSON.stringify(body));
  expect(reply.statusCode, `${url}: ${reply.payload}`).toBeLessThan(300);
  return reply.payload;
}

/** Triggers the workflow, and moves its run on until it waits. Returns the transactionId. */
async function trigger({ identifier }: { identifier: string }, payload: object, to = "ada"): Promise<string> {
  await call("POST", "/v1/events/trigger", { name: identifier, to, payload });
  const event = lastStarted();
  await runner.start(event);
  return event.transactionId;
}

const contentsOf = async ({ id }: { id: string }) =>
  (await sql`select content from messages where workflow_id = ${id} order by created_at, id`).map((row) => row.content);

const inApp = (content: string, step: object = {}) => aStep("in_app", { content }, step);
const payloadIs = (operator: string, value: unknown) => ({
  filters: [{ value: "AND", children: [{ on: "payload", field: "id", operator, value }] }] as never,
});
const minutes = { amount: 10, unit: "minutes" };

test("an integer beyond 2^53 is printed and read back with the digits that were sent, also in objects", async () => {
  const workflow = await workflowOf([inApp("Order {{payload.id}}: {{ payload.list | json }}")]);
  const payload = { id: ID, list: [1, { id: -9007199254740995n }] };
  const transactionId = await trigger(workflow, payload);
  // jsonb has the short keys first.
  const stored = `"payload":{"id":${ID},"list":[1,{"id":-9007199254740995}]}`;
  const messages = await call("GET", `/v1/messages?transactionId=${transactionId}`);
  expect(messages).toContain(`"content":"Order ${ID}: [1,{&quot;id&quot;:-9007199254740995}]"`);
  expect(messages).toContain(stored);
  const runs = await call("GET", `/v1/notifications?transactionId=${transactionId}`);
  expect(runs).toContain(stored);
  const run = await call("GET", `/v1/notifications/${JSON.parse(runs).data[0]._id}`);
  expect(run).toContain(stored);
  const feed = (id: bigint) =>
    call("GET", `/v1/subscribers/ada/notifications/feed?payload=${btoa(JSON.stringify({ id }))}`);
  expect(await feed(ID)).toContain(stored);
  expect(await feed(OTHER)).toContain('"data":[]');
});

test("different integers beyond 2^53 are different keys of digests and throttles", async () => {
  const digest = { ...aStep("digest"), metadata: { type: "regular", ...minutes, digestKey: "id" } };
  const digested = await workflowOf([digest, inApp("{% for e in step.events %}{{ e.id }} {% endfor %}")]);
  const ids = [ID, OTHER, ID];
  for (const id of ids) await trigger(digested, { id });
  const windows = await sql`
    select digest_value from digest_windows where workflow_id = ${digested.id} order by digest_value`;
  expect(windows.map((row) => row.digest_value)).toEqual([String(OTHER), String(ID)]);

  const throttle = { ...aStep("throttle"), metadata: { limit: 1, ...minutes, throttleKey: "id" } };
  const throttled = await workflowOf([throttle, inApp("{{ id }}")]);
  for (const id of ids) await trigger(throttled, { id });
  expect(await contentsOf(throttled)).toEqual([String(ID), String(OTHER)]);
});

test("conditions and the payload's schema tell integers beyond 2^53 apart", async () => {
  const workflow = await workflowOf([
    inApp("equal", payloadIs("EQUAL", String(ID))),
    inApp("equal to another", payloadIs("EQUAL", String(OTHER))),
    inApp("larger", payloadIs("LARGER", OTHER)),
    inApp("one of", payloadIs("ANY_IN", `${OTHER}, ${ID}`)),
    inApp("one of others", payloadIs("ANY_IN", [OTHER])),
  ]);
  await trigger(workflow, { id: ID });
  expect(await contentsOf(workflow)).toEqual(["equal", "larger", "one of"]);

  const name = "Orders with a schema";
  const schema = { type: "object", properties: { id: { type: "integer", minimum: ID } }, required: ["id"] };
  const step = { name: "Entry", type: "in_app", controlValues: { body: "{{payload.id}}" } };
  const created = await call("POST", "/v2/workflows", {
    name,
    workflowId: "orders-with-a-schema",
    steps: [step],
    payloadSchema: schema,
    validatePayload: true,
  });
  expect(created).toContain(`"minimum":${ID}`);
  const event = (id: bigint) => JSON.stringify({ name: "orders-with-a-schema", to: "ada", payload: { id } });
  expect((await send("POST", "/v1/events/trigger", event(ID))).statusCode).toBe(201);
  const refused = await send("POST", "/v1/events/trigger", event(OTHER));
  expect([refused.statusCode, refused.payload]).toEqual([400, expect.stringContaining(`id must be ${ID} or more`)]);
});

test("HTTP steps send and read integers beyond 2^53, and trigger steps hand them on", async () => {
  const follower = await workflowOf([inApp("followed by {{ id }} {{ whole.id }}")]);
  const request = { method: "POST", url: receiver.url, body: { whole: "{{ payload.id }}", fixed: ID } };
  const workflow = await workflowOf([
    aStep("http", { content: "" }, { uuid: "lookup", metadata: request as never }),
    inApp("answered {{ steps.lookup.response.body.order }}"),
    aStep("trigger", { content: "" }, {
      metadata: { workflowId: follower.identifier, payload: { id: "{{ payload.id }}", whole: "{{ payload }}" } },
    } as never),
  ]);
  const transactionId = await trigger(workflow, { id: ID });
  await expect.poll(() => contentsOf(workflow)).toEqual([`answered ${ID}`]);
  expect(received).toEqual([`{"fixed":${ID},"whole":"${ID}"}`]);
  expect(await call("GET", `/v1/notifications?transactionId=${transactionId}`)).toContain(`"payload":{"id":${ID}}`);
  const [event] = await sql`select e.transaction_id, c.payload::text from events e
    join event_contents c on c.event_id = e.id where e.workflow_id = ${follower.id}`;
  expect(event?.payload).toContain(`{"id": ${ID}}`);
});

test("data of subscribers, topics and tenants keeps integers beyond 2^53", async () => {
  const data = { id: ID };
  const stored = `"data":{"id":${ID}}`;
  expect(await call("POST", "/v1/subscribers", { subscriberId: "exact", data })).toContain(stored);
  expect(await call("GET", "/v1/subscribers/exact")).toContain(stored);
  expect(await call("POST", "/v1/tenants", { identifier: "exact", name: "Exact", data })).toContain(stored);
  expect(await call("PATCH", "/v1/tenants/exact", { data: { id: OTHER } })).toContain(`"data":{"id":${OTHER}}`);
  const workflow = await workflowOf([inApp("{{ subscriber.data.id }}")]);
  await trigger(workflow, {}, "exact");
  expect(await contentsOf(workflow)).toEqual([String(ID)]);
  const audited = await call("GET", "/v1/audit-logs?limit=50");
  expect(audited).toContain(String(OTHER));
});

test("a preview prints integers beyond 2^53 of its sample, and a kept sample has them", async () => {
  const step = { name: "Entry", type: "in_app", controlValues: { body: "Order {{payload.id}}" } };
  const created = JSON.parse(
    await call("POST", "/v2/workflows", { name: "Previewed", workflowId: "previewed-exactly", steps: [step] }),
  ).data;
  const url = `/v2/workflows/${created._id}`;
  const preview = { controlValues: step.controlValues, previewPayload: { payload: { id: ID } } };
  const shown = await call("POST", `${url}/step/${created.steps[0]._id}/preview`, preview);
  expect(shown).toContain(`Order ${ID}`);
  expect(shown).toContain(`"payload":{"id":${ID}}`);
  const sample = { name: "Large id", payload: { id: ID } };
  expect(await call("POST", `${url}/samples`, sample)).toContain(`"payload":{"id":${ID}}`);
  expect(parseExactJson(await call("GET", `${url}/samples`))).toMatchObject({ data: [sample] });
});

test.each([
  ["a power of ten that no double reaches", '{"list":[{"of":1e400}]}', "payload.list.0.of"],
  ["a million digits", `{"id":${"9".repeat(1_000_000)}}`, "payload.id"],
])("a number beyond all doubles is refused by its name: %s", async (_what, payload, field) => {
  const workflow = await workflowOf([inApp("{{ id }}")]);
  const reply = await send(
    "POST",
    "/v1/events/trigger",
    `{"name":"${workflow.identifier}","to":"ada","payload":${payload}}`,
  );
  expect(reply.statusCode).toBe(400);
  const message = `${field} is a number beyond 1.8e308: send a smaller one, or its digits as a text`;
  expect(reply.json()).toMatchObject({ message, errors: [{ field, message }] });
});
