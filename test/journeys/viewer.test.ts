import type { Browser, Locator, Page, Request } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Belfry } from "#client/client.ts";
import { launchChromium } from "#test/support/chromium.ts";
import { createHostileContent } from "#test/support/screens/hostile-content.ts";
import { openScreen, type Visit } from "#test/support/screens/open-screen.ts";
import { addressOf, dashboardRoutes } from "#test/support/screens/routes.ts";
import { type SharedProduct, sharedProduct } from "#test/support/shared-product.ts";

// Somebody who may look at everything and change nothing goes through every screen, and presses whatever can be pressed.

let product: SharedProduct;
let browser: Browser;
let parameters: Readonly<Record<string, string>>;
let visit: Visit;

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  product = await sharedProduct();
  const { apiUrl, dashboardUrl, databaseUrl } = product.dev;
  const content = await createHostileContent(apiUrl, databaseUrl);
  ({ parameters } = content);
  visit = await openScreen(browser, dashboardUrl, await viewerToken(apiUrl, parameters.token ?? ""));
});

/** The session of somebody who has accepted the invitation of a viewer. */
async function viewerToken(apiUrl: string, invitation: string): Promise<string> {
  const visitor = new Belfry({ apiUrl, token: () => undefined });
  const person = { firstName: "Vera", lastName: "Viewer", password: "Analytical-1843" };
  const { token } = await visitor.auth.register({ ...person, email: (await visitor.invites.get(invitation)).email });
  return new Belfry({ apiUrl, token }).invites.accept(invitation);
}

/** Calls that only look, though they send a body; the bell of getting started opens the inbox of a subscriber, as a page of the customer does. */
const LOOKING =
  /^\/v1\/inbox\/session$|\/(previews?|preview|diff|explain|simulate|conditions|try|validate|count)(\/|$)/;

const isWrite = (request: Request): boolean => {
  const { pathname } = new URL(request.url());
  return !["GET", "HEAD", "OPTIONS"].includes(request.method()) && !LOOKING.test(pathname);
};

/** Controls of the content, and of what it opens. Links lead to screens that are visited anyway. */
const PRESSABLE =
  "button:not(:disabled), [role='switch']:not([aria-disabled='true']), [role='tab'], [role='checkbox'], input[type='checkbox']:not(:disabled)";

/** A viewer's own sign-in and settings, which are nobody else's. */
const OWN = /^\/(account|profile|settings\/(profile|security)|auth)/;

async function pressAll(page: Page, within: Locator): Promise<void> {
  const count = await within.locator(PRESSABLE).count();
  for (let index = 0; index < Math.min(count, PRESSED_MAX); index++) {
    const control = within.locator(PRESSABLE).nth(index);
    if (!(await control.isVisible().catch(() => false))) continue;
    await control.click({ timeout: 1_000, trial: false }).catch(() => {});
    const opened = page.locator("[role='menu'], [role='dialog'], [role='alertdialog']").last();
    if (await opened.isVisible().catch(() => false)) {
      await expectNothingToSend(opened);
      await page.keyboard.press("Escape");
    }
  }
}

/** Rows of a table have the same controls. */
const PRESSED_MAX = 40;

/** Verbs of buttons and entries of menus that change something. */
const CHANGING =
  /^(Add|Approve|Archive|Cancel (all|the|run|selected)|Change|Clear (all|the)|Connect|Continue|Create|Deactivate|Delete|Disable|Discard|Duplicate|Edit|Enable|End|Erase|Import|Invite|Lift|Mark|Move|New|Pause|Publish|Reject|Remove|Rename|Replace|Resend|Reset|Resolve|Restore|Resume|Retry|Revert|Revoke|Rotate|Save|Send|Set|Switch (off|on)|Trigger|Unarchive|Upload)\b/;

async function expectNothingToSend(opened: Locator): Promise<void> {
  const names = await opened
    .locator("button:not(:disabled), [role='menuitem']:not([aria-disabled='true'])")
    .allInnerTexts();
  expect(names.map((name) => name.trim()).filter((name) => CHANGING.test(name))).toEqual([]);
}

test("a viewer goes through every screen, is offered nothing that changes, and sends nothing whatever is pressed", async () => {
  const { page } = visit;
  const writes: string[] = [];
  let route = "";
  page.on("request", (request) => {
    if (isWrite(request)) writes.push(`${route}: ${request.method()} ${new URL(request.url()).pathname}`);
  });
  const offered: string[] = [];
  const routes = dashboardRoutes().filter((one) => !OWN.test(one));
  expect(routes.length).toBeGreaterThan(70);
  for (route of routes) {
    const address = new URL(addressOf(route, parameters).slice(1), product.dev.dashboardUrl).href;
    await page.goto(address);
    await visit.identity();
    const main = page.locator("main");
    // Tabs, and what opens a part of the screen, change nothing by themselves.
    const names = await main
      .locator("button:not(:disabled, [role='tab'], [aria-expanded]), a[href]:not([role='tab'])")
      .allInnerTexts();
    for (const name of names.map((one) => one.trim())) if (CHANGING.test(name)) offered.push(`${route}: ${name}`);
    await pressAll(page, main);
  }
  expect(offered).toEqual([]);
  expect(writes).toEqual([]);
}, 480_000);
