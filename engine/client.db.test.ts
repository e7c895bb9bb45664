import { randomUUID } from "node:crypto";
import { createServer, type Server, type Socket } from "node:net";
import { Client, Connection } from "@temporalio/client";
import { NativeConnection, Worker } from "@temporalio/worker";
import { afterAll, beforeAll, expect, test } from "vitest";
import { environmentLabel } from "#domain/values/environment-label.ts";
import { fakeActivities } from "#test/support/run-workflow.ts";
import { testTemporalAddress } from "#test/support/temporal.ts";
import { testWorkflowBundle } from "#test/support/test-workflow-bundle.ts";
import { createEngine, type Engine, type TriggerStart } from "./client.ts";
import { executionId } from "./execution-id.ts";
import { cohortExecutionId, SEARCH_ATTRIBUTES } from "./ids.ts";

const options = {
  taskQueue: `nobody-works-here-${randomUUID()}`,
  namespace: "default",
  uiUrl: "http://localhost:8233",
  dashboardUrl: "http://localhost:3000",
  eager: false,
};

let connection: NativeConnection;
let client: Client;
let engine: Engine;
beforeAll(async () => {
  connection = await NativeConnection.connect({ address: testTemporalAddress() });
  client = new Client({ connection });
  engine = createEngine(client, options);
});
afterAll(() => connection.close());

function aStart(change: Partial<TriggerStart> = {}): TriggerStart {
  const [organizationId, environmentId, eventId, transactionId] = Array.from({ length: 4 }, () => randomUUID());
  if (!organizationId || !environmentId || !eventId || !transactionId) throw new Error("There are four");
  const environment = environmentLabel("Development", environmentId);
  const workflow = change.workflow ?? "order-shipped";
  return {
    event: { organizationId, environmentId, eventId, transactionId },
    executionId: executionId({ workflow, environment, transactionId }),
    workflow,
    audience: "direct",
    critical: false,
    ...change,
  };
}

const handleOf = ({ executionId }: { executionId: string }) => client.workflow.getHandle(executionId);

/** The events of the execution's history, in order. */
async function eventsOf(execution: { executionId: string }) {
  const { events } = await handleOf(execution).fetchHistory();
  return events ?? [];
}

async function signalsOf(execution: { executionId: string }): Promise<string[]> {
  const events = await eventsOf(execution);
  return events.flatMap(({ workflowExecutionSignaledEventAttributes: signal }) => signal?.signalName ?? []);
}

async function inputOf(execution: { executionId: string }): Promise<unknown> {
  const [started] = await eventsOf(execution);
  const data = started?.workflowExecutionStartedEventAttributes?.input?.payloads?.[0]?.data;
  return JSON.parse(Buffer.from(data ?? []).toString());
}

test("an execution is named by workflow, environment and transaction, and is of the workflow's type", async () => {
  const start = aStart({ subscriber: "ada", tenant: "acme" });
  await engine.startTrigger(start);
  const { environmentId, transactionId } = start.event;
  const description = await handleOf(start).describe();
  expect(description.workflowId).toBe(`order-shipped/development-${environmentId.slice(0, 8)}/${transactionId}`);
  expect(description.type).toBe("order-shipped");
  expect(description.taskQueue).toBe(options.taskQueue);
  expect(await inputOf(start)).toEqual({ event: start.event });
});

test.each([
  ["whoever stores a reply", "inbound-mail", "inboundMailRun", "wakeInboundMail"],
  ["whoever snoozes a notification", "snooze", "snoozeRun", "wakeSnoozed"],
  ["whoever finds that receipts are due", "receipts", "receiptRun", "wakeReceipts"],
] as const)("%s starts the one execution that sees to it, or has it look again", async (_, name, type, wake) => {
  await engine[wake]();
  await engine[wake]();
  const execution = { executionId: `${name}/${options.taskQueue}` };
  const described = await handleOf(execution).describe();
  expect([described.type, described.status.name, await signalsOf(execution)]).toEqual([
    type,
    "RUNNING",
    ["lookAgain", "lookAgain"],
  ]);
});

test("a workflow that is named like a function of the engine is run as a trigger all the same", async () => {
  for (const workflow of ["cohortRun", "housekeepingRun", "inboundMailRun", "constructor"]) {
    const start = aStart({ workflow });
    await engine.startTrigger(start);
    expect((await handleOf(start).describe()).type).toBe("triggerRun");
  }
});

test("an event with the longest names that callers may choose starts, its cohorts do, and it can be woken", async () => {
  // The server of the tests refuses longer ids than one on Postgres or MySQL can store.
  const [workflow, name, transactionId] = ["ü".repeat(255), "Größe".repeat(50), "🛎".repeat(127)];
  const { event } = aStart();
  const environment = environmentLabel(name, event.environmentId);
  const start = aStart({
    workflow,
    event: { ...event, transactionId },
    executionId: executionId({ workflow, environment, transactionId }),
    subscriber: "é".repeat(255),
    tenant: "é".repeat(255),
  });
  await engine.startTrigger(start);
  const cohort = { ...start, executionId: cohortExecutionId(start.executionId, 7), cohort: 7 };
  await engine.wake(cohort);
  await engine.wake(start);
  expect((await handleOf(start).describe()).type).toMatch(/^ü{100,}~.{22}$/);
  expect((await handleOf(cohort).describe()).status.name).toBe("RUNNING");
  expect(await signalsOf(start)).toEqual(["lookAgain"]);
});

test("operators find an execution by environment, subscriber and tenant, and read who it is for", async () => {
  const start = aStart({ subscriber: "ada", tenant: "acme" });
  await engine.startTrigger(start);
  const description = await handleOf(start).describe();
  expect(description.searchAttributes).toMatchObject({
    [SEARCH_ATTRIBUTES.environment]: [environmentLabel("Development", start.event.environmentId)],
    [SEARCH_ATTRIBUTES.subscriber]: ["ada"],
    [SEARCH_ATTRIBUTES.tenant]: ["acme"],
  });
  expect(await description.staticSummary()).toBe("ada");
  expect(await description.staticDetails()).toContain(
    `http://localhost:3000/activity?transactionId=${start.event.transactionId}`,
  );
  expect(engine.runUrl(start.executionId)).toBe(
    `http://localhost:8233/namespaces/default/workflows/${encodeURIComponent(start.executionId)}`,
  );
});

test("an event for more than one subscriber says what kind of audience it has", async () => {
  const start = aStart({ audience: "broadcast" });
  await engine.startTrigger(start);
  const description = await handleOf(start).describe();
  expect(description.searchAttributes).not.toHaveProperty(SEARCH_ATTRIBUTES.subscriber);
  expect(description.searchAttributes).not.toHaveProperty(SEARCH_ATTRIBUTES.tenant);
  expect(await description.staticSummary()).toBe("broadcast");
});

test("a subscriber's id may be as long as it is allowed to be", async () => {
  const start = aStart({ subscriber: "ü".repeat(255) });
  await engine.startTrigger(start);
  expect(await (await handleOf(start).describe()).staticSummary()).toMatch(/^ü{90,}/);
});

test("a critical workflow goes before single triggers, these before broadcasts, and organisations share fairly", async () => {
  const priorities = [];
  for (const start of [aStart({ critical: true }), aStart(), aStart({ audience: "broadcast" })]) {
    await engine.startTrigger(start);
    const { priority } = await handleOf(start).describe();
    expect(priority?.fairnessKey).toBe(start.event.organizationId);
    priorities.push(priority?.priorityKey ?? 0);
  }
  expect(priorities).toEqual([...priorities].sort((a, b) => a - b));
  expect(new Set(priorities).size).toBe(3);
});

test("many starts of one event at the same time are one execution", async () => {
  const start = aStart();
  await Promise.all(Array.from({ length: 8 }, () => engine.startTrigger(start)));
  const { runId } = await handleOf(start).describe();
  await engine.startTrigger(start);
  expect((await handleOf(start).describe()).runId).toBe(runId);
});

test("a running execution that is woken is asked to look again, and is not started anew", async () => {
  const start = aStart();
  await engine.startTrigger(start);
  const { runId } = await handleOf(start).describe();
  await engine.wake(start);
  expect((await handleOf(start).describe()).runId).toBe(runId);
  expect(await signalsOf(start)).toEqual(["lookAgain"]);
});

test("an execution that has ended is started again when it is woken, and told that it is not the first one", async () => {
  const start = aStart();
  await engine.startTrigger(start);
  const { runId } = await handleOf(start).describe();
  await handleOf(start).terminate();
  await engine.wake(start);
  const description = await handleOf(start).describe();
  expect(description.runId).not.toBe(runId);
  expect(description).toMatchObject({ type: "order-shipped", status: { name: "RUNNING" } });
  expect(await inputOf(start)).toEqual({ event: start.event, again: true });
  expect(await engine.stateOf(start.executionId)).toBe("running");
});

test("a cohort is woken as a cohort", async () => {
  const start = aStart({ audience: "broadcast" });
  const cohort = { ...start, executionId: cohortExecutionId(start.executionId, 3), cohort: 3 };
  await engine.wake(cohort);
  expect((await handleOf(cohort).describe()).type).toBe("cohortRun");
  expect(await inputOf(cohort)).toEqual({ event: start.event, cohort: 3 });
});

test("the state of an execution is running, failed when it was ended by hand, and gone when Temporal does not know it", async () => {
  const start = aStart();
  expect(await engine.stateOf(start.executionId)).toBe("gone");
  await engine.startTrigger(start);
  expect(await engine.stateOf(start.executionId)).toBe("running");
  await handleOf(start).terminate();
  expect(await engine.stateOf(start.executionId)).toBe("failed");
});

test("the state of an execution that came to its end is completed, and it can be woken again", async () => {
  const taskQueue = randomUUID();
  const own = createEngine(client, { ...options, taskQueue });
  const worker = await Worker.create({
    connection,
    taskQueue,
    workflowBundle: await testWorkflowBundle(),
    activities: fakeActivities(),
  });
  const start = aStart();
  await worker.runUntil(async () => {
    await own.startTrigger(start);
    await handleOf(start).result();
    expect(await own.stateOf(start.executionId)).toBe("completed");
    const { runId } = await handleOf(start).describe();
    await own.wake(start);
    await handleOf(start).result();
    expect((await handleOf(start).describe()).runId).not.toBe(runId);
  });
});

test("executions that were ended by hand are listed with their event and cohort, and those that run are not", async () => {
  const since = new Date(Date.now() - 1000);
  const [running, terminated] = [aStart(), aStart()];
  const cohort = { ...terminated, executionId: cohortExecutionId(terminated.executionId, 2), cohort: 2 };
  await engine.startTrigger(running);
  await engine.startTrigger(terminated);
  await engine.wake(cohort);
  await handleOf(terminated).terminate();
  await handleOf(cohort).terminate();
  // Others of this file have ended executions by hand, too.
  const listed = async (after: Date, until: Date) =>
    (await engine.listFailedExecutions(after, until)).filter(({ event }) =>
      [running, terminated].some((start) => start.event.eventId === event.eventId),
    );
  const found = () => listed(since, new Date());
  await expect.poll(async () => (await found()).length, { timeout: 10_000 }).toBe(2);
  expect(await found()).toEqual(
    expect.arrayContaining([
      {
        executionId: terminated.executionId,
        event: terminated.event,
        reason: "The execution was terminated by an operator",
      },
      {
        executionId: cohort.executionId,
        event: terminated.event,
        cohort: 2,
        reason: "The execution was terminated by an operator",
      },
    ]),
  );
  expect(await listed(new Date(Date.now() + 60_000), new Date(Date.now() + 120_000))).toEqual([]);
  expect(await listed(new Date(0), since)).toEqual([]);

  // One that was resumed is listed still, and its state says that it runs.
  await engine.wake(terminated);
  expect(await found()).toHaveLength(2);
  expect(await engine.stateOf(terminated.executionId)).toBe("running");
});

test("asking executions to look again leaves alone those that are unknown or have ended", async () => {
  const [running, ended] = [aStart(), aStart()];
  await engine.startTrigger(running);
  await engine.startTrigger(ended);
  await handleOf(ended).terminate();
  await engine.lookAgain(["never-heard-of", ended.executionId, running.executionId]);
  expect(await signalsOf(running)).toEqual(["lookAgain"]);
  expect(await signalsOf(ended)).toEqual([]);
  await engine.lookAgain([]);
});

test("a Temporal that does not answer is unavailable within seconds, to whoever starts, wakes and asks", async () => {
  const silent = await aSilentServer();
  const away = createEngine(new Client({ connection: Connection.lazy({ address: silent.address }) }), options);
  const start = aStart();
  const before = Date.now();
  const { transactionId } = start.event;
  const unavailable = { code: "unavailable", context: { transactionId } };
  await Promise.all([
    expect(away.startTrigger(start)).rejects.toMatchObject(unavailable),
    expect(away.wake(start)).rejects.toMatchObject(unavailable),
    expect(away.lookAgain([start.executionId])).resolves.toBeUndefined(),
    expect(away.stateOf(start.executionId)).rejects.toThrow(),
  ]);
  expect(Date.now() - before).toBeLessThan(8_000);
  await silent.close();
});

/** Takes connections and never says a word. */
async function aSilentServer(): Promise<{ address: string; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The server has no port");
  return {
    address: `127.0.0.1:${address.port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
