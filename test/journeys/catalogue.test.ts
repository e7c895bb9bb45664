import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { execa } from "execa";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { childEnvironment, projectRoot } from "#config.ts";
import { accessibilityProblems } from "#test/support/accessibility.ts";
import { launchChromium } from "#test/support/chromium.ts";
import { inTurn } from "#test/support/in-turn.ts";

// The page of components that builds for development have, in a real browser: every state in both themes and at three widths, and what
// opens on a key.

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

let browser: Browser;
let address: string;
let close: () => void;

beforeAll(async () => {
  const folder = join(inject("runFolder"), "catalogue");
  const config = join(projectRoot, "dashboard/vite.config.ts");
  const mode = ["--mode", "development", "--minify", "false"];
  const build = execa("vite", ["build", ...mode, "--config", config, "--outDir", folder], {
    cwd: projectRoot,
    preferLocal: true,
    env: childEnvironment({ NODE_ENV: "production" }),
    extendEnv: false,
  });
  [browser] = await Promise.all([launchChromium(), build]);
  const site = createServer((request, response) => {
    const path = join(folder, new URL(request.url ?? "", "http://site").pathname);
    const file = extname(path) !== "" && existsSync(path) ? path : join(folder, "index.html");
    response.setHeader("content-type", TYPES[extname(file)] ?? "text/plain");
    const isPage = extname(file) === ".html";
    response.end(isPage ? readFileSync(file, "utf8").replaceAll("__BELFRY_WEB_PATH__", "") : readFileSync(file));
  });
  site.listen(0, "127.0.0.1");
  await once(site, "listening");
  address = `http://127.0.0.1:${(site.address() as AddressInfo).port}/catalogue`;
  close = () => void site.close();
});
afterAll(async () => {
  await browser?.close();
  close?.();
});

const THEMES = ["light", "dark"] as const;
const WIDTHS = [1440, 1024, 390];

/** Opens the page and does something there; fails for what the console notes. */
async function onPage(
  theme: (typeof THEMES)[number],
  width: number,
  act: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: theme,
    reducedMotion: "reduce",
  });
  context.setDefaultTimeout(10_000);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("pageerror", ({ message }) => problems.push(message));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(message.text());
  });
  try {
    await page.goto(address);
    await page.getByRole("heading", { level: 1, name: "Components" }).waitFor();
    await act(page);
    expect(problems).toEqual([]);
  } finally {
    await context.close();
  }
}

/** Returns by how many pixels the page is wider than the screen. The space of the scrollbar is none of the page. */
const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return Math.max(0, scrollWidth - clientWidth);
  });

test.each(THEMES)(
  "every state, %s: axe finds nothing, and nothing is wider than the screen, also with long texts",
  (theme) =>
    onPage(theme, 1440, async (page) => {
      const longTexts = page.getByText("Long German texts");
      const withAxe = inTurn(WIDTHS, THEMES.indexOf(theme));
      // What is how wide does not depend on the theme.
      for (const width of theme === "light" ? WIDTHS : withAxe) {
        await page.setViewportSize({ width, height: 900 });
        if (withAxe.includes(width))
          expect(await accessibilityProblems(page, ["best-practice"]), `${width} pixels`).toEqual([]);
        expect(await sidewaysScroll(page), `${width} pixels`).toBe(0);
        await longTexts.click();
        await page.getByRole("button", { name: "Änderungen dauerhaft speichern" }).first().waitFor();
        expect(await sidewaysScroll(page), `${width} pixels, long texts`).toBe(0);
        await longTexts.click();
      }
    }),
);

/** Opens each thing that opens, and waits until it has. */
const OPENED: readonly (readonly [name: string, open: (page: Page) => Promise<void>])[] = [
  ["menu", (page) => press(page, "Open menu", "menu", "Open menu")],
  ["popover", (page) => press(page, "Open popover", "dialog", "Filter")],
  ["dialog", (page) => press(page, "Open dialog", "dialog", "Order shipped")],
  ["confirmation", (page) => press(page, "Open confirmation with a name", "alertdialog", "Delete Order shipped?")],
  [
    "toast",
    async (page) => {
      await page.getByRole("button", { name: "Show toast with undo" }).click();
      await page.getByRole("button", { name: "Undo", exact: true }).waitFor();
    },
  ],
  [
    "tooltip",
    async (page) => {
      const before = page.getByRole("button", { name: "Open popover" });
      // In the middle of the screen: a page that is scrolled to what gets the focus closes the tooltip again.
      await before.evaluate((element) => element.scrollIntoView({ block: "center" }));
      const opens = async () => {
        await before.press("Tab");
        const shown = page.getByRole("tooltip").waitFor({ timeout: 1_000 });
        return shown.then(
          () => true,
          () => false,
        );
      };
      // A toast that closes meanwhile takes the focus, and a button without it has no tooltip.
      await expect.poll(opens, { interval: 100 }).toBe(true);
    },
  ],
  [
    "select",
    async (page) => {
      await page.getByRole("button", { name: "Channel, to choose" }).press("ArrowDown");
      await page.getByRole("listbox").getByRole("option", { name: "SMS" }).waitFor();
    },
  ],
  [
    "picker",
    async (page) => {
      await page.getByRole("button", { name: "Subscriber Choose", exact: true }).press("Enter");
      await page.getByRole("option", { name: "Subscriber 1", exact: true }).waitFor();
    },
  ],
  [
    "combobox",
    async (page) => {
      const combobox = page.getByRole("combobox", { name: "Event, free" });
      // Scrolling closes the list, and the page may still scroll to what has got the focus.
      await expect
        .poll(async () => {
          await combobox.press("ArrowDown");
          return page.getByRole("option", { name: "SMS" }).isVisible();
        })
        .toBe(true);
    },
  ],
  [
    "calendar",
    async (page) => {
      await page.getByRole("group", { name: "Day", exact: true }).getByRole("button").press("Enter");
      await page.getByRole("dialog").getByRole("grid").waitFor();
    },
  ],
  [
    "panel",
    async (page) => {
      await page.getByRole("button", { name: "Open panel" }).press("Enter");
      // A part of the page, or a dialog on a narrow screen.
      await page.locator("aside, [role=dialog]").waitFor();
    },
  ],
];

async function press(page: Page, button: string, role: "menu" | "dialog" | "alertdialog", name: string) {
  await page.getByRole("button", { name: button, exact: true }).press("Enter");
  await page.getByRole(role, { name }).waitFor();
}

const COMBINATIONS = [
  ["light", 1440],
  ["dark", 390],
] as const;

test.each(COMBINATIONS)(
  "what opens, %s, %i pixels wide: axe finds nothing, nothing is wider than the screen, and Esc closes it",
  (theme, width) =>
    onPage(theme, width, async (page) => {
      for (const [row, [name, open]] of OPENED.entries()) {
        if (!inTurn(COMBINATIONS, row).some(([one]) => one === theme)) continue;
        await open(page);
        expect(await accessibilityProblems(page), name).toEqual([]);
        expect(await sidewaysScroll(page), name).toBe(0);
        await page.keyboard.press("Escape");
        if (name !== "toast")
          await expect
            .poll(() => page.locator("[role=menu], [role=dialog], [role=listbox], aside").count(), { message: name })
            .toBe(0);
      }
    }),
);

test("a picker finds as one types, reads more at its end, and gives the focus back", () =>
  onPage("light", 1024, async (page) => {
    const picker = page.getByRole("button", { name: "Subscriber Choose", exact: true });
    await picker.press("Enter");
    await page.getByRole("option", { name: "Subscriber 20", exact: true }).scrollIntoViewIfNeeded();
    await page.getByRole("option", { name: "Subscriber 21", exact: true }).waitFor();
    await page.keyboard.type("33");
    await page.getByRole("option", { name: "Subscriber 1", exact: true }).waitFor({ state: "detached" });
    expect(await page.evaluate(() => document.activeElement?.getAttribute("type"))).toBe("search");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    const chosen = page.getByRole("button", { name: "Subscriber Subscriber 33", exact: true });
    await chosen.waitFor();
    await expect.poll(() => chosen.evaluate((element) => element === document.activeElement)).toBe(true);
  }));
