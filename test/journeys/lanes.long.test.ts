import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { z } from "zod";
import { printFigure } from "#test/support/figures.ts";
import { type PacedVendor, startPacedVendor } from "#test/support/paced-vendor.ts";
import { eventually, type Product, startProduct } from "#test/support/processes.ts";
import { createApi, type TestApi } from "#test/support/rest.ts";

// Daily operation: vendors that limit their rate, restarts meanwhile, and credentials that are changed once. It takes about
// BELFRY_LANES_MINUTES; in an hour it has 100,000 messages, and a restart every five minutes.

const MINUTES = Number(process.env.BELFRY_LANES_MINUTES ?? 10);
/** 100,000 messages in an hour, in 25 events. */
const RECIPIENTS = Math.round((4_000 * MINUTES) / 60);
const RESTART_EVERY_MS = Math.max((MINUTES / 12) * 60_000, 45_000);
const KEY_KEPT_MS = 15_000;
/** The messages that each vendor takes a second, and how many events go through it. */
const VENDORS = [
  { perSecond: 5, events: 3 },
  { perSecond: 10, events: 6 },
  { perSecond: 50, events: 11 },
  { perSecond: 500, events: 5 },
];

interface Line {
  vendor: PacedVendor;
  perSecond: number;
  integrationId: string;
  transactionIds: string[];
}

const credentialsOf = ({ url }: PacedVendor, apiKey: string) => ({
  baseUrl: url,
  apiKeyRequestHeader: "x-key",
  apiKey,
  idPath: "id",
  from: "+15550000000",
});

async function aLine(api: TestApi, { perSecond, events }: (typeof VENDORS)[number]): Promise<Line> {
  const vendor = await startPacedVendor(perSecond);
  const identifier = `vendor-${perSecond}`;
  const created = await api.post("/integrations", {
    providerId: "generic-sms",
    channel: "sms",
    name: identifier,
    identifier,
    credentials: credentialsOf(vendor, "old"),
    active: true,
  });
  const { data } = z.object({ data: z.object({ _id: z.string() }) }).parse(created);
  const step = { template: { type: "sms", content: "Hello" }, integrationIdentifier: identifier };
  const name = await api.workflow(identifier, [step]);
  const transactionIds = Array.from({ length: events }, (_, index) => `${identifier}-${index}`);
  for (const transactionId of transactionIds) {
    await api.trigger({ name, to: { type: "Topic", topicKey: "everybody" }, transactionId });
  }
  return { vendor, perSecond, integrationId: data._id, transactionIds };
}

async function subscribe(api: TestApi): Promise<void> {
  const all = Array.from({ length: RECIPIENTS }, (_, index) => ({
    subscriberId: `person-${index}`,
    phone: `+4915${String(100_000_000 + index)}`,
  }));
  for (let from = 0; from < all.length; from += 500) {
    await api.post("/subscribers/bulk", { subscribers: all.slice(from, from + 500) });
  }
  await api.post("/topics/everybody/subscribers", { subscribers: all.map(({ subscriberId }) => subscriberId) });
}

/** A vendor takes the old key for a moment after the new one was entered. */
async function changeKey(product: Product, { vendor, integrationId }: Line): Promise<void> {
  const api = createApi(product.dev.apiUrl, product.dev.apiKey);
  await api.put(`/integrations/${integrationId}`, { credentials: credentialsOf(vendor, "new"), check: false });
  await sleep(KEY_KEPT_MS);
  vendor.key = "new";
}

test(
  "messages go out at the pace of their vendors, with restarts and a changed key, and each arrives once",
  async () => {
    let product = await startProduct();
    const first = createApi(product.dev.apiUrl, product.dev.apiKey);
    await subscribe(first);
    const lines = await Promise.all(VENDORS.map((vendor) => aLine(first, vendor)));
    const restarts: { from: number; to: number }[] = [];
    const isThrough = () =>
      lines.every(({ vendor, transactionIds }) => vendor.taken.size >= transactionIds.length * RECIPIENTS);
    try {
      const [, , third] = lines;
      if (!third) throw new Error("There is no third vendor");
      await changeKey(product, third);
      const deadline = Date.now() + 2 * MINUTES * 60_000 + 120_000;
      for (let restartAt = Date.now() + RESTART_EVERY_MS; !isThrough() && Date.now() < deadline; await sleep(500)) {
        if (Date.now() < restartAt) continue;
        const from = Date.now();
        await product.interrupt();
        product = await startProduct({ dataDir: product.dataDir, port: product.port });
        restarts.push({ from, to: Date.now() });
        restartAt = Date.now() + RESTART_EVERY_MS;
      }
      const api = createApi(product.dev.apiUrl, product.dev.apiKey);
      for (const { vendor, perSecond, transactionIds } of lines) {
        for (const id of transactionIds) {
          await eventually(`${id} is through`, 120_000, async () => (await api.status(id)).state === "completed");
          expect((await api.status(id)).jobs).toEqual({ completed: RECIPIENTS });
        }
        const { taken, takenAt, refusedAt } = vendor;
        const [begun = 0, ended = 0] = [takenAt[0], takenAt.at(-1)];
        const seconds = (ended - begun) / 1_000;
        const down = restarts.reduce(
          (sum, { from, to }) => sum + Math.max(Math.min(to, ended) - Math.max(from, begun), 0),
          0,
        );
        const used = takenAt.length / Math.max(seconds - down / 1_000, 1) / perSecond;
        const refused = refusedAt.length / (refusedAt.length + takenAt.length);
        printFigure(
          `${perSecond} a second: ${takenAt.length} messages in ${Math.round(seconds)} s, ${Math.round(down / 1_000)} s of them for restarts, ` +
            `${Math.round(100 * used)} % of the allowance used in the others, ` +
            `${(100 * refused).toFixed(1)} % of the calls refused`,
        );
        expect(taken.size).toBe(transactionIds.length * RECIPIENTS);
        expect([...taken.values()].filter((times) => times !== 1)).toEqual([]);
        expect(refused).toBeLessThan(0.25);
      }
    } finally {
      await product.interrupt();
      for (const { vendor } of lines) vendor.close();
    }
  },
  (3 * MINUTES + 10) * 60_000,
);
