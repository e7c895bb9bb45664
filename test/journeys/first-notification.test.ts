import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { z } from "zod";
import { projectRoot } from "#config.ts";
import { accessibilityProblems } from "#test/support/accessibility.ts";
import { launchChromium } from "#test/support/chromium.ts";
import { isExhaustive } from "#test/support/in-turn.ts";
import { eventually } from "#test/support/processes.ts";
import { createApi, type TestApi } from "#test/support/rest.ts";
import { ownOrganization, sharedProduct } from "#test/support/shared-product.ts";

// The main job, as a newcomer sees it: a fresh start, one call, a mail in the outbox, a bell that lights up.

let product: Awaited<ReturnType<typeof sharedProduct>>;
let browser: Browser;
let api: TestApi;

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launchChromium()]);
  api = createApi(product.dev.apiUrl, product.dev.apiKey);
});
afterAll(() => browser?.close());

/** A page on which a script error, or something that its policy forbids, fails the test that caused it. */
async function openPage(url: string): Promise<{ page: Page; errors: string[] }> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" });
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) errors.push(message.text());
  });
  await page.goto(url);
  return { page, errors };
}

/** Runs the curl that `npm start` printed, without a shell. */
async function sendThePrintedCurl(): Promise<void> {
  const command = product.output().slice(product.output().indexOf("curl -X POST"));
  const body = /-d '([^']+)'/.exec(command)?.[1];
  const url = /curl -X POST (\S+)/.exec(command)?.[1];
  const headers = [...command.matchAll(/-H '([^:]+): ([^']+)'/g)].map(
    ([, name = "", value = ""]) => [name, value] as const,
  );
  const reply = await fetch(url ?? "", { method: "POST", headers: Object.fromEntries(headers), body: body ?? "" });
  expect(reply.status).toBe(201);
}

test("the printed curl lights up the bell of the demo page within a second, and the feed shows the message", async () => {
  const { page, errors } = await openPage(product.dev.inboxDemoUrl);
  const robin = page.getByRole("region", { name: "Robin" });
  const bell = robin.getByRole("button", { name: /^Notifications/ });
  await bell.waitFor();
  const began = Date.now();
  await sendThePrintedCurl();
  await robin.getByRole("button", { name: "Notifications, 1 unread" }).waitFor({ timeout: 10_000 });
  expect(Date.now() - began).toBeLessThan(5_000);

  await bell.click();
  const feed = page.getByRole("dialog");
  await feed
    .getByText(/Welcome/i)
    .first()
    .waitFor();
  await feed.getByRole("button", { name: /mark all/i }).click();
  await robin.getByRole("button", { name: "Notifications", exact: true }).waitFor();
  // What could still be undone is sent when the list is closed.
  await Promise.all([page.waitForResponse(/inbox\/notifications\/read$/), page.keyboard.press("Escape")]);
  expect(errors).toEqual([]);
  await page.close();
});

test("the demo page triggers its workflow for one of two subscribers, whose inbox alone shows it", async () => {
  const { page, errors } = await openPage(product.dev.inboxDemoUrl);
  const kim = page.getByRole("region", { name: "Kim" });
  await kim.getByRole("button", { name: "Notifications", exact: true }).waitFor();
  const robins = page.getByRole("region", { name: "Robin" }).getByRole("button", { name: /^Notifications/ });
  const before = await robins.getAttribute("aria-label");
  await kim.getByRole("button", { name: "Trigger the welcome workflow" }).click();
  await kim.getByRole("button", { name: "Notifications, 1 unread" }).waitFor({ timeout: 10_000 });
  expect(await robins.getAttribute("aria-label")).toBe(before);
  expect(errors).toEqual([]);
  await page.close();
});

test("a message that arrives while the feed is open appears without a reload", async () => {
  const { page, errors } = await openPage(product.dev.inboxDemoUrl);
  await page
    .getByRole("region", { name: "Robin" })
    .getByRole("button", { name: /^Notifications/ })
    .click();
  const feed = page.getByRole("dialog");
  await feed.waitFor();
  const name = await api.workflow("Live", [{ template: { type: "in_app", content: "Order {{ number }} has left" } }]);
  await api.trigger({ name, to: "demo-subscriber", payload: { number: 42 } });
  await feed.getByText("Order 42 has left").waitFor({ timeout: 10_000 });
  expect(errors).toEqual([]);
  await page.close();
});

test("events within the window of a digest are one message in the feed, which counts them", async () => {
  const content = "{{ step.total_count }} orders: {% for event in step.events %}{{ event.number }} {% endfor %}";
  const { dev } = await ownOrganization();
  const ownApi = createApi(dev.apiUrl, dev.apiKey);
  const name = await ownApi.workflow("Orders", [
    { template: { type: "digest" }, metadata: { type: "regular", amount: 5, unit: "seconds" } },
    { template: { type: "in_app", content } },
  ]);
  const transactionIds = ["digest-1", "digest-2", "digest-3"];
  for (const [index, transactionId] of transactionIds.entries()) {
    await ownApi.trigger({ name, to: "digest-reader", payload: { number: index + 1 }, transactionId });
  }
  const jobs = () => Promise.all(transactionIds.map(async (id) => (await ownApi.status(id)).jobs));
  await eventually("the digest is sent", 15_000, async () => (await jobs()).some(({ completed }) => completed === 2));
  expect((await jobs()).sort((a, b) => (a.merged ?? 0) - (b.merged ?? 0))).toEqual([
    { completed: 2 },
    { merged: 2 },
    { merged: 2 },
  ]);
  const feed = z
    .object({ data: z.array(z.object({ content: z.string() })) })
    .parse(await ownApi.get("/subscribers/digest-reader/notifications/feed"));
  expect(feed.data.map(({ content }) => content.trim())).toEqual([expect.stringMatching(/^3 orders: (?:[123] ?){3}$/)]);
});

test("a member signs in, follows a run step by step, and finds the mail in the outbox", async () => {
  const { page, errors } = await openPage(product.dev.dashboardUrl);
  await page.getByLabel("Email").fill(product.dev.email);
  await page.getByLabel("Password", { exact: true }).fill(product.dev.password);
  await page.getByRole("button", { name: "Sign in" }).click();

  await page.getByRole("heading", { level: 1, name: "Home" }).waitFor();
  await page.getByRole("link", { name: "Workflows" }).first().click();
  await page.getByRole("link", { name: "Welcome" }).first().click();
  await page.getByRole("heading", { level: 1, name: "Welcome" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("tab", { name: "Run test" }).click();
  await page.getByLabel("product").fill("Bells");
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("link", { name: "Outbox" }).click();
  const question = page.getByRole("alertdialog", { name: "Leave without sending?" });
  await question.waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await question.getByRole("button", { name: "Leave" }).click();
  await page.getByRole("heading", { level: 1, name: "Outbox" }).waitFor();

  await page.getByRole("link", { name: "Activity" }).click();
  const runs = page.getByRole("table", { name: "Runs" });
  await runs.getByRole("link").first().waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Workflow" }).click();
  await page.getByRole("searchbox", { name: "Search: Workflow" }).fill("welc");
  await page.getByRole("option", { name: "Welcome" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.getByRole("listbox").waitFor({ state: "hidden" });
  expect(await page.evaluate("document.activeElement.closest('[aria-hidden=true], [inert]')")).toBeNull();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Account/ }).press("ArrowDown");
  await page.getByRole("menuitem", { name: "Sign out" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await runs
    .getByRole("row", { name: /Welcome/ })
    .getByRole("link")
    .first()
    .click();
  const timeline = page.getByRole("list", { name: "Timeline" });
  await timeline
    .getByText(/^Queued, started and sent/)
    .first()
    .waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Actions of this run" }).click();
  const engine = page.getByRole("menuitem", { name: "Open in engine UI" });
  expect(await engine.getAttribute("href")).toContain("/namespaces/default/workflows/");
  await page.keyboard.press("Escape");

  await page.getByRole("link", { name: "Outbox" }).click();
  await page.getByRole("list", { name: "Messages" }).getByRole("link").first().click();
  await page.locator("iframe").waitFor();
  expect(errors).toEqual([]);
  await page.close();
});

test("a status switched off in the dashboard stops the next trigger", async () => {
  const name = await api.workflow("Switched", [{ template: { type: "in_app", content: "x" } }]);
  const { page, errors } = await openPage(`${product.dev.dashboardUrl}workflows/${name}`);
  await page.getByLabel("Email").fill(product.dev.email);
  await page.getByLabel("Password", { exact: true }).fill(product.dev.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("switch", { name: "Workflow status" }).press("Space");
  await eventually("the trigger is refused", 10_000, async () => {
    const reply = await api.trigger({ name, to: "demo-subscriber" });
    return JSON.stringify(reply).includes("trigger_not_active");
  });
  expect(errors).toEqual([]);
  await page.close();
});

test("the OpenAPI document describes every route, and its page opens", async () => {
  const document = await (await fetch(`${product.dev.apiUrl}/openapi.json`)).json();
  expect(document.openapi).toMatch(/^3\.1/);
  for (const path of [
    "/v1/events/trigger",
    "/v1/subscribers",
    "/v1/notification-templates",
    "/v1/widgets/session/initialize",
  ]) {
    expect(Object.keys(document.paths)).toContain(path);
  }
  // Of the whole document, the page needs six seconds of a processor: by day it has a part of it.
  const paths = Object.entries(document.paths).filter(([path]) => path.startsWith("/v1/events"));
  const small = { ...document, paths: Object.fromEntries(paths) };
  const page = await browser.newPage();
  if (!isExhaustive()) await page.route("**/docs/json", (route) => route.fulfill({ json: small }));
  await page.goto(`${product.dev.apiUrl}/docs`);
  await page.locator('.opblock-tag[data-tag="events"]').click();
  await page.locator('[data-path="/v1/events/trigger"]').waitFor();
  await page.close();
});

test("every address that the README names is served", async () => {
  const readme = readFileSync(join(projectRoot, "README.md"), "utf8");
  const local = [...readme.matchAll(/http:\/\/localhost:\d+[\w./-]*/g)].map(([address]) => address.replace(/\.$/, ""));
  const paths = [...readme.matchAll(/`(\/[a-z][\w./-]*)`/g)].map(([, path]) => `http://localhost:3000${path}`);
  const named = [...new Set([...local, ...paths])];
  expect(named).toEqual(
    expect.arrayContaining([
      "http://localhost:3000/",
      "http://localhost:3000/inbox/",
      "http://localhost:3000/inbox/embed.js",
      "http://localhost:8233",
      "http://localhost:3000/docs",
      "http://localhost:3000/v1/health-check",
    ]),
  );
  const notServed = await Promise.all(
    named.map(async (address) => {
      const { status, type } = await fetchNamed(address);
      return status === 404 || status >= 500 ? `${address}: ${status} ${type}` : null;
    }),
  );
  expect(notServed.filter((issue) => issue !== null)).toEqual([]);
  for (const page of ["/", "/inbox/", "/docs"]) {
    expect(await fetchNamed(`http://localhost:3000${page}`)).toEqual({ status: 200, type: "text/html; charset=utf-8" });
  }
});

/** Asks this product for an address of the default one, in the way that the address is meant for. */
async function fetchNamed(address: string): Promise<{ status: number; type: string | null }> {
  const { apiUrl, temporalUiUrl } = product.dev;
  const url = new URL(address.replace("http://localhost:3000", apiUrl).replace("http://localhost:8233", temporalUiUrl));
  // The common beginning of all routes is none itself.
  if (url.pathname === "/v1") url.pathname = "/v1/health-check";
  if (url.pathname.endsWith("/socket")) return openSocket(url);
  const isCall = /^\/v1\/(events|integrations)/.test(url.pathname);
  const reply = await fetch(url, { method: isCall ? "POST" : "GET" });
  await reply.arrayBuffer();
  return { status: reply.status, type: reply.headers.get("content-type") };
}

function openSocket(url: URL): Promise<{ status: number; type: string | null }> {
  const socket = new WebSocket(url.href.replace(/^http/, "ws"));
  return new Promise((done, fail) => {
    socket.once("error", fail);
    socket.once("unexpected-response", (_request, reply) => done({ status: reply.statusCode ?? 0, type: null }));
    socket.once("open", () => {
      socket.close();
      done({ status: 101, type: null });
    });
  });
}
