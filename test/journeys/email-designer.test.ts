import type { Browser, FrameLocator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { expectAccessible } from "#test/support/accessibility.ts";
import { launchChromium } from "#test/support/chromium.ts";
import { measureContention } from "#test/support/contention.ts";
import { pressButton, tabTo, typeCode, typeInto } from "#test/support/keyboard.ts";
import { openDashboard } from "#test/support/open-dashboard.ts";
import { ownOrganization, type SharedProduct } from "#test/support/shared-product.ts";

// A designer's work on emails in a real browser, by keyboard alone.

const Created = z.object({
  data: z.object({ _id: z.string(), workflowId: z.string(), steps: z.array(z.object({ _id: z.string() })) }),
});

let product: SharedProduct;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  product = await ownOrganization();
  page = await browser.newPage({ viewport: { width: 1600, height: 1000 }, colorScheme: null, reducedMotion: "reduce" });
  await openDashboard(page, product);
});

function post(path: string, body: object): Promise<Response> {
  return fetch(`${new URL(product.dev.apiUrl).origin}${path}`, {
    method: "POST",
    headers: { authorization: `ApiKey ${product.dev.apiKey}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** Opens the email of a new workflow. */
async function openMail(controlValues: object): Promise<void> {
  const steps = [{ name: "Mail", type: "email", controlValues }];
  const reply = await post("/v2/workflows", { name: "With blocks", steps });
  const {
    _id,
    steps: [step],
  } = Created.parse(await reply.json()).data;
  await page.goto(`${product.dev.dashboardUrl}workflows/${_id}/steps/${step?._id}`);
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
  // The block is in sight while it is changed.
  const [around, button] = await Promise.all([
    settings.boundingBox(),
    body().locator("[data-block=button]").boundingBox(),
  ]);
  if (!around || !button) throw new Error("The settings or their block are not laid out.");
  expect(around.y >= button.y + button.height || around.x + around.width <= button.x).toBe(true);
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
  const link = mail().getByRole("link", { name: "Track it" });
  await expect.poll(() => link.getAttribute("href")).toBe("https://example.com/track");

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

test("a button at the end of a mail has no ring until somebody works in it, and an open list is in a landmark", async () => {
  const button = { type: "button", attrs: { text: "Show", url: "https://example.com/" } };
  await openMail({ editorType: "block", subject: "Order", body: JSON.stringify({ type: "doc", content: [button] }) });
  const block = body().locator("[data-block=button]");
  await block.waitFor();
  const ring = () => block.evaluate((element) => getComputedStyle(element).outlineStyle);
  expect(await ring()).toBe("none");
  await block.click();
  await expect.poll(ring).toBe("solid");
  await page.keyboard.press("Escape");

  const locale = page.getByRole("region", { name: "Data" }).getByRole("combobox", { name: "Locale" });
  await locale.focus();
  await page.keyboard.press("ArrowDown");
  await page.getByRole("listbox").waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
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

const RECEIPT = `<!doctype html><html><head><title>Receipt</title></head><body>
<table role="presentation" width="100%"><tr><td align="center">
  <h1>Thank you, {{ subscriber.firstName }}</h1>
  <p>Your order <strong>{{ payload.number }}</strong> is paid.</p>
  <p><a href="https://example.com/orders/{{ payload.number }}" style="background:#0b6b6b;color:#ffffff;padding:12px 24px;border-radius:6px;text-decoration:none;display:inline-block">Show the order</a></p>
</td></tr></table></body></html>`;

test("a designer pastes a mail, turns it into blocks, adds a condition and a variant, simulates last week, sends a test, and restores a version", async () => {
  const reply = await post("/v2/workflows", {
    name: "Receipt",
    steps: [
      { name: "Hourly", type: "digest", controlValues: { amount: 1, unit: "hours" } },
      {
        name: "Mail",
        type: "email",
        controlValues: { editorType: "html", subject: "Your receipt", body: "<p>Paid</p>" },
      },
    ],
  });
  const { _id, workflowId, steps } = Created.parse(await reply.json()).data;
  for (const total of [50, 150, 250]) {
    await post("/v1/events/trigger", { name: workflowId, to: "grace", payload: { number: total, total } });
  }
  const [digest, mailStep] = steps;
  const address = `${product.dev.dashboardUrl}workflows/${_id}`;

  // A mail as another program has made it takes the place of the body.
  await page.goto(`${address}/steps/${mailStep?._id}`);
  await tabTo(page, body());
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(RECEIPT);
  await mail().getByRole("heading", { name: "Thank you, Ada" }).waitFor();
  await page.getByRole("radio", { name: "Blocks" }).focus();
  await page.keyboard.press("Space");
  const change = page.getByRole("button", { name: "Change to blocks" });
  await change.or(page.locator("[data-block=variable]").first()).first().waitFor();
  if (await change.isVisible()) {
    await tabTo(page, change);
    await page.keyboard.press("Enter");
  }
  await body().locator("[data-block=variable]").first().waitFor();
  await mail().getByRole("heading", { name: "Thank you, Ada" }).waitFor();
  await mail().getByRole("link", { name: "Show the order" }).waitFor();

  await tabTo(page, page.getByRole("region", { name: "Conditions" }).locator("summary"));
  await page.keyboard.press("Enter");
  await pressButton(page, "Add condition");
  await page
    .locator(":focus")
    .and(page.getByRole("combobox", { name: "Condition 1 of group 1: field" }))
    .waitFor();
  await page.keyboard.type("payload.total");
  await tabTo(page, page.getByRole("button", { name: /Condition 1 of group 1: operator/ }));
  await page.keyboard.type("is larger");
  await typeInto(page, "Condition 1 of group 1: value", "100");
  await pressButton(page, "Try on past events");
  await page.getByText("2 of the last 3 events would pass.").waitFor();

  await pressButton(page, "Add variant");
  await typeInto(page, "Name of the variant", "For the largest");
  await typeCode(page, "Subject", "Your large receipt");
  const preview = page.getByRole("region", { name: "Preview" });
  await preview.getByText("Your large receipt").waitFor();
  await tabTo(page, page.getByRole("button", { name: "Own content" }));
  await page.keyboard.press("Enter");
  await preview.getByText("Your receipt", { exact: true }).waitFor();
  await pressButton(page, "Send test to me");
  await preview.getByText(/ accepted the message\.$/).waitFor();

  await page.goto(`${address}/steps/${digest?._id}`);
  await pressButton(page, "Simulate");
  await page.getByText(/^3 events: /).waitFor();

  // All that was changed since the events is compared with what was before it, and taken back.
  await page.goto(`${address}/history`);
  const versions = page.getByRole("link", { name: /^Version \d+$/ });
  await versions.nth(1).waitFor();
  const [, before = ""] = (await versions.allTextContents()).map((text) => text.replace(/\D/g, ""));
  await tabTo(page, versions.nth(1));
  await page.keyboard.press("Enter");
  const comparison = page.getByRole("region", { name: /^Version \d+ and version \d+$/ });
  await comparison.getByRole("radio", { name: "As sent" }).focus();
  await page.keyboard.press("Space");
  const compared = comparison.getByRole("region", { name: "Mail", exact: true });
  await compared.getByRole("heading", { name: "Mail", exact: true }).waitFor();
  // The mail, and below it the variant, beside what was sent without it.
  await expect.poll(() => compared.locator("iframe").count()).toBe(4);
  const [was, is] = [0, 1].map((index) => compared.locator("iframe").nth(index).contentFrame());
  await was?.getByText("Paid", { exact: true }).waitFor();
  await is?.getByRole("heading", { name: /^Thank you, / }).waitFor();
  await pressButton(page, `Restore version ${before}`);
  await tabTo(page, page.getByRole("alertdialog").getByRole("button", { name: `Restore version ${before}` }));
  await page.keyboard.press("Enter");
  await page.getByText("No message differs between the two versions.").waitFor();
});
