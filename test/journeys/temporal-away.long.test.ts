import { Client, Connection } from "@temporalio/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cohortExecutionId } from "#engine/ids.ts";
import { bell, type Crowd, crowd, mail, startCrowd, wait } from "#test/support/crowd.ts";
import { printFigure } from "#test/support/figures.ts";
import { eventually } from "#test/support/processes.ts";

// Temporal may hang, and executions may vanish from it: a caller is answered within seconds, and every stored event is
// delivered once, by the caller's repetition or by the reconciler.

/** More than one cohort's worth. */
const RECIPIENTS = 2_600;

let all: Crowd;
let client: Client;
beforeAll(async () => {
  all = await startCrowd(RECIPIENTS, { addressesOnly: true, takesMs: 20 });
  client = new Client({ connection: await Connection.connect({ address: all.product.dev.temporalAddress }) });
});
afterAll(async () => {
  await client?.connection.close();
  await all?.stop();
});

async function trigger(body: object): Promise<{ status: number; text: string; took: number }> {
  const began = performance.now();
  const { apiUrl, apiKey } = all.product.dev;
  const reply = await fetch(`${apiUrl}/v1/events/trigger`, {
    method: "POST",
    headers: { authorization: `ApiKey ${apiKey}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: reply.status, text: await reply.text(), took: performance.now() - began };
}

const bellsOf = (transactionId: string) => all.served(transactionId, "in_app");
const messagesOf = async (transactionId: string) => {
  const [row] = await all.sql`select count(*)::int as n from messages where transaction_id = ${transactionId}`;
  return Number(row?.n);
};

test("while Temporal hangs a trigger is answered with 503 within 6 s; afterwards it is delivered once, asked again or not", async () => {
  const name = await all.api.workflow("Hang", [bell]);
  const waiting = await all.api.workflow("Hang and cancel", [wait(3), bell]);
  await all.api.trigger({ name: waiting, to: "crowd-1", transactionId: "hang-canceled" });
  await eventually("it waits", 20_000, async () => (await all.api.status("hang-canceled")).jobs.delayed === 1);

  const { pid } = all.product.part("Temporal");
  process.kill(pid, "SIGSTOP");
  try {
    const answers = await Promise.all(
      ["hang-repeated", "hang-reconciled"].map((transactionId) => trigger({ name, to: "crowd-0", transactionId })),
    );
    printFigure(`Temporal hangs: answered after ${answers.map(({ took }) => Math.round(took)).join(" and ")} ms`);
    for (const [i, { status, text, took }] of answers.entries()) {
      expect(status).toBe(503);
      expect(text).toContain(i === 0 ? "hang-repeated" : "hang-reconciled");
      expect(text).toContain("sending it again");
      expect(took).toBeLessThan(6_000);
    }
    // What the database knows and decides needs no Temporal.
    const began = performance.now();
    expect((await all.api.status("hang-repeated")).state).toBe("accepted");
    expect(await all.api.cancel("hang-canceled")).toBe(true);
    expect(performance.now() - began).toBeLessThan(4_000);
  } finally {
    process.kill(pid, "SIGCONT");
  }

  await eventually("the caller's repetition is accepted", 30_000, async () => {
    const { status } = await trigger({ name, to: "crowd-0", transactionId: "hang-repeated" });
    return status === 201;
  });
  await eventually("it is through", 30_000, all.isThrough("hang-repeated"));
  await eventually("the reconciler has delivered the other one", 120_000, all.isThrough("hang-reconciled"));
  expect(await messagesOf("hang-repeated")).toBe(1);
  expect(await messagesOf("hang-reconciled")).toBe(1);
  expect(await messagesOf("hang-canceled")).toBe(0);
});

test("executions that are deleted under load are found by the reconciler, and everything is delivered once", async () => {
  const name = await all.api.workflow("Deleted", [bell, wait(8), mail]);
  const sending = await all.api.workflow("Deleted while sending", [mail, bell]);
  all.sink.forget();
  const singles = Array.from({ length: 20 }, (_, i) => `deleted-single-${i}`);
  await all.api.trigger({ name, to: crowd, transactionId: "deleted-crowd" });
  for (const [i, transactionId] of singles.entries()) {
    await all.api.trigger({ name: i % 2 === 0 ? name : sending, to: `crowd-${i}`, transactionId });
  }
  await eventually("the crowd waits", 30_000, async () => (await bellsOf("deleted-crowd")) === RECIPIENTS);
  await all.api.trigger({
    name: sending,
    to: Array.from({ length: 500 }, (_, i) => `crowd-${i}`),
    transactionId: "deleted-sending",
  });
  await eventually("some of its mails are out", 20_000, () => all.sink.taken() > 50);
  const events = await all.sql<{ id: string; execution: string }[]>`
    select transaction_id as id, execution_id as execution from events where transaction_id like 'deleted-%'`;
  expect(events).toHaveLength(22);
  const namespace = "default";
  let deleted = 0;
  for (const { execution, id } of events) {
    const own = id === "deleted-crowd" ? [0, 1].map((cohort) => cohortExecutionId(execution, cohort)) : [];
    // The event's own first: it would take note that its cohorts were ended by hand.
    for (const workflowId of [execution, ...own]) {
      await client.workflowService
        .deleteWorkflowExecution({ namespace, workflowExecution: { workflowId } })
        .then(() => (deleted += 1))
        .catch(() => undefined);
    }
  }
  const began = performance.now();
  await eventually("everything is through", 150_000, async () => {
    const states = await Promise.all(events.map(async ({ id }) => (await all.api.status(id)).state));
    return states.every((state) => state === "completed");
  }).catch(async (error: unknown) => {
    const stuck = await Promise.all(events.map(({ id }) => all.api.status(id)));
    throw new Error(JSON.stringify(stuck.filter(({ state }) => state !== "completed").slice(0, 5)), { cause: error });
  });
  printFigure(`${deleted} executions deleted: all through ${Math.round((performance.now() - began) / 1000)} s later`);
  expect(await messagesOf("deleted-crowd")).toBe(2 * RECIPIENTS);
  expect(await messagesOf("deleted-sending")).toBe(2 * 500);
  for (const transactionId of singles) expect(await messagesOf(transactionId)).toBe(2);
  const mails = [...all.sink.counts().values()].reduce((sum, count) => sum + count, 0);
  expect(mails).toBe(RECIPIENTS + 500 + singles.length);
});
