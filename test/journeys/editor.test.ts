import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { expectAccessible } from "#test/support/accessibility.ts";
import { launchChromium } from "#test/support/chromium.ts";
import { tabTo } from "#test/support/keyboard.ts";
import { type Product, startProduct } from "#test/support/processes.ts";

// A member builds a workflow in the dashboard, by the keyboard alone, and sees a test of it arrive.

const Created = z.object({ data: z.object({ _id: z.string() }) });

let product: Product;
let browser: Browser;
let page: Page;
const errors: string[] = [];

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchChromium()]);
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  const { dashboardUrl, email, password } = product.dev;
  await page.goto(dashboardUrl);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await page.getByRole("navigation", { name: "Sections" }).waitFor();
});
afterAll(async () => {
  await browser?.close();
  await product?.interrupt();
});

async function createWorkflow(name: string, steps: readonly object[] = []): Promise<string> {
  const reply = await fetch(`${new URL(product.dev.apiUrl).origin}/v2/workflows`, {
    method: "POST",
    headers: { authorization: `ApiKey ${product.dev.apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ name, steps }),
  });
  return Created.parse(await reply.json()).data._id;
}

async function pressButton(name: string): Promise<void> {
  await tabTo(page, page.getByRole("button", { name, exact: true }));
  await page.keyboard.press("Enter");
}

async function choose(item: string): Promise<void> {
  await page.locator("[role=menu]:focus, [role=menu] :focus").waitFor();
  await page.keyboard.type(item.slice(0, 4));
  await page.keyboard.press("Enter");
}

/** Types into a code field once its editor is there. */
async function typeInto(label: string, text: string): Promise<void> {
  const field = page.locator(".cm-content").and(page.getByLabel(label, { exact: true }));
  await tabTo(page, field);
  await page.keyboard.type(text);
}

const saved = (version: number) => page.getByText(new RegExp(`^Saved .*, version ${version}$`)).waitFor();

const sidewaysScroll = () =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test("a member builds a workflow by the keyboard, tests it, sees it arrive on the canvas, and finds everything after a reload", async () => {
  const id = await createWorkflow("Order shipped");
  await page.goto(`${product.dev.dashboardUrl}workflows/${id}`);
  await page.getByRole("heading", { level: 1, name: "Order shipped" }).waitFor();
  await pressButton("Add step at the beginning");
  await expectAccessible(page);
  await choose("In-app");

  await page.getByRole("heading", { level: 2, name: "In-app" }).waitFor();
  await typeInto("Subject", "Order {{payload.number}}");
  await typeInto("Body", "It left");
  await page.getByText("Order {{payload.number}}").first().waitFor();
  await saved(2);
  await expectAccessible(page);

  // Escape closes the step, and its card is where the keyboard goes on.
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { level: 2, name: "In-app" }).waitFor({ state: "detached" });
  await page
    .locator(":focus")
    .and(page.getByRole("link", { name: "In-app", exact: true }))
    .waitFor();
  await page.keyboard.press("a");
  await choose("Branch");
  await page.getByRole("heading", { level: 2, name: "Branch" }).waitFor();
  await page.getByRole("region", { name: "Branch Branch A" }).waitFor();
  await page.getByRole("button", { name: "1 issue" }).waitFor();
  await pressButton("Add condition");
  await tabTo(page, page.getByLabel("Field", { exact: true }));
  await page.keyboard.type("number");
  await tabTo(page, page.getByLabel("Value", { exact: true }));
  await page.keyboard.type("7");
  await page.getByText("if payload.number is 7").waitFor();
  await page.getByRole("button", { name: "1 issue" }).waitFor({ state: "detached" });
  await page.keyboard.press("Escape");

  await tabTo(page, page.getByRole("tab", { name: "Steps" }));
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await pressButton("Me");
  await tabTo(page, page.getByLabel("Payload"));
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type('{"number": 7}');
  await pressButton("Send test");
  await page.getByText(/^Run for /).waitFor();
  const bell = page.getByRole("listitem").filter({ has: page.getByRole("link", { name: "In-app", exact: true }) });
  await bell.getByText("Completed").first().waitFor({ timeout: 15_000 });

  await page.reload();
  await page.getByText("Order {{payload.number}}").first().waitFor();
  await page.getByText("if payload.number is 7").waitFor();
  await bell.getByText("Completed").first().waitFor();
  expect(errors).toEqual([]);
});

test("forty steps with long names fit the screen, wide and narrow, and a broken template says where", async () => {
  const steps = Array.from({ length: 39 }, (_, index) => ({
    name: `${index} ${"x".repeat(55)}`,
    type: "sms",
    controlValues: { body: `${"y".repeat(500)} {{payload.number}}` },
  }));
  const broken = {
    name: "<img src=x onerror=alert(1)>",
    type: "sms",
    controlValues: { body: "Hello\n{{ payload.number | upcas }}" },
  };
  const id = await createWorkflow("Many steps", [broken, ...steps]);
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${product.dev.dashboardUrl}workflows/${id}`);
    await page.getByRole("link", { name: broken.name, exact: true }).waitFor();
    expect(await sidewaysScroll(), `${width} px, canvas`).toBeLessThanOrEqual(0);
    await page.getByRole("link", { name: broken.name, exact: true }).click();
    await page.getByText(/Line 2, column \d+/).waitFor();
    expect(await sidewaysScroll(), `${width} px, step`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(errors).toEqual([]);
});
