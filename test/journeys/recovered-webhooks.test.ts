import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { Belfry } from "#client/client.ts";
import { expectAccessible } from "#test/support/accessibility.ts";
import { launchChromium } from "#test/support/chromium.ts";
import { openDashboard } from "#test/support/open-dashboard.ts";
import { ownOrganization, type SharedProduct } from "#test/support/shared-product.ts";
import { startWebhookReceiver } from "#test/support/webhook-receiver.ts";

// A customer's server that is away: its endpoint is switched off, comes back, and is sent what it missed.

let product: SharedProduct;
let browser: Browser;
let page: Page;
let belfry: Belfry;
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
/** The answer of the customer's server. */
let status: number;
/** Ids of the events that it has taken, each as often as it has. */
let taken: (string | undefined)[];

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  [status, taken] = [200, []];
  receiver = await startWebhookReceiver(({ headers }) => {
    if (status === 200) taken.push(headers["webhook-id"]);
    return { status };
  });
  product = await ownOrganization();
  const { apiUrl, apiKey } = product.dev;
  belfry = new Belfry(apiKey, { apiUrl });
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce" });
  page = await context.newPage();
  await openDashboard(page, product);
});
afterEach(async () => {
  await receiver?.close();
});

const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
const endpointOf = async () => {
  const [endpoint] = await belfry.webhookEndpoints.list();
  if (!endpoint) throw new Error("There is no endpoint");
  return endpoint;
};
const logOf = async () => (await belfry.webhookEvents.list({ limit: 100 })).data;

test("an endpoint is down, is paused with the reason, comes back, and is sent what it failed to take and missed, each event once", async () => {
  const steps = [{ name: "Bell", type: "in_app" as const, controlValues: { body: "Your order was sent" } }];
  await belfry.v2.workflows.create({ name: "Order shipped", steps });
  const trigger = (to: string) => belfry.events.trigger("order-shipped", { to });
  const sections = page.getByRole("navigation", { name: "Sections" });
  await sections.getByRole("link", { name: "Webhooks" }).click();
  await page.getByRole("heading", { name: "No webhook endpoints yet" }).waitFor();
  await press("Add endpoint");
  await page.getByLabel("URL").fill(receiver.urlOf("orders"));
  await press("Create endpoint");
  await page.getByText("Copy the signing secret").waitFor();
  await trigger("ada");
  await expect.poll(() => taken.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(4);

  // The server fails first, and then says that nothing is there.
  status = 503;
  await trigger("bob");
  const { _id } = await endpointOf();
  await page.goto(`${product.dev.dashboardUrl}webhooks/${_id}`);
  await page.getByText("Failing").waitFor({ timeout: 20_000 });
  status = 410;
  await trigger("cy");
  await page.goto(`${product.dev.dashboardUrl}webhooks/${_id}`);
  await page.getByText("Paused: The endpoint answered 410 Gone").waitFor({ timeout: 20_000 });
  await expectAccessible(page);
  for (const name of ["dan", "eve", "fay"]) await trigger(name);
  // Of each of six people: subscriber.created, message.sent, event.processed and run.completed.
  await expect.poll(async () => (await logOf()).length, { timeout: 20_000 }).toBe(24);
  const before = taken.length;

  status = 200;
  await page.getByRole("switch", { name: "The endpoint is sent events" }).press("Space");
  await page.getByText("On", { exact: true }).first().waitFor();
  await press("Actions of the endpoint");
  await page.getByRole("menuitem", { name: "Recover events since …" }).click();
  await page.getByText(/\d+ failed and \d+ missed events\./).waitFor();
  await expectAccessible(page);
  await press("Recover events");
  await page.getByText(/^\d+ events are sent$/).waitFor();
  await expect.poll(() => new Set(taken).size, { timeout: 30_000 }).toBe(24);
  expect(taken).toHaveLength(24);
  expect(before).toBeLessThan(24);
  expect(await belfry.webhookEndpoints.countRecoverable(_id, { since: new Date(0).toISOString() })).toMatchObject({
    failed: 0,
    missed: 0,
  });

  // A receiver that pulls has the same events.
  const ids: string[] = [];
  let after: string | undefined;
  await expect
    .poll(async () => {
      const pulled = await belfry.webhookEvents.pull({ limit: 10, ...(after && { after }) });
      ids.push(...pulled.data.map(({ id }) => id));
      after = pulled.next;
      return ids.length;
    })
    .toBe(24);
  expect(new Set(ids).size).toBe(24);
  await page.getByRole("link", { name: "pull events" }).click();
  await page.getByRole("heading", { level: 1, name: "Webhook events" }).waitFor();
  await page.getByText("workflow order-shipped · subscriberId fay").first().waitFor();
  await expectAccessible(page);
});
