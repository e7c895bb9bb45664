import type { Browser, Page } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { Belfry } from "#client/client.ts";
import { translatePage } from "#dashboard/testing/translate-page.ts";
import { launchChromium } from "#test/support/chromium.ts";
import { signIn } from "#test/support/open-dashboard.ts";
import { collectErrors } from "#test/support/page-errors.ts";
import { ownOrganization, type SharedProduct } from "#test/support/shared-product.ts";

// The dashboard in browsers as others have them: over plain http, translated, and with an input method.

let product: SharedProduct;
let browser: Browser | undefined;
let workflow: { _id: string };

beforeAll(async () => {
  product = await ownOrganization();
  const { apiUrl, apiKey } = product.dev;
  const client = new Belfry({ apiUrl, secretKey: apiKey });
  await client.translations.createGroup({ name: "Shop", identifier: "shop" });
  const reply = await fetch(`${apiUrl}/v2/workflows`, {
    method: "POST",
    headers: { authorization: `ApiKey ${apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({
      name: "Order shipped",
      active: true,
      steps: [{ name: "Bell", type: "in_app", controlValues: { body: "Hello {{payload.name}}" } }],
    }),
  });
  workflow = (await reply.json()).data;
});
afterEach(() => browser?.close());

/** Opens the dashboard in a browser of its own and signs in. */
async function open(origin: string, ...options: string[]): Promise<{ page: Page; errors: string[] }> {
  browser = await launchChromium(...options);
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
  page.setDefaultTimeout(20_000);
  const errors = collectErrors(page);
  await page.goto(origin);
  await signIn(page, product.dev);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.getByRole("navigation", { name: "Sections" }).waitFor();
  return { page, errors };
}

const saved = (page: Page) => page.getByText(/^\[?Saved .*, version ([2-9]|\d\d+)/).waitFor();

test("over plain http in a local network: sign in, create, add a branch and a variant, copy, and import texts", async () => {
  const { port } = new URL(product.dev.dashboardUrl);
  // Chromium takes loopback for secure, and no other host over http.
  const origin = `http://belfry.test:${port}`;
  const { page, errors } = await open(origin, "--host-resolver-rules=MAP belfry.test 127.0.0.1");
  expect(await page.evaluate(() => window.isSecureContext)).toBe(false);

  await page.goto(`${origin}/workflows/new`);
  await page.getByLabel("Name", { exact: true }).fill("Local network");
  await page.getByRole("button", { name: "Create workflow" }).click();
  await page.getByRole("heading", { level: 1, name: "Local network" }).waitFor();

  await page.getByRole("tab", { name: "Trigger code" }).click();
  await page
    .getByRole("button", { name: /^Copy / })
    .first()
    .click();
  await page
    .getByRole("button", { name: /^Copied / })
    .first()
    .waitFor();

  await page.goto(`${origin}/workflows/${workflow._id}`);
  await page.getByRole("button", { name: "Add step after Bell" }).click();
  await page.getByRole("menuitem", { name: "Branch" }).click();
  await saved(page);
  await page.goto(`${origin}/workflows/${workflow._id}`);
  await page.getByRole("link", { name: "Bell", exact: true }).click();
  await page.getByRole("button", { name: "Add variant" }).click();
  await page.getByLabel("Name of the variant").waitFor();
  await page.getByText("Saving").waitFor({ state: "detached" });

  await page.goto(`${origin}/workflows`);
  await page.getByRole("button", { name: "Actions of Order shipped" }).click();
  await page.getByRole("menuitem", { name: "Copy trigger snippet" }).click();
  await page.getByText("Trigger snippet of Order shipped copied").waitFor();
  const search = page.getByRole("searchbox");
  await search.focus();
  await page.keyboard.press("ControlOrMeta+v");
  expect(await search.inputValue()).toContain("/v1/events/trigger");

  await page.goto(`${origin}/translations/shop`);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.locator("input[type=file]").setInputFiles({
    name: "de.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify({ hello: "Hallo" })),
  });
  await page.getByRole("combobox", { name: "Locale" }).fill("de");
  await page.keyboard.press("Tab");
  await page.getByRole("button", { name: /^Import \d+ change/ }).click();
  await page.getByText("Hallo").first().waitFor();
  expect(errors).toEqual([]);
});

test("in a page that the browser translates, screens change, show what changed, and store what was written", async () => {
  const { page, errors } = await open(product.dev.dashboardUrl);
  const { dashboardUrl } = product.dev;
  await page.addInitScript(`addEventListener("DOMContentLoaded", () => (${translatePage})())`);
  const addresses = ["/", "/workflows", "/activity", "/layouts", "/translations/shop", "/outbox", "/settings/members"];
  for (const address of addresses) {
    await page.goto(new URL(address.slice(1), dashboardUrl).href);
    await page.locator("h1").first().waitFor();
    await page.locator("font").first().waitFor();
  }
  await page.goto(new URL("workflows", dashboardUrl).href);
  for (const action of ["Deactivate", "Activate"]) {
    await page.getByRole("button", { name: "Actions of Order shipped" }).click();
    await page.getByRole("menuitem", { name: `[${action}]`, exact: false }).click();
    await page
      .getByRole("row", { name: /Order shipped/ })
      .getByText(action === "Activate" ? "Active" : "Inactive", { exact: true })
      .waitFor();
  }
  await page.getByRole("link", { name: "Order shipped", exact: true }).click();
  for (const tab of ["History", "Test", "Trigger code", "Preferences", "Steps"]) {
    await page.getByRole("tab", { name: tab }).click();
    await page.getByRole("tab", { name: tab, selected: true }).waitFor();
  }
  await page.getByRole("link", { name: "Bell", exact: true }).click();
  const name = page.getByRole("textbox", { name: "Name", exact: true });
  for (const text of ["Glocke", "Bell"]) {
    await name.fill(text);
    await page.getByText("Saving").waitFor();
    await page.getByText(/Saved just now/).waitFor();
  }
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox", { name: "Search or run a command" }).fill("activity");
  await page.getByRole("option", { name: "Activity" }).first().waitFor();
  await page.keyboard.press("Escape");

  const { apiUrl, apiKey } = product.dev;
  const stored = await fetch(`${apiUrl}/v2/workflows/${workflow._id}`, {
    headers: { authorization: `ApiKey ${apiKey}` },
  });
  expect(JSON.stringify(await stored.json())).not.toMatch(/\[(?:Bell|Order|Hello)/);
  expect(errors).toEqual([]);
});

test("an input method keeps Enter and Escape in tags, palette and the name of a step", async () => {
  const { page, errors } = await open(product.dev.dashboardUrl);
  const { dashboardUrl } = product.dev;
  const devtools = await page.context().newCDPSession(page);
  const compose = (text: string) =>
    devtools.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
  /** A key that the input method takes, as Chromium reports it. */
  const takeKey = (code: string) =>
    devtools.send("Input.dispatchKeyEvent", { type: "rawKeyDown", key: "Process", code, windowsVirtualKeyCode: 229 });
  const choose = (text: string) => devtools.send("Input.insertText", { text });

  await page.goto(new URL("workflows/new", dashboardUrl).href);
  const tags = page.getByLabel("Tags");
  await tags.focus();
  await compose("にほん");
  await takeKey("Enter");
  expect(await page.getByRole("row", { name: /にほん/ }).count()).toBe(0);
  await choose("日本");
  await page.keyboard.press("Enter");
  await page.getByRole("row", { name: "日本" }).waitFor();

  const searches: string[] = [];
  page.on("request", (request) => searches.push(decodeURIComponent(request.url())));
  await page.keyboard.press("ControlOrMeta+k");
  const palette = page.getByRole("combobox", { name: "Search or run a command" });
  await palette.waitFor();
  await compose("に");
  await takeKey("Enter");
  const asked = page.waitForRequest((request) => decodeURIComponent(request.url()).includes("日本"));
  await compose("にほ");
  await choose("日本");
  await asked;
  expect(searches.filter((url) => url.includes("に"))).toEqual([]);
  await page.keyboard.press("Escape");

  const address = new URL(`workflows/${workflow._id}`, dashboardUrl).href;
  await page.goto(address);
  await page.getByRole("link", { name: "Bell", exact: true }).click();
  const name = page.getByRole("textbox", { name: "Name", exact: true });
  await name.fill("");
  await compose("べる");
  await takeKey("Escape");
  expect(page.url()).not.toBe(address);
  await choose("ベル");
  expect(await name.inputValue()).toBe("ベル");
  await page.getByRole("heading", { level: 2, name: "ベル" }).waitFor();
  expect(errors).toEqual([]);
});
