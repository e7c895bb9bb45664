import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { PAYLOAD_MAX_BYTES } from "#contract/constants/limits.ts";
import { testApp } from "#test/support/environment.ts";
import { aStep } from "#test/support/event.ts";
import { eventsApi } from "#test/support/events-api.ts";
import { fakeEngine } from "#test/support/fake-engine.ts";

const { api, environment, post, workflowOf } = await eventsApi();

test("a bulk keeps its order, and a bad item spoils only its own result", async () => {
  const workflow = await workflowOf([aStep("in_app")]);
  const reply = await post("trigger/bulk", {
    events: [
      { name: workflow.identifier, to: "ada", transactionId: randomUUID() },
      { name: "unknown", to: "ada" },
      { to: "ada" },
      { name: workflow.identifier, to: "bob" },
    ],
  });
  expect(reply.statusCode).toBe(201);
  expect(reply.json().data.map(({ status }: { status: string }) => status)).toEqual([
    "processed",
    "error",
    "error",
    "processed",
  ]);
  expect(reply.json().data[1].error).toEqual(["workflow_not_found"]);
  expect(reply.json().data[2].error).toEqual(["name should not be null or undefined", "name must be a string"]);
});

test("a bulk of 100 with one bad item has 99 accepted ones, in order, also without a payload", async () => {
  const workflow = await workflowOf([aStep("in_app")]);
  const transactionIds = Array.from({ length: 100 }, () => randomUUID());
  const events = transactionIds.map((transactionId, index) => ({
    name: index === 41 ? "unknown" : workflow.identifier,
    to: "ada",
    transactionId,
    ...(index % 2 === 0 && { payload: { index } }),
  }));
  const results = (await post("trigger/bulk", { events })).json().data;
  expect(results[41]).toEqual({ acknowledged: true, status: "error", error: ["workflow_not_found"] });
  expect(results.toSpliced(41, 1)).toEqual(
    transactionIds
      .toSpliced(41, 1)
      .map((transactionId) => ({ acknowledged: true, status: "processed", transactionId })),
  );
  const started = api.started.slice(-99).map(({ event }) => event.transactionId);
  expect(started).toEqual(transactionIds.toSpliced(41, 1));
});

test("whatever is wrong with items of a bulk, each has its result in its place, and the others are accepted", async () => {
  const workflow = await workflowOf([aStep("in_app")]);
  const good = () => ({ name: workflow.identifier, to: "ada", transactionId: randomUUID() });
  const deep = JSON.parse(`${"[".repeat(900)}${"]".repeat(900)}`);
  const bad: [item: unknown, error: string | RegExp][] = [
    [null, "must be an object"],
    ["text", "must be an object"],
    [{ ...good(), name: "unknown" }, "workflow_not_found"],
    [{ ...good(), name: "a\0b" }, "name must not contain the NUL character"],
    [{ ...good(), transactionId: "a\0b" }, "transactionId must not contain the NUL character"],
    [{ ...good(), payload: { text: "x".repeat(PAYLOAD_MAX_BYTES) } }, /^payload is \d+ bytes of JSON/],
    [{ ...good(), payload: { deep } }, /nested/],
    [{ ...good(), tenant: { identifier: "x".repeat(256) } }, "tenant.identifier must be at most 255 characters"],
  ];
  const accepted = [...bad, undefined].map(good);
  const events = accepted.flatMap((item, index) => [item, ...(bad[index] ? [bad[index][0]] : [])]);
  const reply = await post("trigger/bulk", { events });
  expect(reply.statusCode).toBe(201);
  const results = reply.json().data;
  expect(results).toHaveLength(events.length);
  for (const [index, result] of results.entries()) {
    if (index % 2 === 0) {
      expect(result).toMatchObject({ status: "processed", transactionId: accepted[index / 2]?.transactionId });
      continue;
    }
    const error = bad[(index - 1) / 2]?.[1];
    expect(result).toEqual({
      acknowledged: true,
      status: "error",
      error: expect.arrayContaining([error instanceof RegExp ? expect.stringMatching(error) : error]),
    });
  }
});

test("what the database refuses, or what fails unforeseen, is the result of its item alone", async () => {
  const workflow = await workflowOf([aStep("in_app")]);
  const event = { name: workflow.identifier, to: "ada" };
  const transactionIds = ["first", "refused", "unforeseen", "last"].map((name) => `${name}-${randomUUID()}`);
  // Refused by Postgres itself: no event of these names may be stored while the test runs.
  await api.db.$client.unsafe(`
    alter table events add constraint "refused_by_the_test" check (transaction_id not like 'refused-%') not valid`);
  const { engine } = fakeEngine({
    async startTrigger({ event: { transactionId } }) {
      if (transactionId.startsWith("unforeseen")) throw new Error("with a secret of somebody else");
    },
  });
  const failing = await testApp({ engine, db: api.db });
  const reply = await failing.app.inject({
    method: "POST",
    url: "/v1/events/trigger/bulk",
    headers: environment.headers,
    payload: { events: transactionIds.map((transactionId) => ({ ...event, transactionId })) },
  });
  await failing.app.close();
  await api.db.$client`alter table events drop constraint "refused_by_the_test"`;
  expect(reply.statusCode).toBe(201);
  const [first, refused, unforeseen, last] = reply.json().data;
  expect([first.status, last.status]).toEqual(["processed", "processed"]);
  expect(refused).toMatchObject({ status: "error", error: [expect.stringMatching(/^The database refuses a value/)] });
  expect(unforeseen).toMatchObject({
    status: "error",
    error: [expect.stringMatching(/^Internal server error [\da-f-]{36}$/)],
    transactionId: transactionIds[2],
  });
});

test("once the database is away, an item of a bulk says with which transactionId to send it again, and the rest does not wait", async () => {
  const workflow = await workflowOf([aStep("in_app")]);
  let starts = 0;
  const { engine } = fakeEngine({
    async startTrigger() {
      starts += 1;
      if (starts === 2) throw Object.assign(new Error("gone"), { code: "CONNECTION_ENDED" });
    },
  });
  const away = await testApp({ engine, db: api.db });
  const reply = await away.app.inject({
    method: "POST",
    url: "/v1/events/trigger/bulk",
    headers: environment.headers,
    payload: { events: Array.from({ length: 4 }, () => ({ name: workflow.identifier, to: "ada" })) },
  });
  await away.app.close();
  const results = reply.json().data;
  expect(results.map(({ status }: { status: string }) => status)).toEqual(["processed", "error", "error", "error"]);
  expect(results[1].error).toEqual([
    `The database does not respond: send this event again with the transactionId ${results[1].transactionId}`,
  ]);
  expect(results[3].error).toEqual(["The database does not respond: this event was not stored, send it again"]);
  expect(starts).toBe(2);
});

test.each([
  [[], "events must contain at least 1 element"],
  [Array.from({ length: 101 }, () => ({ name: "x", to: "a" })), "events must contain no more than 100 elements"],
])("a bulk is refused when it is empty or too long (%#)", async (events, message) => {
  const reply = await post("trigger/bulk", { events });
  expect([reply.statusCode, reply.json().message]).toEqual([400, [message]]);
});
