import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { projectRoot } from "#config.ts";
import type { Notification } from "#inbox/core/types.ts";
import { aNotification, startFakeServer } from "#inbox/testing/fake-server.ts";
import { accessibilityProblems } from "#test/support/accessibility.ts";
import { launchChromium } from "#test/support/chromium.ts";
import { inTurn } from "#test/support/in-turn.ts";

// The script that customers put into their pages, in a real browser: by keyboard alone (what `inbox/react/keys.test.tsx` cannot
// see of it), and every state in both themes by the rules of WCAG 2.2.

let browser: Browser;
let server: Awaited<ReturnType<typeof startFakeServer>>;
let origin: string;
let close: () => void;

beforeAll(async () => {
  browser = await launchChromium();
  const script = readFileSync(join(projectRoot, "dist/inbox/embed.js"));
  const site = createServer((request, response) => {
    if (request.url === "/embed.js") response.setHeader("content-type", "text/javascript; charset=utf-8").end(script);
    else response.setHeader("content-type", "text/html; charset=utf-8").end(PAGE);
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
  server = await startFakeServer(samples());
});

const PAGE = `<!doctype html>
<html lang="en" style="color-scheme: light dark; background: Canvas">
  <head><title>Customer</title><link rel="icon" href="data:,"><meta name="viewport" content="width=device-width"></head>
  <body style="margin: 24px">
    <main><h1>Customer</h1><p><a href="#before">Before</a></p><div id="place"></div><p><a href="#after">After</a></p></main>
    <script src="/embed.js"></script>
  </body>
</html>`;

/** One notification of each kind, newest first, now. */
function samples(): Notification[] {
  const long = "A subject that is far too long for the two lines that it may have. ".repeat(9).trim();
  const buttons = {
    primaryAction: { label: "Accept", isCompleted: false },
    secondaryAction: { label: "Decline", isCompleted: false },
  };
  const kinds: Partial<Notification>[] = [
    { subject: "Mira commented", actor: { type: "user", data: null, name: "Mira Okafor" }, redirect: { url: "#m" } },
    { subject: "Noor invites you", ...buttons },
    { subject: "New sign-in", severity: "high", actor: { type: "system_icon", data: "warning" } },
    { subject: long, body: "0123456789".repeat(50), severity: "medium" },
    { subject: "Export is ready", isRead: true, isSeen: true, tags: ["files"], severity: "low" },
    { body: "A body without a subject", isRead: true, isSeen: true },
  ];
  return kinds.map((kind, index) => ({
    ...aNotification(`n${index}`, kind),
    createdAt: new Date(Date.now() - index * 9 * 3_600_000).toISOString(),
  }));
}

type Options = { attributes?: Record<string, string>; values?: Record<string, unknown> };

/** Opens the page with an inbox in a profile of its own, and fails for what its console notes but for refused requests. */
async function openPage(
  { attributes = {}, values = {} }: Options = {},
  look: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 900, height: 800 }, reducedMotion: "reduce", ...look });
  context.setDefaultTimeout(10_000);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("pageerror", ({ message }) => problems.push(message));
  page.on("console", (message) => {
    const isRefused = /^Failed to load resource|^WebSocket connection|^\[Belfry\]/.test(message.text());
    if (["error", "warning"].includes(message.type()) && !isRefused) problems.push(message.text());
  });
  afterEach(async () => {
    await context.close();
    await server.close();
    expect(problems).toEqual([]);
  });
  await page.goto(origin);
  const given = { "application-identifier": "app", "subscriber-id": "ada", "api-url": server.url, ...attributes };
  await page.evaluate(
    ([all, properties]) => {
      const inbox = document.createElement("belfry-inbox");
      for (const [name, value] of Object.entries(all)) inbox.setAttribute(name, value);
      Object.assign(inbox, properties);
      document.getElementById("place")?.append(inbox);
    },
    [given, values] as const,
  );
  return page;
}

/** Returns what has the focus, also within the shadow root: its name, or its text. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const inner = document.querySelector("belfry-inbox")?.shadowRoot?.activeElement ?? document.activeElement;
    return inner?.getAttribute("aria-label") ?? inner?.textContent ?? "";
  });

const expectFocus = (page: Page, name: RegExp) => expect.poll(() => focused(page)).toMatch(name);

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Gets to the bell and opens it, by keys. */
async function openByKeys(page: Page): Promise<Locator> {
  const bell = page.getByRole("button", { name: /^Notifications/ });
  await page.getByRole("button", { name: "Notifications, 4 unread" }).waitFor();
  await press(page, "Tab", "Tab");
  await expectFocus(page, /^Notifications, 4 unread$/);
  await press(page, "Enter");
  await expectFocus(page, /^Unread, Mira commented/);
  return bell;
}

const workflow = (id: string, critical: boolean) => ({
  level: "template",
  enabled: true,
  channels: { in_app: true, email: false },
  workflow: { id, identifier: id, name: id, critical, tags: [] },
});
const HOURS = { isEnabled: true, hours: [{ start: "09:00 AM", end: "05:00 PM" }] };
const GLOBAL = {
  level: "global",
  enabled: true,
  channels: { in_app: true, email: true },
  schedule: { isEnabled: true, weeklySchedule: { monday: HOURS, friday: HOURS } },
};
const SINGLE = [workflow("Comments", false), workflow("Security", true)];

/** Has the server keep settings, by which hours are set. */
function answerSettings(): void {
  let { channels } = GLOBAL;
  const global = () => ({ ...GLOBAL, channels });
  Object.assign(server.answers, {
    "GET /inbox/preferences": () => ({ body: { data: [global(), ...SINGLE] } }),
    "PATCH /inbox/preferences": ({ body }: { body: unknown }) => {
      channels = { ...channels, ...Object(body) };
      return { body: { data: global() } };
    },
  });
}

describe("by keyboard alone", () => {
  test("the bell opens at the first unread item; Escape returns to the bell, and Tab out of the popover closes it", async () => {
    const page = await openPage();
    const bell = await openByKeys(page);
    await press(page, "Escape");
    await expectFocus(page, /^Notifications, 4 unread$/);
    expect(await bell.getAttribute("aria-expanded")).toBe("false");

    await press(page, "ArrowDown");
    await expectFocus(page, /^Unread, Mira commented/);
    const visited: string[] = [];
    for (let presses = 0; presses < 30 && (await page.getByRole("dialog").count()) > 0; presses += 1) {
      visited.push(await focused(page));
      await press(page, "Tab");
    }
    // The list is one stop, from which Tab goes to the buttons of the item and on.
    expect(visited.filter((name) => name.startsWith("Unread, "))).toHaveLength(1);
    expect(visited).toContain("Archive");
    await expectFocus(page, /^After$/);
    expect(await bell.getAttribute("aria-expanded")).toBe("false");
  });

  test("items are marked, archived, deleted, taken back and snoozed", async () => {
    const page = await openPage();
    await openByKeys(page);
    await press(page, "u");
    await expectFocus(page, /^Mira commented/);
    await press(page, "ArrowDown", "e");
    await expectFocus(page, /^Unread, New sign-in/);
    await press(page, "Delete");
    await expectFocus(page, /^Unread, A subject/);
    await press(page, "z");
    await page.getByRole("listitem").filter({ hasText: "New sign-in" }).waitFor();
    await press(page, "Home", "s");
    await page.getByRole("menu", { name: "Snooze" }).waitFor();
    await press(page, "ArrowDown", "Enter");
    await page.getByRole("listitem").filter({ hasText: "Mira commented" }).waitFor({ state: "detached" });
    await page
      .getByRole("status")
      .filter({ hasText: /^Snoozed until/ })
      .first()
      .waitFor();
    await press(page, "Escape");
    await expect
      .poll(() => server.changes())
      .toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^PATCH \/n0\/read$/),
          expect.stringMatching(/^PATCH \/n1\/archive$/),
          expect.stringMatching(/^PATCH \/n0\/snooze$/),
        ]),
      );
    expect(server.changes().filter((call) => call.startsWith("DELETE"))).toEqual([]);
  });

  test("the menu of an item and what is shown are chosen by arrows, and Escape closes one layer", async () => {
    const page = await openPage();
    await openByKeys(page);
    await press(page, "Shift+F10");
    await page.getByRole("menu", { name: /^More actions for / }).waitFor();
    await press(page, "Escape");
    await expectFocus(page, /^Unread, Mira commented/);
    expect(await page.getByRole("dialog").count()).toBe(1);
    await press(page, "Shift+F10", "ArrowDown", "Enter");
    await expectFocus(page, /^Unread, Noor invites you/);

    while (!(await focused(page)).startsWith("Filter: ")) await press(page, "Shift+Tab");
    await press(page, "Enter", "ArrowDown", "ArrowDown", "Enter");
    await page.getByRole("button", { name: "Filter: Archived" }).waitFor();
    await page.getByRole("listitem").filter({ hasText: "Mira commented" }).waitFor();
  });

  test("what could still be taken back is sent when the page is closed", async () => {
    const page = await openPage();
    await openByKeys(page);
    await press(page, "Delete");
    await page.getByRole("button", { name: /^Undo/ }).waitFor();
    expect(server.changes().filter((call) => call.startsWith("DELETE"))).toEqual([]);
    await page.close({ runBeforeUnload: true });
    await expect.poll(() => server.changes(), { timeout: 5_000 }).toContain("DELETE /n0/delete");
  });

  test("settings are reached, changed and left", async () => {
    answerSettings();
    const page = await openPage();
    await openByKeys(page);
    while ((await focused(page)) !== "Notification settings") await press(page, "Shift+Tab");
    await press(page, "Enter");
    const email = page.getByRole("switch", { name: /^Email/ }).first();
    await email.waitFor();
    await expectFocus(page, /^Notification settings$/);
    for (let presses = 0; presses < 20 && !/^Email/.test(await focused(page)); presses += 1) await press(page, "Tab");
    await expectFocus(page, /^Email/);
    await press(page, "Space");
    await expect.poll(() => email.getAttribute("aria-checked")).toBe("false");
    // The switch turns before the server has heard of it.
    await expect
      .poll(() => server.callsTo("PATCH /inbox/preferences").map(({ body }) => body))
      .toEqual([{ email: false }]);
    while ((await focused(page)) !== "Back") await press(page, "Shift+Tab");
    await press(page, "Enter");
    await expectFocus(page, /^Notification settings$/);
  });

  test("the sheet of a phone keeps the focus", async () => {
    const page = await openPage({}, { viewport: { width: 390, height: 800 } });
    await openByKeys(page);
    for (let presses = 0; presses < 40; presses += 1) {
      await press(page, "Tab");
      // Chromium's own controls are a stop of every page, from which Tab comes back.
      expect(await focused(page)).not.toMatch(/^(Before|After)$/);
    }
    await press(page, "Escape");
    expect(await page.getByRole("dialog").count()).toBe(0);
  });
});

const bellOf = (page: Page) => page.getByRole("button", { name: /^(Notifications|Benachrichtigungen|الإشعارات)/ });
const openList = async (page: Page) => {
  await bellOf(page).click();
  await page.getByRole("dialog").waitFor();
};
const openFilled = async (page: Page) => {
  await openList(page);
  await page.getByRole("listitem").first().waitFor();
};
const openMenu = (key: string) => async (page: Page) => {
  await openFilled(page);
  await page.getByRole("link", { name: /^Unread, Mira/ }).focus();
  await press(page, key);
  await page.getByRole("menu").waitFor();
};
const openSettings = async (page: Page) => {
  await openFilled(page);
  await page.getByRole("button", { name: "Notification settings" }).click();
  await page.getByRole("switch").first().waitFor();
};

const TABS = [
  { storeId: "all", label: "All" },
  { storeId: "files", label: "Files", query: { tags: ["files"] } },
];

/** How the inbox gets into each of its states. */
const STATES: Record<string, Options & { prepare?: () => void; reach: (page: Page) => Promise<unknown> }> = {
  "closed, with a number": { reach: (page) => page.getByRole("button", { name: /4 unread/ }).waitFor() },
  "the list": { reach: openFilled },
  "the list in tabs": { values: { stores: TABS, tabs: TABS }, reach: openFilled },
  "the menu of an item": { reach: openMenu("Shift+F10") },
  "the menu of times": { reach: openMenu("s") },
  "a time of one's own": {
    reach: async (page) => {
      await openMenu("s")(page);
      await page.getByRole("menuitem", { name: "Choose a time" }).click();
      await page.getByLabel("Date and time").waitFor();
    },
  },
  "the menu of views": {
    reach: async (page) => {
      await openFilled(page);
      await page.getByRole("button", { name: /^Filter: / }).click();
      await page.getByRole("menu").waitFor();
    },
  },
  "a deleted item, to be taken back": {
    reach: async (page) => {
      await openFilled(page);
      await page.getByRole("link", { name: /^Unread, Mira/ }).focus();
      await press(page, "Delete");
      await page.getByRole("button", { name: /^Undo/ }).waitFor();
    },
  },
  "new ones above": {
    reach: async (page) => {
      await openFilled(page);
      const notification = aNotification("new", { createdAt: new Date().toISOString() });
      server.notifications.unshift(notification);
      server.send({ event: "notification_received", data: { notification } });
      await page.getByRole("listitem").filter({ hasText: "Subject of new" }).waitFor();
    },
  },
  "an empty list": {
    prepare: () => server.notifications.splice(0),
    reach: async (page) => {
      await openList(page);
      await page.getByText("You’re all caught up").waitFor();
    },
  },
  "a list that could not be loaded": {
    prepare: () => Object.assign(server.answers, { "GET /inbox/notifications": () => ({ status: 500, body: {} }) }),
    reach: async (page) => {
      await openList(page);
      await page.getByText("Your notifications could not be loaded").waitFor();
    },
  },
  "a list that loads": {
    reach: async (page) => {
      await page.route("**/v1/inbox/notifications?*", () => new Promise(() => {}));
      await openList(page);
      await page.getByLabel("Loading notifications").waitFor();
    },
  },
  "offline, with what was there": {
    reach: async (page) => {
      await openFilled(page);
      await page.context().setOffline(true);
      await page.getByText("You’re offline.").first().waitFor();
    },
  },
  "settings with hours": {
    prepare: answerSettings,
    reach: openSettings,
  },
  "settings that could not be loaded": {
    prepare: () => Object.assign(server.answers, { "GET /inbox/preferences": () => ({ status: 500, body: {} }) }),
    reach: async (page) => {
      await openFilled(page);
      await page.getByRole("button", { name: "Notification settings" }).click();
      await page.getByText("Your settings could not be loaded").waitFor();
    },
  },
  toasts: {
    attributes: { toasts: "top-end" },
    reach: async (page) => {
      await page.getByRole("button", { name: /4 unread/ }).waitFor();
      await expect.poll(() => server.sockets.length).toBeGreaterThan(0);
      const notification = aNotification("new", { createdAt: new Date().toISOString(), severity: "high" });
      server.notifications.unshift(notification);
      server.send({ event: "notification_received", data: { notification } });
      await page.getByRole("button", { name: "Dismiss" }).waitFor();
    },
  },
};

const SHEET: BrowserContextOptions = { viewport: { width: 320, height: 700 }, hasTouch: true, isMobile: true };
const THEMES = { light: {}, dark: { colorScheme: "dark" } } satisfies Record<string, BrowserContextOptions>;
/** States that a phone shows in another way. */
const OF_SHEET = ["the list", "the list in tabs", "the menu of an item", "the menu of times", "settings with hours"];

async function openState(name: string, attributes: Record<string, string>, look: BrowserContextOptions): Promise<Page> {
  const { prepare, reach, ...state } = STATES[name] ?? { reach: () => Promise.reject(new Error(`no state ${name}`)) };
  prepare?.();
  const page = await openPage({ values: state.values ?? {}, attributes: { ...attributes, ...state.attributes } }, look);
  await reach(page);
  return page;
}

describe.each(Object.keys(STATES).map((name, row) => [name, row] as const))("axe finds nothing in %s", (name, row) => {
  test.each(inTurn(Object.entries(THEMES), row))("%s", async (theme, look) => {
    const page = await openState(name, { theme }, look);
    expect(await accessibilityProblems(page, ["wcag21a", "best-practice"])).toEqual([]);
  });
});

test("what is unread and what has the focus is seen in forced colours, too", async () => {
  const page = await openPage({}, { forcedColors: "active" });
  await openByKeys(page);
  const item = page.getByRole("listitem").first();
  const styles = await item.evaluate((element) => {
    const row = element.querySelector(".belfry-item-row");
    if (row === null) throw new Error("An item has no row");
    return { dot: getComputedStyle(row, "::before").backgroundColor, page: getComputedStyle(row).backgroundColor };
  });
  expect(styles.dot).not.toBe(styles.page);
  const outlines = await item.evaluate((element) =>
    [element, ...element.querySelectorAll("*")].flatMap((one) =>
      [undefined, "::before", "::after"].map((pseudo) => getComputedStyle(one, pseudo).outlineStyle),
    ),
  );
  expect(outlines).toContain("solid");
});

test.each(OF_SHEET)(
  "on a phone of 320 pixels, axe finds nothing in %s; it fits, and has touch targets of 44 pixels",
  async (name) => {
    const page = await openState(name, {}, SHEET);
    expect(await accessibilityProblems(page, ["wcag21a", "best-practice"])).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    // Of a row that is one control, the row takes the touch: what counts is how far a finger hits it, up and down and to the sides.
    const found = await page.evaluate(() => {
      const root = document.querySelector("belfry-inbox")?.shadowRoot;
      const layer = root?.querySelector("[role=menu]") ?? root?.querySelector("dialog");
      const controls = [...(layer?.querySelectorAll("a, button, input, select, [role^=menuitem]") ?? [])];
      return controls.flatMap((element) => {
        element.scrollIntoView({ block: "center", behavior: "instant" });
        const { left, right, top, bottom, width } = element.getBoundingClientRect();
        const isHit = (dx: number, dy: number) =>
          element.contains(root?.elementFromPoint((left + right) / 2 + dx, (top + bottom) / 2 + dy) ?? null);
        const reach = (dx: number, dy: number) => {
          let pixels = 0;
          while (pixels < 44 && isHit(dx * (pixels + 1), dy * (pixels + 1))) pixels += 1;
          return pixels;
        };
        // Some are shown by the focus or a pointer alone.
        if (width === 0 || !isHit(0, 0)) return [];
        const size = [reach(1, 0) + reach(-1, 0) + 1, reach(0, 1) + reach(0, -1) + 1] as const;
        const isInside = left >= 0 && right <= innerWidth;
        return Math.min(...size) >= 43 && isInside ? [] : `${element.className}: ${size.join(" x ")}, from ${left}`;
      });
    });
    expect(found).toEqual([]);
  },
);
