import { afterAll, beforeAll, expect, test } from "vitest";
import { asBrowser, broadcastToOpenInboxes, markFromTwoTabs } from "#test/support/inboxes.ts";
import { type Product, startProduct } from "#test/support/processes.ts";

// As inboxes.test.ts, at the size of a real page's audience and for ten minutes.

asBrowser();

const MINUTE = 60_000;
const MEBIBYTE = 1024 * 1024;

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.interrupt());

test(
  "fifty inboxes of one subscriber and one each of five hundred others show a broadcast live, and agree with the API",
  async () => {
    await broadcastToOpenInboxes(product, 500);
  },
  5 * MINUTE,
);

test(
  "ten minutes of dropped sockets, offline periods and marks from two tabs end with what the API has, in no more memory",
  async () => {
    const memory: number[] = [];
    for (let minute = 0; minute < 10; minute += 1) {
      const { marks } = await markFromTwoTabs(product, MINUTE, Date.now() % 1_000_000);
      expect(marks).toBeGreaterThan(100);
      globalThis.gc?.();
      memory.push(process.memoryUsage().heapUsed / MEBIBYTE);
    }
    // The first minutes fill what is kept: compiled code, connections, the history of the test itself.
    expect(Math.min(...memory.slice(-3))).toBeLessThan(Math.min(...memory.slice(2, 5)) + 20);
  },
  15 * MINUTE,
);
