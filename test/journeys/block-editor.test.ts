import type { Browser, FrameLocator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { launchChromium } from "#test/support/chromium.ts";
import { measureContention } from "#test/support/contention.ts";
import { openDashboard } from "#test/support/open-dashboard.ts";
import { type Product, startProduct } from "#test/support/processes.ts";

// The editor of an email's blocks in a real browser, by keyboard alone.

const Created = z.object({ data: z.object({ _id: z.string(), steps: z.array(z.object({ _id: z.string() })) }) });

let product: Product;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchChromium()]);
  page = await browser.newPage({ viewport: { width: 1600, height: 1000 }, colorScheme: null });
  await openDashboard(page, product);
});
afterAll(async () => {
  await browser?.close();
  await product?.interrupt();
});

/** Opens the email of a new workflow. */
async function openMail(controlValues: object): Promise<void> {
  const reply = await fetch(`${new URL(product.dev.apiUrl).origin}/v2/workflows`, {
    method: "POST",
    headers: { authorization: `ApiKey ${product.dev.apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "With blocks", steps: [{ name: "Mail", type: "email", controlValues }] }),
  });
  const { _id, steps } = Created.parse(await reply.json()).data;
  await page.goto(`${product.dev.dashboardUrl}workflows/${_id}/steps/${steps[0]?._id}`);
}

const MOVED = /Your orderTrack itIt is for subscriber\.lastName/;

const mail = (): FrameLocator => page.frameLocator('iframe[title^="Mail:"]');
const body = () => page.getByRole("textbox", { name: "Body" });

test("a member turns HTML into blocks, adds a heading, a variable and a button, and finds them in the preview and after a reload", async () => {
  await openMail({ editorType: "html", subject: "Order", body: "<p>Hello {{ subscriber.firstName }}</p>" });
  await page.getByRole("radio", { name: "Blocks" }).focus();
  await page.keyboard.press("Space");
  await body().locator("[data-block=variable]").waitFor();

  await body().focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("## Your order");
  await page.keyboard.press("Enter");
  await page.keyboard.type("It is for {{subs");
  await page.getByRole("option", { name: /^subscriber/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.type("last");
  await page.getByRole("option", { name: /^lastName/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.type("/butt");
  await page.getByRole("option", { name: "Button" }).waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  const settings = page.getByRole("region", { name: "Settings of Button" });
  await expect
    .poll(() => settings.getByLabel("Text", { exact: true }).evaluate((field) => field.matches(":focus")))
    .toBe(true);
  await page.keyboard.type("Track it");
  await page.keyboard.press("Tab");
  await page.keyboard.type("https://example.com/track");
  const hasFocus = () => body().evaluate((text) => text.matches(":focus"));
  await expect
    .poll(async () => {
      // The first one may close names that are about to be offered.
      await page.keyboard.press("Escape");
      return hasFocus();
    })
    .toBe(true);

  await mail().getByRole("heading", { level: 2, name: "Your order" }).waitFor();
  expect(await mail().getByRole("link", { name: "Track it" }).getAttribute("href")).toBe("https://example.com/track");

  // The button goes up past the paragraph; the history of the step takes that back, and brings it again.
  await page.keyboard.press("Alt+ArrowUp");
  await page.getByText("Button moved to position 3 of 5").waitFor();
  await expect.poll(() => body().textContent()).toMatch(MOVED);
  await page.keyboard.press("Control+z");
  await expect.poll(() => body().textContent()).not.toMatch(MOVED);
  await page.keyboard.press("Control+Shift+z");
  await expect.poll(() => body().textContent()).toMatch(MOVED);

  await page.getByText(/^Saved /).waitFor();
  await page.reload();
  await body().getByText("Track it").waitFor();
  expect(await body().textContent()).toMatch(MOVED);
});

test("keys in a document of 300 blocks do not wait", async () => {
  const paragraph = (number: number) => ({
    type: "paragraph",
    content: [
      { type: "text", text: `Block ${number} ` },
      { type: "variable", attrs: { id: "subscriber.firstName" } },
    ],
  });
  const content = Array.from({ length: 300 }, (_, number) => paragraph(number));
  await openMail({ editorType: "block", subject: "Long", body: JSON.stringify({ type: "doc", content }) });
  await body().getByText("Block 299").waitFor();
  await body().focus();
  await page.keyboard.type("warm");
  const contention = measureContention();
  let typed = 0;
  for (let round = 0; round < 6; round += 1) {
    contention.sample();
    const began = performance.now();
    await page.keyboard.type("a".repeat(5));
    typed += performance.now() - began;
  }
  expect(await body().textContent()).toContain("a".repeat(30));
  // Above what a key takes, and below what is noticed as waiting.
  expect(typed / 30).toBeLessThan(100 * contention.factor());
});
