import { beforeAll, expect, test } from "vitest";
import { asBrowser, broadcastToOpenInboxes, markFromTwoTabs } from "#test/support/inboxes.ts";
import { ownOrganization, type SharedProduct } from "#test/support/shared-product.ts";

// Many open inboxes of a running product; `npm run test:long` has more of them, for longer.

asBrowser();

let product: SharedProduct;
beforeAll(async () => {
  product = await ownOrganization();
});

test("fifty inboxes of one subscriber and one each of a hundred others show a broadcast live, and agree with the API", async () => {
  await broadcastToOpenInboxes(product, 100);
}, 120_000);

test("two tabs that mark while their networks come and go end with what the API has", async () => {
  const { marks, cuts } = await markFromTwoTabs(product, 5_000, 1);
  expect(marks).toBeGreaterThan(20);
  expect(cuts).toBeGreaterThan(0);
}, 120_000);
