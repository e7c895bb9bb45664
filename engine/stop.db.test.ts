import { afterAll, beforeAll, expect, test } from "vitest";
import { aStep, aWorkflow } from "#test/support/event.ts";
import { addSmtpServer } from "#test/support/integrations.ts";
import { type MailSink, startMailSink } from "#test/support/mail-sink.ts";
import { startWhole, type Whole } from "#test/support/whole.ts";

// A worker that is asked to stop, as in a release, while a mail server has mails that it has not answered yet.

const RECIPIENTS = 200;
/** Sends under way at once per integration: `activities/lanes/integration-gates.ts`. */
const SLOTS = 20;

let whole: Whole;
let sink: MailSink;
beforeAll(async () => {
  [whole, sink] = await Promise.all([startWhole(), startMailSink({ addressesOnly: true, takesMs: 3_000 })]);
  await addSmtpServer(whole.db, whole.environment.scope, sink.port);
});
afterAll(async () => {
  await whole.stop();
  await sink.stop();
});

test("200 mails of which some are under way: no more are begun, those are awaited, and each arrives once", async () => {
  const step = aStep("email", { subject: "x", content: "x" });
  const { identifier: name } = await aWorkflow(whole.db, whole.environment, [step]);
  const to = Array.from({ length: RECIPIENTS }, (_, i) => ({ subscriberId: `s${i}`, email: `s${i}@example.com` }));
  // An event takes so many recipients that are named.
  await whole.trigger({ name, to: to.slice(0, 100), transactionId: "stop-a" });
  await whole.trigger({ name, to: to.slice(100), transactionId: "stop-b" });
  await expect.poll(() => sink.taken(), { timeout: 20_000, interval: 20 }).toBeGreaterThanOrEqual(10);

  const begun = sink.taken();
  await whole.stopWorker();
  expect(sink.taken()).toBeLessThanOrEqual(begun + SLOTS);
  const recorded = await whole.db.$client`
    select 1 from deliveries where environment_id = ${whole.environment.scope.environmentId} and state = 'sent'`;
  expect(recorded).toHaveLength(sink.taken());

  sink.takes(0);
  await whole.startWorker();
  for (const transactionId of ["stop-a", "stop-b"]) {
    await expect
      .poll(async () => (await whole.status(transactionId)).state, { timeout: 60_000, interval: 100 })
      .toBe("completed");
  }
  expect([...sink.counts()].filter(([, times]) => times !== 1)).toEqual([]);
  expect(sink.counts().size).toBe(RECIPIENTS);
}, 120_000);
