import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { expectAccessible } from "#test/support/accessibility.ts";
import { launchChromium } from "#test/support/chromium.ts";
import { followLink, openPalette, tabTo, typeInto } from "#test/support/keyboard.ts";
import { eventually } from "#test/support/processes.ts";
import { createApi } from "#test/support/rest.ts";
import { sharedMailsTo } from "#test/support/shared-mails.ts";
import { ownOrganization, type SharedProduct } from "#test/support/shared-product.ts";

// A member's ways into the dashboard and out of it again, by the keyboard alone. Signing up is in newcomer.test.ts.

const PASSWORD = "Analytical-1843";
const NEXT_PASSWORD = "Difference-1822";

const Token = z.object({ data: z.object({ token: z.string() }) });

let product: SharedProduct;
let browser: Browser;
let page: Page;
/** Of the member, who changes it. */
let password: string;
const errors: string[] = [];

beforeAll(async () => {
  [product, browser] = await Promise.all([ownOrganization(), launchChromium()]);
  await createApi(product.dev.apiUrl, product.dev.apiKey).workflow("Welcome", []);
  password = product.dev.password;
  page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" });
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) errors.push(message.text());
  });
});
afterAll(() => browser?.close());

const heading = (name: string) => page.getByRole("heading", { level: 1, name });

async function signIn(): Promise<void> {
  await typeInto(page, "Email", product.dev.email);
  await typeInto(page, "Password", password);
  await page.keyboard.press("Enter");
}

/** The link of the last mail to an address. */
const mailedLink = (address: string) =>
  eventually("the mail arrives", 10_000, () => {
    const text = sharedMailsTo(address).at(-1) ?? "";
    return Promise.resolve(/http\S+\/auth\/\S+/.exec(text)?.[0] ?? null);
  });

test("a member signs out, and comes back by a new password", async () => {
  await page.goto(product.dev.dashboardUrl);
  await signIn();
  await heading("Home").waitFor();
  await openPalette(page);
  await expectAccessible(page);
  await page.keyboard.type("activity");
  await page.keyboard.press("Enter");
  await heading("Activity").waitFor();
  expect(new URL(page.url()).pathname).toBe("/activity");

  await tabTo(page, page.getByRole("button", { name: /^Account/ }));
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Sign out" }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");

  await heading("Sign in to Belfry").waitFor();
  await followLink(page, "Forgot the password?");
  await heading("Set a new password").waitFor();
  await expectAccessible(page);
  await typeInto(page, "Email", product.dev.email);
  await page.keyboard.press("Enter");
  await heading("Check your inbox").waitFor();
  await expectAccessible(page);
  await page.goto(await mailedLink(product.dev.email));
  await heading("Choose a new password").waitFor();
  await expectAccessible(page);
  password = NEXT_PASSWORD;
  await typeInto(page, "New password", password);
  await page.keyboard.press("Enter");
  await heading("Home").waitFor();

  await openPalette(page);
  await page.keyboard.type("sign out");
  await page.keyboard.press("Enter");
  await signIn();
  await heading("Home").waitFor();
  expect(errors).toEqual([]);
});

test("the palette opens a workflow by its name, and a session that ends midway returns to it", async () => {
  await page.evaluate("localStorage.clear()");
  await page.goto(`${product.dev.dashboardUrl}outbox`);
  await signIn();
  await heading("Outbox").waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("w");
  await page.getByRole("link", { name: "Welcome" }).waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await heading("Welcome").waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("o");
  await heading("Outbox").waitFor();
  await openPalette(page);
  await page.keyboard.type("welcome");
  await page.getByRole("option", { name: "Welcome" }).waitFor();
  await page.keyboard.press("Enter");
  await heading("Welcome").waitFor();
  const address = page.url();

  await fetch(`${product.dev.apiUrl}/v1/auth/logout`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${await page.evaluate("JSON.parse(localStorage.getItem('belfry-session')).state.token")}`,
    },
  });
  await page.reload();
  await page.getByText(/^Your session has ended/).waitFor();
  await expectAccessible(page);
  await signIn();
  await heading("Welcome").waitFor();
  expect(page.url()).toBe(address);
  expect(errors).toEqual([]);
});

test("an invitation by mail makes somebody a member, and its link works once", async () => {
  const call = async (path: string, body: object, token?: string) => {
    const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    const headers = { "Content-Type": "application/json", ...authorization };
    return fetch(`${product.dev.apiUrl}/v1${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  };
  const { data } = Token.parse(await (await call("/auth/login", { email: product.dev.email, password })).json());
  expect((await call("/invites", { email: "joan@example.com", role: "viewer" }, data.token)).status).toBe(201);
  const link = await mailedLink("joan@example.com");
  await page.evaluate("localStorage.clear()");
  await page.goto(link);
  await page.getByText(/invites you to work with Analytical Engines as a viewer/).waitFor();
  await expectAccessible(page);
  await typeInto(page, "First name", "Joan");
  await typeInto(page, "Password", PASSWORD);
  await page.keyboard.press("Enter");
  await heading("Home").waitFor();

  await page.goto(link);
  await heading("This invitation cannot be accepted").waitFor();
  await expectAccessible(page);
  expect(errors).toEqual([]);
});
