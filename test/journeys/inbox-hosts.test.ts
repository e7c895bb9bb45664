import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { build } from "rolldown";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { projectRoot } from "#config.ts";
import { translatePage } from "#dashboard/testing/translate-page.ts";
import type { Notification } from "#inbox/core/types.ts";
import { Inbox, type InboxProps, Toaster } from "#inbox/react/index.ts";
import { aNotification, startFakeServer } from "#inbox/testing/fake-server.ts";
import { wholeSheet } from "#scripts/packages/whole-sheet.ts";
import { launchChromium } from "#test/support/chromium.ts";

// The inbox in pages as others write them: with styles that reach for every element, in frames, under strict policies, beside
// modal dialogs, and with parts of the browser missing.

let browser: Browser;
let server: Awaited<ReturnType<typeof startFakeServer>>;
let origin: string;
let close: () => void;
/** Pages by their path, with the content policy that they are sent with. */
const pages = new Map<string, { html: string; policy?: string | undefined }>();

beforeAll(async () => {
  const [launched, react] = await Promise.all([
    launchChromium(),
    bundle(join(import.meta.dirname, "pages/inbox-page.tsx")),
  ]);
  browser = launched;
  const scripts = new Map([
    ["/embed.js", readFileSync(join(projectRoot, "dist/inbox/embed.js"), "utf8")],
    ["/react.js", react],
  ]);
  const site = createServer((request, response) => {
    const path = request.url ?? "/";
    const script = scripts.get(path.split("?")[0] ?? "");
    if (script !== undefined) {
      response.setHeader("content-type", "text/javascript; charset=utf-8").end(script);
      return;
    }
    const { html = "", policy } = pages.get(path) ?? {};
    if (policy !== undefined) response.setHeader("content-security-policy", policy);
    response.setHeader("content-type", "text/html; charset=utf-8").end(html);
  });
  site.listen(0, "127.0.0.1");
  await once(site, "listening");
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  close = () => void site.close();
});
afterAll(async () => {
  await browser?.close();
  close?.();
});
beforeEach(async () => {
  const channels = { in_app: true, email: true };
  const hours = { isEnabled: true, hours: [{ start: "09:00 AM", end: "05:00 PM" }] };
  const schedule = { isEnabled: true, weeklySchedule: { monday: hours, friday: hours } };
  const workflow = { id: "w", identifier: "w", name: "Comments", critical: false, tags: [] };
  const data = [
    { level: "global", enabled: true, channels, schedule },
    { level: "template", enabled: true, channels, workflow },
  ];
  server = await startFakeServer(samples(), { "GET /inbox/preferences": () => ({ body: { data } }) });
});

/** Bundles a page for production, with the style sheet as the packages have it. */
async function bundle(input: string): Promise<string> {
  const { output } = await build({
    input,
    platform: "browser",
    logLevel: "silent",
    plugins: [
      {
        name: "inline-styles",
        resolveId: (source, importer) =>
          source.endsWith(".css?inline") ? `\0${join(importer ?? "", "..", source.replace("?inline", ""))}.js` : null,
        load: (id) =>
          id.startsWith("\0") && id.endsWith(".css.js")
            ? `export default ${JSON.stringify(wholeSheet(id.slice(1, -3)))};`
            : null,
      },
    ],
    transform: { jsx: { runtime: "automatic" }, define: { "process.env.NODE_ENV": '"production"' } },
    output: { format: "iife", codeSplitting: false },
    write: false,
  });
  return output[0].code;
}

function samples(): Notification[] {
  const buttons = {
    primaryAction: { label: "Accept", isCompleted: false },
    secondaryAction: { label: "Decline", isCompleted: false },
  };
  const kinds: Partial<Notification>[] = [
    { subject: "Mira commented", actor: { type: "user", data: null, name: "Mira Okafor" }, redirect: { url: "#m" } },
    { subject: "Noor invites you", ...buttons },
    { subject: "New sign-in", severity: "high", actor: { type: "system_icon", data: "warning" } },
    { subject: "A long text", body: "What happened is told in many words. ".repeat(20) },
    { body: "A body without a subject", isRead: true, isSeen: true },
  ];
  return kinds.map((kind, index) => ({
    ...aNotification(`n${index}`, kind),
    createdAt: new Date(Date.now() - index * 60_000).toISOString(),
  }));
}

const element = (more = "") =>
  `<belfry-inbox application-identifier="app" subscriber-id="ada" api-url="${server.url}" ${more}></belfry-inbox>`;
const script = '<script src="/embed.js"></script>';
const reactPage = (more: object = {}, markup = "") => `<div id="root">${markup}</div>
  <script type="application/json" id="settings">${JSON.stringify({ applicationIdentifier: "app", subscriberId: "ada", apiUrl: server.url, ...more })}</script>
  <script src="/react.js"></script>`;

/** Renders the inbox as a server does. */
const serverMarkup = (more: Partial<InboxProps> = {}) =>
  renderToString(
    createElement(
      Inbox,
      { applicationIdentifier: "app", subscriberId: "ada", apiUrl: server.url, ...more },
      createElement(Toaster),
    ),
  );

type Options = { head?: string; policy?: string; look?: BrowserContextOptions; before?: string };

/** Opens a page of a customer in a profile of its own. Fails for what its console notes, but for refused requests. */
async function openPage(body: string, { head = "", policy, look, before }: Options = {}) {
  const path = `/page-${pages.size}`;
  pages.set(path, {
    policy,
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Customer</title><link rel="icon" href="data:,"><meta name="viewport" content="width=device-width">${head}</head><body>${body}</body></html>`,
  });
  const context = await browser.newContext({ viewport: { width: 900, height: 800 }, reducedMotion: "reduce", ...look });
  context.setDefaultTimeout(10_000);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("pageerror", ({ message }) => problems.push(message));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !/^Failed to load resource|^WebSocket/.test(message.text()))
      problems.push(message.text());
  });
  afterEach(async () => {
    await context.close();
    await server.close();
  });
  if (before !== undefined) await page.addInitScript(before);
  await page.goto(`${origin}${path}`);
  return { page, problems };
}

async function openList(page: Page): Promise<void> {
  await page
    .getByRole("button", { name: /4 unread/ })
    .first()
    .click();
  await page.getByRole("listitem").first().waitFor();
}

function socketAt(index: number) {
  const socket = server.sockets[index];
  if (socket === undefined) throw new Error(`There is no socket ${index}`);
  return socket;
}

/** A notification arrives by the socket. */
async function arrive(subject: string): Promise<void> {
  await expect.poll(() => server.sockets.length).toBeGreaterThan(0);
  const notification = aNotification(subject, { subject, createdAt: new Date().toISOString() });
  server.notifications.unshift(notification);
  server.send({ event: "notification_received", data: { notification } });
}

describe("what the page does to everything in it", () => {
  const RESETS = `
    body * { all: unset; }
    * { transition: all 1s; }
    button { width: 100%; min-width: 200px; height: 60px; line-height: 3; border-radius: 0; box-shadow: 0 0 9px red; }
    svg { display: block; width: 100%; height: auto; vertical-align: middle; fill: red; }
    ul, ol { margin: 20px; padding: 20px; } li { display: inline; margin: 20px; }
    h2, h3 { font-size: 40px; margin: 30px; } p { margin: 30px; max-width: 10ch; }
    a { text-decoration: underline; display: inline-block; padding: 10px; } time { float: left; }
    dialog { width: 90%; padding: 40px; } section { padding: 60px; min-height: 300px; }
    [hidden] { display: block; }
    div { min-height: 30px; } span { display: block; }`;

  /** The size of the bell, and where everything in what it has opened is, by class. */
  const boxes = (page: Page) =>
    page.evaluate(() => {
      const root = document.querySelector("belfry-inbox")?.shadowRoot ?? document;
      const dialog = root.querySelector("dialog");
      const { left: x, top: y } = dialog?.getBoundingClientRect() ?? { left: 0, top: 0 };
      const bell = root.querySelector(".belfry-bell")?.getBoundingClientRect();
      const inside = [...(dialog?.querySelectorAll("*") ?? [])].map((one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        const place = [left - x, top - y, width, height].map(Math.round).join(" ");
        return `${one.localName}.${one.getAttribute("class")} ${place}`;
      });
      return [`bell ${bell?.width} ${bell?.height}`, ...inside];
    });

  test.each([
    ["the element", () => `${element()}${script}`],
    ["React", () => reactPage()],
  ])("%s: no style of the page moves anything in the list", async (_, body) => {
    const found: string[][] = [];
    for (const head of ["", `<style>${RESETS}</style>`]) {
      const { page, problems } = await openPage(body(), { head });
      await openList(page);
      await page.mouse.move(0, 700);
      const list = await boxes(page);
      await page.getByRole("button", { name: "Notification settings" }).click();
      await page.getByRole("switch").first().waitFor();
      found.push([...list, ...(await boxes(page))]);
      expect(problems).toEqual([]);
    }
    expect(found[0]?.length).toBeGreaterThan(50);
    expect(found[1]).toEqual(found[0]);
  });
});

const MODAL = `<dialog id="modal" style="margin: 40px auto; overflow: hidden; transform: scale(1)">PLACE</dialog>
  <script>document.getElementById("modal").showModal()</script>`;

describe("what is above and around the bell", () => {
  const HOSTILE = `<style>
    body { transform: translateX(0); contain: layout paint; overflow: hidden; margin: 0; height: 300px; }
    header { position: fixed; inset: 0 0 auto; height: 500px; z-index: 2147483647; background: #ccc; }
  </style>`;

  /** Whether a press on the middle of an element reaches it. */
  const isOnTop = (page: Page, selector: string) =>
    page.evaluate((wanted) => {
      const root = document.querySelector("belfry-inbox")?.shadowRoot;
      const element = root?.querySelector(wanted);
      if (!element) throw new Error(`There is no ${wanted}`);
      const { left, top, right, bottom } = element.getBoundingClientRect();
      const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
      return isInside && element.contains(root?.elementFromPoint((left + right) / 2, (top + bottom) / 2) ?? null);
    }, selector);

  test.each([
    [
      "in a body that is moved and cuts, under a header above everything",
      (bell: string) => `<main>${bell}</main><header></header>`,
    ],
    ["in a modal dialog that cuts", (bell: string) => MODAL.replace("PLACE", bell)],
  ])("%s: list, menu and toasts are above all of it, and inside of the window", async (_, body) => {
    const { page, problems } = await openPage(`${body(element('toasts="top-start"'))}${script}`, { head: HOSTILE });
    await arrive("A toast");
    await page.getByRole("button", { name: "Dismiss: A toast" }).waitFor();
    expect(await isOnTop(page, ".belfry-toast")).toBe(true);
    // Popovers have a frame by default.
    const frame = await page
      .locator(".belfry-toaster")
      .evaluate((one) => [getComputedStyle(one).borderTopWidth, getComputedStyle(one).padding]);
    expect(frame).toEqual(["0px", "0px"]);
    await page.getByRole("button", { name: "Dismiss: A toast" }).click();
    await page.getByRole("button", { name: /^Notifications/ }).press("Enter");
    await page.getByRole("listitem").first().waitFor();
    expect(await isOnTop(page, "dialog")).toBe(true);
    await page.getByRole("link", { name: /Mira commented/ }).press("Shift+F10");
    await page.getByRole("menu").waitFor();
    expect(await isOnTop(page, "[role=menu]")).toBe(true);
    await page.getByRole("menuitem", { name: /^Archive/ }).click();
    await page.getByRole("link", { name: /Mira commented/ }).waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await page.getByRole("listitem").first().waitFor({ state: "detached" });
    // What is open is left by Escape, and what it is in stays.
    if (body("").includes("modal"))
      expect(await page.locator("#modal").evaluate((one) => one.matches(":modal"))).toBe(true);
    expect(problems).toEqual([]);
  });

  test("a page that opens a dialog of its own over the list closes the list", async () => {
    const { page, problems } = await openPage(
      `${element()}<dialog id="own"><button>Of the page</button></dialog>${script}`,
    );
    await openList(page);
    await page.evaluate("document.getElementById('own').showModal()");
    await page.getByRole("button", { name: "Of the page" }).waitFor();
    await expect.poll(() => page.locator("belfry-inbox").getAttribute("open")).toBeNull();
    expect(problems).toEqual([]);
  });

  test("twice as large texts and a page from right to left keep the list inside of the window", async () => {
    for (const head of [
      "<style>html { font-size: 32px; }</style>",
      '<script>document.documentElement.dir = "rtl"</script>',
    ]) {
      const { page, problems } = await openPage(`<div style="padding: 20px">${element()}</div>${script}`, { head });
      await openList(page);
      expect(await isOnTop(page, "dialog")).toBe(true);
      const cut = await page.evaluate(() =>
        [...(document.querySelector("belfry-inbox")?.shadowRoot?.querySelectorAll("dialog header *") ?? [])]
          .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 1)
          .map(({ className }) => className),
      );
      expect(cut).toEqual([]);
      expect(problems).toEqual([]);
    }
  });
});

describe("browsers and frames that keep things back", () => {
  const MISSING: Record<string, string> = {
    "what is not there": `for (const name of ["Notification", "BroadcastChannel", "ResizeObserver", "IntersectionObserver", "AudioContext", "localStorage"])
      Object.defineProperty(window, name, { value: undefined, configurable: true });
      Object.defineProperty(navigator, "locks", { value: undefined });
      Object.defineProperty(navigator, "userActivation", { value: undefined });`,
    "what throws": `for (const name of ["localStorage", "sessionStorage", "indexedDB"])
      Object.defineProperty(window, name, { get() { throw new DOMException("Denied", "SecurityError"); } });
      Object.defineProperty(navigator, "locks", { value: { request() { throw new DOMException("Denied", "SecurityError"); } } });
      window.Notification = class { static permission = "granted"; constructor() { throw new TypeError("Illegal constructor"); } };
      document.hasFocus = () => false;`,
    "a fetch of the page's own": `const original = window.fetch;
      window.fetch = async function (input, init) {
        if (this !== window && this !== undefined) throw new TypeError("Illegal invocation");
        const response = await original(new Request(input, init));
        return new Proxy(response, { get: (target, name) => { const value = Reflect.get(target, name); return typeof value === "function" ? value.bind(target) : value; } });
      };`,
  };

  /** Goes through what a subscriber does. */
  async function goThrough(page: Page, frame: Pick<Page, "getByRole"> = page): Promise<void> {
    await frame.getByRole("button", { name: "Notifications, 4 unread" }).click();
    await frame.getByRole("link", { name: /^Unread, Mira/ }).focus();
    await page.keyboard.press("e");
    await arrive("Beside");
    await frame
      .getByRole("button", { name: /Beside/ })
      .first()
      .waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => server.changes()).toContain("PATCH /n0/archive");
    await frame.getByRole("button", { name: "Notifications, 4 unread" }).waitFor();
  }

  test.each(Object.entries(MISSING))("%s does not keep the inbox from working", async (_, before) => {
    const body = `${element("toasts")}<script>document.querySelector("belfry-inbox").toaster = { desktopNotifications: true, sound: true }</script>${script}`;
    const { page, problems } = await openPage(body, { before });
    await goThrough(page);
    expect(problems).toEqual([]);
  });

  test("a sandboxed frame without an origin shows the inbox", async () => {
    const inner = `<!doctype html><html lang="en"><title>Frame</title>${element("toasts")}<script src="${origin}/embed.js"></script>`;
    pages.set("/frame", { html: inner });
    const { page, problems } = await openPage(
      '<iframe sandbox="allow-scripts" src="/frame" style="width: 600px; height: 600px"></iframe>',
    );
    await goThrough(page, page.frameLocator("iframe").locator("html"));
    expect(problems).toEqual([]);
  });

  test("a strict policy with nonces allows the script, and a page from a server that links the style sheet", async () => {
    const policy = `default-src 'none'; script-src 'nonce-1'; style-src 'nonce-1'; connect-src ${server.url} ${server.url.replace("http", "ws")}; img-src data:; require-trusted-types-for 'script'; trusted-types belfry-inbox`;
    const markup = serverMarkup({ styles: false });
    const bodies = [`${element("toasts")}${script}`, reactPage({ styles: false }, markup)];
    for (const body of bodies) {
      const { page, problems } = await openPage(body.replaceAll("<script ", '<script nonce="1" '), { policy });
      await openList(page);
      await page.keyboard.press("Escape");
      await arrive(`New ${bodies.indexOf(body)}`);
      await page.getByRole("button", { name: /^Notifications, [56] unread/ }).waitFor();
      expect(problems).toEqual([]);
      await page.close();
      server.sockets.splice(0);
      server.notifications.splice(0, 1);
    }
  });
});

describe("what the page does to the element and to its own self", () => {
  test("a second version of the script changes nothing, and says so once", async () => {
    const { page, problems } = await openPage(
      `${element()}${script}<script>window.first = window.Belfry</script><script src="/embed.js?2"></script><script src="/embed.js?3"></script>`,
    );
    await openList(page);
    expect(await page.evaluate("window.first === window.Belfry")).toBe(true);
    expect(problems).toEqual(Array(2).fill("Belfry inbox: this page has the script already, and the first one stays"));
  });

  test("an element that is moved keeps its session and opens again; a copy of it is another bell", async () => {
    const { page, problems } = await openPage(`${element()}<aside></aside>${script}`);
    await openList(page);
    await page.evaluate(async () => {
      const inbox = document.querySelector("belfry-inbox");
      inbox?.remove();
      await Promise.resolve();
      await Promise.resolve();
      if (inbox) document.querySelector("aside")?.append(inbox);
    });
    await openList(page);
    expect(server.callsTo("POST /inbox/session")).toHaveLength(1);
    await page.keyboard.press("Escape");
    await page.evaluate("document.body.append(document.querySelector('belfry-inbox').cloneNode(true))");
    const bells = page.getByRole("button", { name: "Notifications, 4 unread" });
    await expect.poll(() => bells.count()).toBe(2);
    await bells.last().click();
    await page.getByRole("listitem").first().waitFor();
    expect(server.callsTo("POST /inbox/session")).toHaveLength(2);
    expect(problems).toEqual([]);
  });

  test("a page that the browser translates goes on working, and shows what changed", async () => {
    const { page, problems } = await openPage(reactPage(), {
      before: `addEventListener("DOMContentLoaded", () => (${translatePage})())`,
    });
    await openList(page);
    await page.locator("font").first().waitFor();
    await page.getByRole("button", { name: "More", exact: false }).filter({ hasText: "[More]" }).click();
    await page.getByRole("button").filter({ hasText: "[Less]" }).click();
    await page.getByRole("button").filter({ hasText: "[Accept]" }).click();
    await page.locator("[data-done=true]").getByText("[Accept]").waitFor();
    await page.getByRole("link", { name: /Mira/ }).focus();
    for (const key of ["u", "u", "e"]) await page.keyboard.press(key);
    await page.getByRole("button").filter({ hasText: "[Undo]" }).waitFor();
    await page.keyboard.press("z");
    await page.getByRole("button", { name: /^Filter: / }).click();
    await page.getByRole("menuitemradio", { name: /Archived/ }).click();
    await page.getByRole("button", { name: "Filter: Archived" }).getByText("[Archived]").waitFor();
    await page.getByRole("button", { name: "Notification settings" }).click();
    await page.getByRole("switch").first().click();
    await page.getByRole("button", { name: "Back" }).click();
    await page.keyboard.press("Escape");
    await arrive("Later");
    await page.getByRole("button", { name: /^Notifications, \d unread/ }).waitFor();
    expect(problems).toEqual([]);
  });

  test("a page that is left has no socket, so that the browser may keep it, and is live and fresh when it is shown again", async () => {
    const { page, problems } = await openPage(`${element()}${script}`);
    await page.getByRole("button", { name: "Notifications, 4 unread" }).waitFor();
    await expect.poll(() => server.sockets.length).toBe(1);
    const closed = once(socketAt(0), "close");
    server.notifications.unshift(aNotification("meanwhile"));
    // The browser of the tests keeps no pages: this is what one that does says to them.
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true })));
    await closed;
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
    await page.getByRole("button", { name: "Notifications, 5 unread" }).waitFor();
    await expect.poll(() => server.sockets.length).toBe(2);
    await arrive("Afterwards");
    await page.getByRole("button", { name: "Notifications, 6 unread" }).waitFor();
    expect(server.callsTo("POST /inbox/session")).toHaveLength(1);
    expect(problems).toEqual([]);
  });
});

describe("what only a browser lays out", () => {
  const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true };

  test("on a phone, more tabs than fit keep their width and scroll; a cut edge fades, and the selected one is in view", async () => {
    const labels = ["Everything", "Mentions", "Assignments", "Orders", "Announcements", "Invoices"];
    const stores = labels.map((label, index) => ({ storeId: `s${index}`, label, query: { tags: [label] } }));
    const { page, problems } = await openPage(
      `${element()}<script>Object.assign(document.querySelector("belfry-inbox"), ${JSON.stringify({ stores, tabs: stores })})</script>${script}`,
      { look: PHONE },
    );
    await page.getByRole("button", { name: /4 unread/ }).click();
    await page.getByRole("tab", { name: "Invoices" }).waitFor();
    const read = () =>
      page.evaluate(() => {
        const list = document.querySelector("belfry-inbox")?.shadowRoot?.querySelector("[role=tablist]");
        if (!list) throw new Error("There are no tabs");
        const tabs = [...list.querySelectorAll("[role=tab]")];
        const boxes = tabs.map((tab) => tab.getBoundingClientRect());
        const { left, right } = list.getBoundingClientRect();
        const selected = boxes[tabs.findIndex((tab) => tab.getAttribute("aria-selected") === "true")];
        return {
          cut: tabs.filter((tab) => tab.scrollWidth > tab.clientWidth).map(({ textContent }) => textContent),
          overlapping: boxes.filter((box, index) => index > 0 && box.left < (boxes[index - 1]?.right ?? 0)).length,
          scrolls: list.scrollWidth > list.clientWidth,
          fade: getComputedStyle(list).maskImage.replace(/\(.*/, ""),
          // The fade is 16 pixels wide, and positions have fractions.
          isInView: selected !== undefined && selected.left >= left + 15 && selected.right <= right - 15,
        };
      });
    const right = { cut: [], overlapping: 0, scrolls: true, fade: "linear-gradient", isInView: true };
    expect(await read()).toEqual(right);
    await page.getByRole("tab", { name: "Everything" }).press("End");
    await page.getByRole("tab", { name: "Invoices", selected: true }).waitFor();
    await expect.poll(read).toEqual(right);
    await page.getByRole("tab", { name: "Invoices" }).press("Home");
    await expect.poll(read).toEqual(right);
    expect(problems).toEqual([]);
  });

  test("in the element, a long text has Less in the place of More, which keeps the focus", async () => {
    const { page, problems } = await openPage(`${element()}${script}`);
    await openList(page);
    const body = page.getByText("What happened is told in many words.", { exact: false }).last();
    const height = async () => (await body.boundingBox())?.height ?? 0;
    const folded = await height();
    await page.getByRole("button", { name: "More", exact: true }).press("Enter");
    const less = page.getByRole("button", { name: "Less", exact: true });
    await less.and(page.locator(":focus")).waitFor();
    expect(await height()).toBeGreaterThan(folded);
    // The observer of its size has reported by then.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await less.and(page.locator(":focus")).press("Enter");
    await page.getByRole("button", { name: "More", exact: true }).and(page.locator(":focus")).waitFor();
    expect(await height()).toBe(folded);
    expect(problems).toEqual([]);
  });

  test("a bell that a server rendered has its size before there is a style sheet, and keeps it", async () => {
    const sizeOf = (page: Page) =>
      page.locator(".belfry-bell").evaluate((bell) => [bell.clientWidth, bell.clientHeight]);
    const { page } = await openPage(serverMarkup());
    const before = await sizeOf(page);
    expect(before).toEqual([40, 40]);
    const { page: running, problems } = await openPage(reactPage({}, serverMarkup()));
    await running.getByRole("button", { name: "Notifications, 4 unread" }).waitFor();
    expect(await sizeOf(running)).toEqual(before);
    expect(problems).toEqual([]);
  });
});
