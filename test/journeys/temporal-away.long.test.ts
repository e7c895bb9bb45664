import { Client, Connection } from "@temporalio/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cohortExecutionId } from "#engine/ids.ts";
import { bell, type Crowd, crowd, mail, messagesOf, startCrowd, wait } from "#test/support/crowd.ts";
import { printFigure } from "#test/support/figures.ts";
import { eventually } from "#test/support/processes.ts";

// Executions may vanish from Temporal: every stored event is delivered once all the same.

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

const bellsOf = (transactionId: string) => all.served(transactionId, "in_app");

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
  expect(await messagesOf(all, "deleted-crowd")).toBe(2 * RECIPIENTS);
  expect(await messagesOf(all, "deleted-sending")).toBe(2 * 500);
  for (const transactionId of singles) expect(await messagesOf(all, transactionId)).toBe(2);
  const mails = [...all.sink.counts().values()].reduce((sum, count) => sum + count, 0);
  expect(mails).toBe(RECIPIENTS + 500 + singles.length);
});
