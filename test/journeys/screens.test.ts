import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accessibilityProblems } from "#test/support/accessibility.ts";
import { componentsOfRoutes, manifest } from "#test/support/built-dashboard.ts";
import { launchChromium } from "#test/support/chromium.ts";
import { inTurn } from "#test/support/in-turn.ts";
import {
  createHostileContent,
  createPlainWorkflows,
  type HostileContent,
} from "#test/support/screens/hostile-content.ts";
import { layoutProblems, lengthenTexts } from "#test/support/screens/layout-problems.ts";
import { DESKTOP, openScreen, type Visit } from "#test/support/screens/open-screen.ts";
import { addressOf, dashboardRoutes } from "#test/support/screens/routes.ts";
import { type SharedProduct, sharedProduct } from "#test/support/shared-product.ts";

// Every screen of the dashboard by its address, with names that are as long and as hostile as they may be; by day at some sizes and in one
// theme in turn, and every third one after a reload.

let product: SharedProduct;
let browser: Browser;
let content: HostileContent;

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launchChromium()]);
  content = await createHostileContent(product.dev.apiUrl, product.dev.databaseUrl);
});
afterAll(() => browser?.close());

const PHONE = { width: 390, height: 844 };
/** 720 is a zoom of 200 %, 360 one of 400 %, and 320 what WCAG 1.4.10 names. */
const SIZES = [DESKTOP, { width: 1024, height: 768 }, { width: 720, height: 450 }, PHONE, { width: 360, height: 225 }];
const NARROWEST = { width: 320, height: 256 };
const THEMES = ["light", "dark"] as const;
/** A reload shows what its address does: where that is so for one screen, the next ones hardly differ. */
const RELOADS = [true, false, false];
/** Some seconds for each of seventy routes. */
const EVERY_ROUTE_MS = 480_000;

/** Messages of the console about the script in a mail that is shown, which its frame does not run. */
const REFUSED_IN_MAIL = /^Blocked script execution in 'about:srcdoc'|ERR_BLOCKED_BY_RESPONSE/;

/** Findings of all routes by what they say, each with the places that have it. */
class Findings {
  readonly #places = new Map<string, string[]>();

  add(route: string, where: string, problems: readonly string[]): void {
    for (const problem of problems) {
      const key = `${route}: ${problem}`;
      this.#places.set(key, [...(this.#places.get(key) ?? []), where]);
    }
  }

  list(): string[] {
    return [...this.#places].map(([problem, places]) => `${problem} (${places.join(", ")})`);
  }
}

/** The fragments of routes that lead to another one without. */
const FRAGMENTS: Readonly<Record<string, string>> = { "/auth/code": "#challenge" };

const addressIn = (route: string, parameters: Readonly<Record<string, string>>): string =>
  new URL(`${addressOf(route, parameters).slice(1)}${FRAGMENTS[route] ?? ""}`, product.dev.dashboardUrl).href;

const tokenFor = (route: string): string | undefined => {
  if (route === "/auth/organisation") return content.newcomerToken;
  if (route === "/auth/second-factor") return content.memberToken;
  return route.startsWith("/auth/") ? undefined : content.memberToken;
};

const accessibility = ({ page }: Visit) => accessibilityProblems(page, ["best-practice"]);

async function showIn(page: Page, theme: (typeof THEMES)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.locator(`html[data-theme=${theme}]`).waitFor();
}

test(
  "every route, by its address and after a reload: own title, one heading, no error, accessible, and nothing wider than the screen",
  async () => {
    const findings = new Findings();
    const titles = new Map<string, string>();
    const visits = new Map<string | undefined, Visit>();
    const routes = dashboardRoutes();
    expect(routes.length).toBeGreaterThan(20);
    for (const [row, route] of routes.entries()) {
      const token = tokenFor(route);
      const visit = visits.get(token) ?? (await openScreen(browser, product.dev.dashboardUrl, token));
      visits.set(token, visit);
      const { page } = visit;

      await page.setViewportSize(DESKTOP);
      await page.emulateMedia({ colorScheme: "light" });
      const address = addressIn(route, content.parameters);
      await page.goto(address);
      const { headings, title } = await visit.identity();
      if (page.url() !== address) findings.add(route, page.url(), ["another address"]);
      if (headings.length !== 1) findings.add(route, headings.join(" and "), ["not one heading"]);
      if (titles.has(title)) findings.add(route, `${titles.get(title)}`, [`the same title, ${title}`]);
      if (!title.endsWith(" · Belfry")) findings.add(route, title, ["title without the product"]);
      titles.set(title, route);
      for (const theme of inTurn(THEMES, row)) {
        await page.setViewportSize(theme === "dark" ? PHONE : DESKTOP);
        await showIn(page, theme);
        findings.add(route, theme === "dark" ? "dark and narrow" : "light", await accessibility(visit));
      }
      for (const size of [...inTurn(SIZES, row), NARROWEST]) {
        await page.setViewportSize(size);
        findings.add(route, `${size.width} px`, await layoutProblems(page));
      }
      await lengthenTexts(page);
      for (const size of [DESKTOP, PHONE]) {
        await page.setViewportSize(size);
        findings.add(route, `${size.width} px, texts 40 % longer`, await layoutProblems(page));
      }

      if (inTurn(RELOADS, row).includes(true)) {
        await page.reload();
        const again = await visit.identity();
        if (String(again.headings) !== String(headings)) findings.add(route, "after a reload", again.headings);
      }
      if ((await page.locator("img[src=x]").count()) > 0)
        findings.add(route, "page", ["the markup in a name is an element"]);
      const errors = visit
        .takeErrors()
        .filter((error) => route !== "/outbox/$messageId" || !REFUSED_IN_MAIL.test(error));
      findings.add(route, "console", errors);
    }
    for (const visit of visits.values()) await visit.close();
    expect(findings.list()).toEqual([]);
  },
  EVERY_ROUTE_MS,
);

test("a description of 500 characters without a blank fits the details of its workflow at every width", async () => {
  const findings = new Findings();
  const visit = await openScreen(browser, product.dev.dashboardUrl, content.memberToken);
  await visit.page.goto(addressIn("/workflows/$workflowId", content.parameters));
  await visit.identity();
  await visit.page.getByRole("button", { name: "Details", exact: true }).click();
  const description = visit.page.getByRole("dialog").getByLabel("Description");
  await description.waitFor();
  expect((await description.inputValue()).length).toBe(500);
  for (const size of [...SIZES, NARROWEST]) {
    await visit.page.setViewportSize(size);
    findings.add("details", `${size.width} px`, await layoutProblems(visit.page));
  }
  findings.add("details", "narrow", await accessibility(visit));
  findings.add("details", "console", visit.takeErrors());
  await visit.close();
  expect(findings.list()).toEqual([]);
});

test("the code of a screen is asked for beside who the member is, and not after the answer", async () => {
  const { page, identity, close } = await openScreen(browser, product.dev.dashboardUrl, content.memberToken);
  const { file } = manifest[componentsOfRoutes.get("/_app/workflows/index") ?? ""] ?? {};
  const code = page.waitForRequest(new URL(file ?? "", product.dev.dashboardUrl).href);
  await page.route("**/v1/auth/session", async (route) => {
    await code;
    await route.continue();
  });
  await page.goto(addressIn("/workflows", {}));
  expect((await identity()).headings).toEqual(["Workflows"]);
  await close();
});

const UNKNOWN_ID = "00000000-0000-4000-8000-000000000000";

test("the address of something that is not there has a title and a heading that say so", async () => {
  const findings = new Findings();
  const visit = await openScreen(browser, product.dev.dashboardUrl, content.memberToken);
  const objects = dashboardRoutes().filter((route) => /^\/(?!auth).*\/\$\w+$/.test(route));
  for (const route of objects) {
    const [, last = ""] = /\$(\w+)$/.exec(route) ?? [];
    await visit.page.goto(addressIn(route, { ...content.parameters, [last]: UNKNOWN_ID }));
    const { headings, title } = await visit.identity();
    await visit.page
      .getByText(/no such|No such/)
      .first()
      .waitFor();
    if (headings.length !== 1) findings.add(route, headings.join(" and "), ["not one heading"]);
    if (last !== "stepId" && !title.startsWith("No such "))
      findings.add(route, title, ["a title that does not say it"]);
    findings.add(route, "light", await accessibility(visit));
    findings.add(
      route,
      "console",
      visit.takeErrors().filter((error) => !/404/.test(error)),
    );
  }
  await visit.close();
  expect(objects.length).toBeGreaterThan(4);
  expect(findings.list()).toEqual([]);
});

test("back leads to the same addresses, to the place in a list that was left, and to the link that was followed", async () => {
  await createPlainWorkflows(product.dev.apiUrl, content.memberToken, 25);
  const { page, identity, close } = await openScreen(browser, product.dev.dashboardUrl, content.memberToken);
  await page.goto(addressIn("/workflows?query=plain", {}));
  await identity();
  const link = page.locator("main a[data-row]").last();
  const name = await link.textContent();
  await link.scrollIntoViewIfNeeded();
  await link.focus();
  const list = { address: page.url(), scrolled: await page.evaluate(() => window.scrollY) };
  expect(list.scrolled).toBeGreaterThan(100);

  await page.keyboard.press("Enter");
  const heading = page.getByRole("heading", { level: 1, name: name ?? "" });
  await page.locator(":focus").and(heading).waitFor();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  const workflow = page.url();
  await page.getByRole("tab", { name: "Trigger code" }).click();
  await page.waitForURL(`${workflow}/code`);

  await page.goBack();
  await page.waitForURL(workflow);
  await page.getByRole("tab", { name: "Steps", selected: true }).waitFor();
  await page.goBack();
  await page.waitForURL(list.address);
  await page
    .locator(":focus")
    .and(page.getByRole("link", { name: name ?? "" }))
    .waitFor();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(list.scrolled);
  await page.goForward();
  await page.waitForURL(workflow);
  await heading.waitFor();
  await page.locator("main :focus").waitFor();
  await close();
});
