import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { launchChromium } from "#test/support/chromium.ts";
import { signIn } from "#test/support/open-dashboard.ts";
import { ownOrganization, type SharedProduct } from "#test/support/shared-product.ts";

// Two tabs of one browser, a session that ends midway, the back button, and where the focus is.

const Created = z.object({ data: z.object({ _id: z.string() }) });
const Read = z.object({
  data: z.object({ version: z.number(), steps: z.array(z.object({ controlValues: z.any() })) }),
});

let product: SharedProduct;
let browser: Browser;
let context: BrowserContext;
let first: Page;
let second: Page;
const errors: string[] = [];

beforeAll(async () => {
  [product, browser] = await Promise.all([ownOrganization(), launchChromium()]);
  context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" });
  [first, second] = [await context.newPage(), await context.newPage()];
  for (const page of [first, second]) {
    page.setDefaultTimeout(15_000);
    page.on("pageerror", (error) => errors.push(error.message));
  }
  await first.goto(product.dev.dashboardUrl);
  await signIn(first, product.dev);
  await heading(first, "Home").waitFor();
});
afterAll(() => browser?.close());

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

async function open(page: Page, address: string): Promise<void> {
  await page.bringToFront();
  await page.goto(`${product.dev.dashboardUrl}${address}`);
}

async function call(method: string, address: string, body?: object, authorization = `ApiKey ${product.dev.apiKey}`) {
  const reply = await fetch(`${product.dev.apiUrl}${address}`, {
    method,
    headers: { authorization, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return reply.status === 204 ? undefined : reply.json();
}

const token = (page: Page) => page.evaluate<string>("JSON.parse(localStorage.getItem('belfry-session')).state.token");

/** Ends the session of both tabs on the server, of which they hear by their next call. */
const endSession = async () => call("POST", "/v1/auth/logout", {}, `Bearer ${await token(first)}`);

async function createWorkflow(name: string): Promise<string> {
  const steps = [{ name: "Bell", type: "in_app", controlValues: { body: "Hello" } }];
  return Created.parse(await call("POST", "/v2/workflows", { name, steps })).data._id;
}

async function openStep(page: Page, id: string): Promise<void> {
  await open(page, `workflows/${id}`);
  await page.getByRole("link", { name: "Bell", exact: true }).click();
  await body(page).waitFor();
}

const body = (page: Page) => page.locator(".cm-content").and(page.getByLabel("Body", { exact: true }));
const stored = async (id: string) => Read.parse(await call("GET", `/v2/workflows/${id}`)).data;
const storedBody = async (id: string) => (await stored(id)).steps[0]?.controlValues.body;
const restore = (page: Page) => page.getByRole("button", { name: "Restore" });

async function typeBody(page: Page, text: string): Promise<void> {
  await page.bringToFront();
  await body(page).click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(text);
}

const saved = (page: Page, version: number) => page.getByText(new RegExp(`^Saved .*, version ${version}$`)).waitFor();

async function switchEnvironment(page: Page, from: string, to: string): Promise<void> {
  await page.bringToFront();
  await page.getByRole("button", { name: `Environment: ${from}` }).click();
  await page.getByRole("menuitemradio", { name: to }).click();
  await page.getByRole("menu").waitFor({ state: "detached" });
  await page.getByRole("button", { name: `Environment: ${to}` }).waitFor();
}

test("each tab has its environment, and both have the theme", async () => {
  await open(second, "workflows/new");
  await second.getByLabel("Name", { exact: true }).fill("From the second tab");
  await switchEnvironment(first, "Development", "Production");
  await second.getByRole("button", { name: "Create workflow" }).click();
  await heading(second, "From the second tab").waitFor();
  await second.getByRole("button", { name: "Environment: Development" }).waitFor();
  await second.reload();
  await heading(second, "From the second tab").waitFor();
  await switchEnvironment(first, "Production", "Development");

  await first.keyboard.press("ControlOrMeta+k");
  await first.getByRole("option").first().waitFor();
  await first.keyboard.type("dark theme");
  await first.getByRole("option", { name: "Use the dark theme" }).click();
  await second.locator("html[data-theme=dark]").waitFor();
  expect(errors).toEqual([]);
});

test("a workflow in two tabs: an edit shows in the other one, two edits are a conflict, and no draft takes the place of another", async () => {
  const id = await createWorkflow("In two tabs");
  await openStep(first, id);
  await openStep(second, id);
  await typeBody(first, "From the first");
  await saved(first, 2);
  await body(second).getByText("From the first").waitFor();

  // Both type before either has saved.
  await second.route("**/v2/workflows/**", (route) =>
    route.request().method() === "PUT" ? route.abort() : route.continue(),
  );
  await typeBody(second, "Of the second");
  await second.getByText(/^Not saved/).waitFor();
  await typeBody(first, "Again of the first");
  await saved(first, 3);
  await second.unroute("**/v2/workflows/**");
  await second.getByText(/saved version 3 while you were editing/).waitFor();
  expect(await body(second).textContent()).toBe("Of the second");

  // The draft of an open tab is not offered elsewhere; that of a closed one is.
  await first.reload();
  await body(first).waitFor();
  expect(await restore(first).count()).toBe(0);
  await open(second, "workflows");
  await first.reload();
  await restore(first).click();
  await first.getByText(/saved version 3 while you were editing/).waitFor();
  expect(await storedBody(id)).toBe("Again of the first");
  await first.getByRole("button", { name: "Keep mine" }).click();
  await saved(first, 4);
  expect(await storedBody(id)).toBe("Of the second");

  await openStep(second, id);
  await call("DELETE", `/v2/workflows/${id}`);
  await typeBody(second, "Typed afterwards");
  await second.getByText("This workflow was deleted").waitFor();
  await second.getByRole("button", { name: "Create it again" }).click();
  await second.getByText("Typed afterwards").first().waitFor();
  await saved(second, 1);
  expect(errors).toEqual([]);
});

test("without a connection what is typed waits, is saved once when it is back, and is offered after the tab was closed", async () => {
  const id = await createWorkflow("Away");
  await openStep(first, id);
  await context.setOffline(true);
  await typeBody(first, "Typed offline");
  await first.getByText(/^Not saved/).waitFor();
  await typeBody(first, "Typed offline too");
  await context.setOffline(false);
  await saved(first, 2);
  expect([await storedBody(id), (await stored(id)).version]).toEqual(["Typed offline too", 2]);

  await context.setOffline(true);
  await typeBody(first, "Before it was closed");
  await first.getByText(/^Not saved/).waitFor();
  await first.close();
  await context.setOffline(false);
  first = await context.newPage();
  await open(first, `workflows/${id}`);
  // What is offered takes a place above the steps.
  await restore(first).waitFor();
  await first.getByRole("link", { name: "Bell", exact: true }).click();
  await restore(first).click();
  await saved(first, 3);
  expect(await storedBody(id)).toBe("Before it was closed");
  expect(errors).toEqual([]);
});

test("a session that ends midway leads both tabs to the sign-in, which gives back what was typed, to this member alone", async () => {
  const id = await createWorkflow("Midway");
  await openStep(first, id);
  const address = first.url();
  await open(second, "workflows?query=midway");
  await second.getByRole("link", { name: "Midway" }).click();
  await heading(second, "Midway").waitFor();
  await second.goBack();
  await second.getByRole("link", { name: "Create workflow" }).first().click();
  const isChecked = second.waitForResponse((response) => response.url().includes("typed-before"));
  await second.getByLabel("Name", { exact: true }).fill("Typed before");
  await second.getByLabel("Description").fill("And this");
  await isChecked;
  await endSession();
  await typeBody(first, "Typed at the end");
  for (const page of [first, second]) await page.getByText(/^Your session has ended/).waitFor();

  // Somebody else, of another organisation, signs in on this machine.
  const grace = { email: "grace@example.com", password: "Analytical-1843" };
  await call("POST", "/v1/auth/register", { ...grace, firstName: "Grace", origin: "web" }, "");
  await signIn(first, { ...product.dev, ...grace });
  await first.getByLabel("Name of the organisation").fill("Others");
  await first.keyboard.press("Enter");
  await heading(first, "Home").waitFor();
  // The other tab follows, and has nothing of the first member.
  await heading(second, "Home").waitFor();
  await open(second, "workflows/new");
  expect(await second.getByLabel("Name", { exact: true }).inputValue()).toBe("");
  await first.keyboard.press("ControlOrMeta+k");
  await first.getByRole("option").first().waitFor();
  expect(await first.getByRole("option", { name: "Midway" }).count()).toBe(0);
  await first.keyboard.type("sign out");
  await first.keyboard.press("Enter");
  await heading(first, "Sign in to Belfry").waitFor();
  await heading(second, "Sign in to Belfry").waitFor();

  await open(first, `auth/sign-in?returnTo=${encodeURIComponent(new URL(address).pathname)}`);
  await signIn(first, product.dev);
  await restore(first).click();
  await saved(first, 2);
  expect([first.url(), await storedBody(id)]).toEqual([address, "Typed at the end"]);
  await heading(second, "New workflow").waitFor();
  await expect.poll(() => second.getByLabel("Name", { exact: true }).inputValue()).toBe("Typed before");
  expect(await second.getByLabel("Description").inputValue()).toBe("And this");
  expect(errors).toEqual([]);
});

test("a text that is typed in a cell is there after a reload, and after a session that ended while it was saved", async () => {
  await call("POST", "/v1/translations", { name: "Shop", identifier: "shop" });
  await call("PUT", "/v1/translations/shop/locales/en", { hello: "Hello" });
  await open(first, "translations/shop?query=hel");
  const cell = (role: "button" | "textbox") => first.getByRole(role, { name: "hello in en" });
  await cell("button").click();
  await cell("textbox").fill("Good day");
  await first.reload();
  await expect.poll(() => cell("textbox").inputValue()).toBe("Good day");
  await endSession();
  await first.getByRole("button", { name: "Save" }).click();
  await first.getByText(/^Your session has ended/).waitFor();
  await signIn(first, product.dev);
  await expect.poll(() => cell("textbox").inputValue()).toBe("Good day");
  expect(first.url()).toContain("translations/shop?query=hel");
  await first.getByRole("button", { name: "Save" }).click();
  await cell("button").getByText("Good day").waitFor();
  await first.reload();
  await cell("button").getByText("Good day").waitFor();
  expect(errors).toEqual([]);
});

test("the back button closes a step once, asks once before typed text is lost, and the focus is on what is open", async () => {
  await createWorkflow("Backwards");
  const isFocused = (target: Locator) => target.and(first.locator(":focus")).waitFor();
  await open(first, "workflows?query=backwards");
  const row = first.getByRole("link", { name: "Backwards" });
  await row.press("Enter");
  await isFocused(heading(first, "Backwards"));
  const card = first.getByRole("link", { name: "Bell", exact: true });
  await card.press("Enter");
  await isFocused(first.getByRole("heading", { level: 2, name: "Bell" }));
  await first.keyboard.press("Escape");
  await isFocused(card);
  await first.goBack();
  await row.waitFor();
  await isFocused(row);

  await first.keyboard.press("c");
  await isFocused(first.getByLabel("Name", { exact: true }));
  await first.keyboard.type("Typed");
  for (const answer of ["Stay", "Leave"]) {
    await first.evaluate("history.back()");
    await first.getByRole("alertdialog").waitFor();
    await first.getByRole("button", { name: answer }).click();
    await first.getByRole("alertdialog").waitFor({ state: "detached" });
    const fields = () => first.getByLabel("Name", { exact: true }).count();
    await expect.poll(fields).toBe(answer === "Stay" ? 1 : 0);
  }
  await row.waitFor();

  // From beside the screen the focus goes into it, too.
  await first.getByRole("link", { name: "Activity" }).press("Enter");
  await isFocused(heading(first, "Activity"));
  await first.keyboard.press("?");
  await first.getByRole("dialog").waitFor();
  await first.goBack();
  await first.getByRole("dialog").waitFor({ state: "detached" });
  await isFocused(row);
  expect(errors).toEqual([]);
});
