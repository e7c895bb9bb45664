import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aStep, aWorkflow } from "#test/support/event.ts";
import { startWhole, type Whole } from "#test/support/whole.ts";

// What comes due while no worker runs: Temporal has the timer, and the next worker does what it is for.

let whole: Whole;
beforeAll(async () => {
  whole = await startWhole();
});
afterAll(() => whole.stop());

test("a digest whose window ends while no worker runs is sent once by the next one, with all of its events", async () => {
  const digest = aStep("digest", {}, { metadata: { type: "regular", amount: 4, unit: "seconds" } as never });
  const content = "{{ step.total_count }}:{% for event in step.events %} {{ event.name }}{% endfor %}";
  const { identifier: name } = await aWorkflow(whole.db, whole.environment, [digest, aStep("in_app", { content })]);
  const ids = ["away-a", "away-b"];
  for (const transactionId of ids) {
    await whole.trigger({ name, to: "ada", transactionId, payload: { name: transactionId } });
    const status = transactionId === "away-a" ? "delayed" : "merged";
    await expect
      .poll(async () => (await whole.status(transactionId)).jobs[status], { timeout: 15_000, interval: 50 })
      .toBeGreaterThan(0);
  }
  await whole.stopWorker();
  const messages = async () =>
    (
      await whole.db.$client<{ content: string }[]>`
        select content from messages where transaction_id = any(${ids}) order by created_at`
    ).map((message) => message.content);
  await sleep(5_000);
  expect(await messages()).toEqual([]);
  await whole.startWorker();
  await expect.poll(messages, { timeout: 30_000, interval: 100 }).toEqual(["2: away-a away-b"]);
  await expect
    .poll(async () => (await whole.status("away-a")).state, { timeout: 15_000, interval: 100 })
    .toBe("completed");
  expect(await messages()).toHaveLength(1);
}, 90_000);
