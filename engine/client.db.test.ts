import { randomUUID } from "node:crypto";
import { Client } from "@temporalio/client";
import { NativeConnection } from "@temporalio/worker";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testTemporalAddress } from "#test/support/temporal.ts";
import { createEngine, type TriggerStart } from "./client.ts";
import { SEARCH_ATTRIBUTES, triggerRunId } from "./ids.ts";

let connection: NativeConnection;
let client: Client;
let engine: ReturnType<typeof createEngine>;
beforeAll(async () => {
  connection = await NativeConnection.connect({ address: testTemporalAddress() });
  client = new Client({ connection });
  engine = createEngine(client, {
    taskQueue: "nobody-works-here",
    namespace: "default",
    uiUrl: "http://localhost:8233",
    publicUrl: "http://localhost:3000",
    eager: false,
  });
});
afterAll(() => connection.close());

const aStart = (change: Partial<TriggerStart> = {}, environmentId: string = randomUUID()): TriggerStart => ({
  input: {
    event: { organizationId: randomUUID(), environmentId, eventId: randomUUID(), transactionId: randomUUID() },
    audience: "direct",
    steps: [],
  },
  labels: { workflow: "order-shipped", subscriber: "ada" },
  critical: false,
  ...change,
});

const described = ({ input: { event } }: TriggerStart) =>
  client.workflow.getHandle(triggerRunId(event.environmentId, event.transactionId)).describe();

test("of many starts of one event at the same instant exactly one starts it", async () => {
  const start = aStart();
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => engine.startTrigger(start)));
  expect(outcomes.filter((outcome) => outcome === "started")).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === "duplicate")).toHaveLength(7);
});

test("an event that has ended is not started again", async () => {
  const start = aStart();
  await engine.startTrigger(start);
  const { environmentId, transactionId } = start.input.event;
  await client.workflow.getHandle(triggerRunId(environmentId, transactionId)).terminate();
  expect(await engine.startTrigger(start)).toBe("duplicate");
});

test("operators find an execution by what callers know, and read neither payload nor address", async () => {
  const start = aStart({ labels: { workflow: "order-shipped", subscriber: "ada", tenant: "acme" } });
  await engine.startTrigger(start);
  const { environmentId, transactionId } = start.input.event;
  const description = await described(start);
  expect(description.searchAttributes).toMatchObject({
    [SEARCH_ATTRIBUTES.environment]: [environmentId],
    [SEARCH_ATTRIBUTES.workflow]: ["order-shipped"],
    [SEARCH_ATTRIBUTES.transaction]: [transactionId],
    [SEARCH_ATTRIBUTES.subscriber]: ["ada"],
    [SEARCH_ATTRIBUTES.tenant]: ["acme"],
  });
  expect(await description.staticSummary()).toBe("order-shipped → ada");
  expect(engine.runUrl(environmentId, transactionId)).toBe(
    `http://localhost:8233/namespaces/default/workflows/${encodeURIComponent(`${environmentId}/${transactionId}`)}`,
  );
});

test("a critical workflow goes before single triggers, these before broadcasts, and organisations share fairly", async () => {
  const critical = aStart({ critical: true });
  const direct = aStart();
  const broadcast = aStart();
  broadcast.input.audience = "broadcast";
  const priorities = [];
  for (const start of [critical, direct, broadcast]) {
    await engine.startTrigger(start);
    const { priority } = await described(start);
    expect(priority?.fairnessKey).toBe(start.input.event.organizationId);
    priorities.push(priority?.priorityKey ?? 0);
  }
  expect(priorities).toEqual([...priorities].sort((a, b) => a - b));
  expect(new Set(priorities).size).toBe(3);
});

test("cancelling or asking after an event that Temporal does not know is no error", async () => {
  await expect(engine.cancelTrigger(randomUUID(), "unknown")).resolves.toBeUndefined();
  expect(await engine.standing(randomUUID(), "unknown")).toBeUndefined();
});
