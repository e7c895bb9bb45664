import type { Browser, FrameLocator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { startBridge } from "#test/support/bridge.ts";
import { launchChromium } from "#test/support/chromium.ts";
import { followLink, pressButton, tabTo, typeInstead } from "#test/support/keyboard.ts";
import { openDashboard } from "#test/support/open-dashboard.ts";
import { ownOrganization, type SharedProduct } from "#test/support/shared-product.ts";

// The preview of a step in a real browser: it follows what is typed, for a subscriber, and executes nothing of the mail.

const Created = z.object({ data: z.object({ _id: z.string(), steps: z.array(z.object({ _id: z.string() })) }) });

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

const post = (path: string, body: object) =>
  fetch(`${new URL(product.dev.apiUrl).origin}${path}`, {
    method: "POST",
    headers: { authorization: `ApiKey ${product.dev.apiKey}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });

const mail = (): FrameLocator => page.frameLocator('iframe[title^="Mail:"]');

test("a member types a mail and sees it for a subscriber, on a phone and in the dark; its scripts are not executed", async () => {
  await post("/v1/subscribers", { subscriberId: "grace", firstName: "Grace", data: { town: "Ulm" } });
  const script = "<script>document.body.textContent = 'Executed'; parent.postMessage('executed', '*')</script>";
  const style =
    "<style>@media (prefers-color-scheme: dark) { p { color: rgb(1, 2, 3) } } @media (max-width: 500px) { p { font-size: 40px } }</style>";
  const body = `<html><head>${style}</head><body><p>Hello {{subscriber.firstName}} from {{subscriber.data.town}}</p><img src="x" onerror="parent.postMessage('executed', '*')">${script}</body></html>`;
  const controlValues = { editorType: "html", subject: "Order", body };
  const reply = await post("/v2/workflows", {
    name: "Previewed",
    steps: [
      { name: "Mail", type: "email", controlValues },
      { name: "Bell", type: "in_app", controlValues: { body: "It <b>left</b>" } },
    ],
  });
  const { _id, steps } = Created.parse(await reply.json()).data;
  const open = (step: number) => page.goto(`${product.dev.dashboardUrl}workflows/${_id}/steps/${steps[step]?._id}`);
  await page.addInitScript(() => {
    window.addEventListener("message", ({ data }) => {
      if (data === "executed") document.title = "Executed";
    });
  });
  await open(0);
  await mail().getByText("Hello Ada from", { exact: true }).waitFor();
  await page.getByRole("region", { name: "Data" }).getByText("subscriber.data.town").waitFor();

  // By keyboard alone: a subscriber is found by the beginning of a name.
  await page.getByRole("button", { name: /^Subscriber/ }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type("gr");
  await expect.poll(() => page.getByRole("option").allTextContents()).toEqual([expect.stringContaining("Grace")]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await mail().getByText("Hello Grace").waitFor();

  await page.getByRole("textbox", { name: "Subject" }).click();
  await page.keyboard.press("End");
  await page.keyboard.type(" {{payload.number}} for {{subscriber.firstName}}");
  const preview = page.getByRole("region", { name: "Preview" });
  await preview.getByText(/^Order .*for Grace$/).waitFor();

  const paragraph = mail().locator("p");
  const styleOf = (property: "color" | "fontSize") =>
    paragraph.evaluate((element, name) => getComputedStyle(element)[name], property);
  expect(await styleOf("color")).not.toBe("rgb(1, 2, 3)");
  await preview.getByRole("radio", { name: "Dark" }).click();
  await expect.poll(() => styleOf("color")).toBe("rgb(1, 2, 3)");
  await preview.getByRole("radio", { name: "Phone" }).click();
  await expect.poll(() => styleOf("fontSize")).toBe("40px");
  // The script would have taken away what is there, and told the page.
  expect(await paragraph.textContent()).toBe("Hello Grace from Ulm");
  expect(await page.title()).not.toContain("Executed");

  // What is sent is what is shown.
  await preview.getByRole("button", { name: "Send test to me" }).click();
  await preview.getByText(/ accepted the message\.$/).waitFor();
  await page.goto(`${product.dev.dashboardUrl}outbox`);
  await page
    .getByText(/^Order .*for Grace$/)
    .first()
    .waitFor();

  // The subscriber stays chosen for the other steps, and an in-app message is an entry of the inbox.
  await open(1);
  await page.getByRole("button", { name: /^Subscriber.*Grace/ }).waitFor();
  await preview.getByRole("listitem").getByText("left").waitFor();
});

test("with the keyboard alone, a control of a step that is code is changed, seen, saved and reset to its default", async () => {
  const bridge = await startBridge("a key that nobody signs with", []);
  onTestFinished(() => bridge.close());
  const properties = {
    subject: { type: "string", title: "Subject", default: "Hello" },
    tone: { type: "string", title: "Tone", enum: ["warm", "cool"], default: "warm" },
  };
  const schema = { type: "object", properties };
  bridge.intercept = ({ action, body }, response) => {
    const { subject = "Hello", tone = "warm" } = { ...Object(body.controls) };
    const steps = [{ stepId: "mail", type: "email", controls: { schema } }];
    const discovered = { workflows: [{ workflowId: "By code", steps }] };
    const made = { outputs: { subject: `${subject}, ${tone}`, body: "<p>Hi</p>" } };
    response.end(JSON.stringify(action === "discover" ? discovered : made));
    return true;
  };
  expect((await post("/v1/bridge/sync", { bridgeUrl: bridge.url })).status).toBe(201);
  await page.goto(`${product.dev.dashboardUrl}workflows`);
  await followLink(page, "By code");
  await followLink(page, "mail");
  const preview = page.getByRole("region", { name: "Preview" });
  await preview.getByText("Hello, warm", { exact: true }).waitFor();
  await typeInstead(page, "Subject", "Shipped");
  await preview.getByText("Shipped, warm", { exact: true }).waitFor();
  await tabTo(page, page.getByRole("button", { name: /Tone/ }).first());
  await page.keyboard.press("ArrowDown");
  await page.getByRole("option", { name: "warm" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await preview.getByText("Shipped, cool", { exact: true }).waitFor();
  await pressButton(page, "Save");
  await expect.poll(() => page.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
  await page.reload();
  await preview.getByText("Shipped, cool", { exact: true }).waitFor();
  await pressButton(page, "Reset to the default of Subject");
  // The button is gone, and its field has the focus.
  const field = page.getByLabel("Subject", { exact: true });
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  await preview.getByText("Hello, cool", { exact: true }).waitFor();
  await pressButton(page, "Save");
  await page.getByText("The default of the code").waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
});
