import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Crowd, crowd, startCrowd } from "#test/support/crowd.ts";
import { printFigure } from "#test/support/figures.ts";
import { eventually } from "#test/support/processes.ts";

// Large content to many: the process with its small heap stays up, and every job ends with a mail or a reason.

const RECIPIENTS = 1_000;

let all: Crowd;
beforeAll(async () => {
  all = await startCrowd(RECIPIENTS, { addressesOnly: true });
});
afterAll(() => all?.stop());

/** Runs the event to its end in one and the same process, and prints the most memory that it took. */
async function runThrough(transactionId: string, step: object, length: number): Promise<void> {
  const name = await all.api.workflow(transactionId, [step]);
  const { pid } = all.product.part("Belfry");
  const began = performance.now();
  await all.api.trigger({ name, to: crowd, transactionId, payload: { text: "x".repeat(length) } });
  let slowest = 0;
  await eventually("the event is through", 180_000, async () => {
    const asked = performance.now();
    const { state } = await all.api.status(transactionId);
    slowest = Math.max(slowest, performance.now() - asked);
    return state === "completed";
  });
  expect(all.product.part("Belfry").pid).toBe(pid);
  const memory = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  printFigure(
    `${transactionId}: ${Math.round((performance.now() - began) / 1000)} s, at most ${Math.round(Number(memory) / 1024)} MiB, ` +
      `slowest status ${Math.round(slowest)} ms`,
  );
}

const jobsOf = async (transactionId: string) => (await all.api.status(transactionId)).jobs;

test("1,000 mails of 260 kB are sent once each", async () => {
  const template = { type: "email", subject: "Large", contentType: "customHtml", content: "<p>{{ text }}</p>" };
  await runThrough("large-mails", { template }, 260_000);
  expect(await jobsOf("large-mails")).toEqual({ completed: RECIPIENTS });
  expect([...all.sink.counts().values()]).toEqual(Array(RECIPIENTS).fill(1));
});

test("500 kB of text in-app is more than a message may have: 1,000 jobs fail, each with the reason", async () => {
  await runThrough("too-large-bells", { template: { type: "in_app", content: "{{ text }}" } }, 500_000);
  expect(await jobsOf("too-large-bells")).toEqual({ failed: RECIPIENTS });
  const [details] = await all.sql`
    select count(distinct d.run_id)::int as runs from execution_details d join runs r on r.id = d.run_id
    where r.transaction_id = 'too-large-bells' and d.status = 'Failed' and d.raw like '%at most 256000%'`;
  expect(details?.runs).toBe(RECIPIENTS);
});

test("250 kB of text in-app reaches all 1,000", async () => {
  await runThrough("large-bells", { template: { type: "in_app", content: "{{ text }}" } }, 250_000);
  expect(await jobsOf("large-bells")).toEqual({ completed: RECIPIENTS });
  expect(await all.served("large-bells", "in_app")).toBe(RECIPIENTS);
});
