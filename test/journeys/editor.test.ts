import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { launchChromium } from "#test/support/chromium.ts";
import { openDashboard } from "#test/support/open-dashboard.ts";
import { collectErrors } from "#test/support/page-errors.ts";
import { ownOrganization, type SharedProduct } from "#test/support/shared-product.ts";

// The editor with a workflow as large as one may be. How one is built is in newcomer.test.ts.

const Created = z.object({ data: z.object({ _id: z.string() }) });

let product: SharedProduct;
let browser: Browser;
let page: Page;
let errors: string[];

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  product = await ownOrganization();
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  errors = collectErrors(page);
  await openDashboard(page, product);
});

async function createWorkflow(name: string, steps: readonly object[] = []): Promise<string> {
  const reply = await fetch(`${new URL(product.dev.apiUrl).origin}/v2/workflows`, {
    method: "POST",
    headers: { authorization: `ApiKey ${product.dev.apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ name, steps }),
  });
  return Created.parse(await reply.json()).data._id;
}

const sidewaysScroll = () =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const isInWindow = (place: Locator) =>
  place.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  });

/** Opens a step from the canvas, and returns whether its name comes into sight. */
async function isSeenOpened(name: string): Promise<boolean> {
  await page.getByRole("link", { name, exact: true }).click();
  const heading = page.getByRole("heading", { level: 2, name, exact: true });
  await heading.waitFor();
  return expect
    .poll(() => isInWindow(heading))
    .toBe(true)
    .then(
      () => true,
      () => false,
    );
}

test("forty steps with long names fit the screen, wide and narrow, the outline goes to one, the last ones open in sight, and a broken template says where", async () => {
  const steps = Array.from({ length: 37 }, (_, index) => ({
    name: `${index} ${"x".repeat(55)}`,
    type: "sms",
    controlValues: { body: `${"y".repeat(500)} {{payload.number}}` },
  }));
  const broken = {
    name: "<img src=x onerror=alert(1)>",
    type: "sms",
    controlValues: { body: "Hello\n{{ payload.number | upcas }}" },
  };
  const last = [
    { name: "Last text", type: "sms", controlValues: { body: "Hello" } },
    { name: "Last wait", type: "delay", controlValues: { amount: 1, unit: "hours" } },
  ];
  const id = await createWorkflow("Many steps", [broken, ...steps, ...last]);
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${product.dev.dashboardUrl}workflows/${id}`);
    await page.getByRole("link", { name: broken.name, exact: true }).waitFor();
    expect(await sidewaysScroll(), `${width} px, canvas`).toBeLessThanOrEqual(0);
    if (width < 1024) await page.getByRole("button", { name: "Outline of 40 steps" }).click();
    await page.getByRole("combobox", { name: "Find a step" }).fill("last wait");
    await page.keyboard.press("Enter");
    const wait = page.getByRole("link", { name: "Last wait", exact: true });
    await expect
      .poll(() => wait.evaluate((link) => link === document.activeElement), { message: `${width} px` })
      .toBe(true);
    expect(await isInWindow(wait), `${width} px, outline`).toBe(true);
    expect(await sidewaysScroll(), `${width} px, outline`).toBeLessThanOrEqual(0);
    await page.getByRole("link", { name: broken.name, exact: true }).click();
    await page.getByText(/Line 2, column \d+/).waitFor();
    expect(await sidewaysScroll(), `${width} px, step`).toBeLessThanOrEqual(0);
    for (const { name } of last) {
      await page.goto(`${product.dev.dashboardUrl}workflows/${id}`);
      expect(await isSeenOpened(name), `${width} px, ${name}`).toBe(true);
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(errors).toEqual([]);
});
