import { afterAll, beforeAll, expect, test } from "vitest";
import { aStep, aWorkflow } from "#test/support/event.ts";
import { printFigure } from "#test/support/figures.ts";
import { addIntegration } from "#test/support/integrations.ts";
import { type PacedVendor, startPacedVendor } from "#test/support/paced-vendor.ts";
import { storeSubscribers } from "#test/support/subscribers.ts";
import { startWhole, type Whole } from "#test/support/whole.ts";

// API, worker, Temporal and Postgres together, with a vendor that takes 20 texts a second.

const RECIPIENTS = 240;
const PER_SECOND = 20;
const URGENT = "+4915900000000";

let whole: Whole;
let vendor: PacedVendor;
beforeAll(async () => {
  [whole, vendor] = await Promise.all([startWhole(), startPacedVendor(PER_SECOND)]);
});
afterAll(async () => {
  await whole.stop();
  vendor.close();
});

test("a broadcast goes out at the pace of its vendor, in-app messages do not wait for it, and a critical text overtakes it", async () => {
  const { db, environment } = whole;
  await db.$client`update integrations set active = false, "primary" = false
    where environment_id = ${environment.environmentId} and channel = 'sms'`;
  const id = await addIntegration(db, environment.scope, {
    channel: "sms",
    providerId: "generic-sms",
    identifier: "texts",
    credentials: { baseUrl: vendor.url, apiKeyRequestHeader: "x-key", apiKey: "k", idPath: "id", from: "+1555" },
  });
  await db.$client`update integrations set "primary" = true where id = ${id}`;
  const people = Array.from({ length: RECIPIENTS }, (_, i) => ({
    subscriberId: `m${i}`,
    phone: `+49151${String(10_000_000 + i)}`,
  }));
  await storeSubscribers(db, environment.scope, people);
  const text = aStep("sms", { content: "Hello" });
  const after = aStep("in_app", { content: "Sent" });
  const both = await aWorkflow(db, environment, [text, after]);
  const bell = await aWorkflow(db, environment, [aStep("in_app", { content: "Hi" })]);
  const code = await aWorkflow(db, environment, [text], { critical: true });

  const begun = Date.now();
  await whole.broadcast({ name: both.identifier, transactionId: "slow" });
  await expect.poll(() => vendor.takenAt.length, { timeout: 30_000 }).toBeGreaterThan(PER_SECOND);
  await whole.broadcast({ name: bell.identifier, transactionId: "bells" });
  await whole.trigger({ name: code.identifier, to: { subscriberId: "urgent", phone: URGENT }, transactionId: "code" });
  const asked = vendor.takenAt.length;
  await expect.poll(() => vendor.phones.has(URGENT), { timeout: 10_000, interval: 20 }).toBe(true);
  // The vendor may have refused something just now, which holds everything back for a second.
  expect(vendor.takenAt.length - asked).toBeLessThan(2 * PER_SECOND);
  await expect
    .poll(async () => (await whole.status("bells")).state, { timeout: 10_000, interval: 50 })
    .toBe("completed");
  expect(vendor.takenAt.length).toBeLessThan(RECIPIENTS);

  const { body } = await whole.call("GET", `/integrations/${id}/rate`);
  expect(body).toMatchObject({ data: { limit: { origin: "learned" } } });

  await expect
    .poll(async () => (await whole.status("slow")).state, { timeout: 70_000, interval: 100 })
    .toBe("completed");
  const seconds = (Date.now() - begun) / 1_000;
  const refused = vendor.refusedAt.length;
  printFigure(`${RECIPIENTS} texts at ${PER_SECOND} a second: ${seconds.toFixed(1)} s, ${refused} calls refused`);
  expect([...vendor.taken.values()].filter((times) => times !== 1)).toEqual([]);
  expect(vendor.taken.size).toBe(RECIPIENTS + 1);
  expect((await whole.status("slow")).jobs).toEqual({ completed: 2 * RECIPIENTS });
  expect(refused / (refused + RECIPIENTS)).toBeLessThan(0.25);
  // 12 s at its pace, and a part of that to find it; a busy machine takes longer.
  expect(seconds).toBeLessThan(60);
}, 120_000);
