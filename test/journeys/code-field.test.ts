import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { Browser, Page } from "playwright-core";
import { build } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectRoot } from "#config.ts";
import { accessibilityProblems } from "#test/support/accessibility.ts";
import { launchChromium } from "#test/support/chromium.ts";

// The code fields of the dashboard in a real browser: what is typed, completed and underlined, by keyboard alone and in both themes.

const folder = mkdtempSync(join(tmpdir(), "code-field-"));
let browser: Browser;
let address: string;
let close: () => void;

const PAGE = `<!doctype html>
<html lang="en">
  <head><title>Code fields</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/page.css"></head>
  <body><div id="root"></div><script type="module" src="/page.js"></script></body>
</html>`;
const TYPES: Readonly<Record<string, string>> = { ".css": "text/css", ".js": "text/javascript" };

beforeAll(async () => {
  const building = build({
    configFile: false,
    root: projectRoot,
    logLevel: "error",
    plugins: [react(), tailwindcss()],
    build: {
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      cssCodeSplit: false,
      rolldownOptions: {
        input: join(projectRoot, "test/journeys/pages/code-fields.tsx"),
        output: { entryFileNames: "page.js", assetFileNames: "page[extname]" },
      },
    },
  });
  [browser] = await Promise.all([launchChromium(), building]);
  const site = createServer(({ url = "/" }, response) => {
    const file = join(folder, new URL(url, "http://site").pathname);
    const isFile = extname(file) !== "" && existsSync(file);
    response.setHeader("content-type", isFile ? (TYPES[extname(file)] ?? "text/plain") : "text/html; charset=utf-8");
    response.end(isFile ? readFileSync(file) : PAGE);
  });
  site.listen(0, "127.0.0.1");
  await once(site, "listening");
  address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  close = () => void site.close();
});
afterAll(async () => {
  await browser?.close();
  close?.();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens the page and does something there; fails for what the console notes. */
async function onPage(colorScheme: "light" | "dark", act: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: 900, height: 900 },
    colorScheme,
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
    await page.locator(".cm-content").first().waitFor();
    await act(page);
    expect(problems).toEqual([]);
  } finally {
    await context.close();
  }
}

const subjectOf = (page: Page) => page.getByLabel("Value of the subject").textContent();
const options = (page: Page) =>
  page.getByRole("listbox").getByRole("option").locator(".cm-completionLabel").allTextContents();
const underlined = (page: Page, field: string) =>
  page.getByRole("textbox", { name: field }).locator(".cm-lintRange").allTextContents();

test("a variable is completed step by step, and a filter after it, by keyboard", () =>
  onPage("light", async (page) => {
    await page.keyboard.press("Tab");
    await page.keyboard.type("Order {{pay");
    await expect.poll(() => options(page)).toEqual(["payload"]);
    await page.keyboard.press("Enter");
    await expect.poll(() => options(page)).toEqual(["order", "items"]);
    await page.keyboard.press("Enter");
    await expect.poll(() => options(page)).toEqual(["id", "total"]);
    expect(await page.locator(".cm-completionInfo").textContent()).toContain("Number of the order");
    await page.keyboard.press("Enter");
    await expect.poll(() => subjectOf(page)).toBe("Order {{payload.order.id}}");
    await page.keyboard.type(" | upc");
    await expect.poll(async () => (await options(page))[0]).toBe("upcase");
    await page.keyboard.press("Enter");
    await page.keyboard.type(" }} is on its way{{ 1 }}{% break %}");
    const whole = "Order {{payload.order.id | upcase }} is on its way{{ 1 }}{% break %}";
    await expect.poll(() => subjectOf(page)).toBe(whole);
    expect(await underlined(page, "Subject")).toEqual([]);
  }));

test("an unknown name is underlined and explained, and Tab leaves the field", () =>
  onPage("light", async (page) => {
    const subject = page.getByRole("textbox", { name: "Subject" });
    await page.keyboard.press("Tab");
    await page.keyboard.type("{{payload.ordr");
    await page.keyboard.press("Escape");
    await expect.poll(() => underlined(page, "Subject")).toEqual(["payload.ordr"]);
    const message = "Line 1, column 3: payload.ordr does not exist. Did you mean payload.order?";
    await page.getByText(message).waitFor();
    const notes = (await subject.getAttribute("aria-describedby"))?.split(" ") ?? [];
    const texts = await Promise.all(notes.map((id) => page.locator(`[id="${id}"]`).textContent()));
    expect(texts).toEqual(["Shown in the list of mails.", message]);
    await page.evaluate(() => {
      addEventListener("keydown", ({ key }) => {
        if (key === "Escape") document.title = "Escaped";
      });
    });
    await page.keyboard.press("F8");
    await page.locator(".cm-tooltip-hover, .cm-tooltip-lint").first().waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator(".cm-tooltip").count()).toBe(0);
    // What is around the field would close, too.
    expect(await page.title()).toBe("Code fields");
    await page.keyboard.press("Escape");
    expect(await page.title()).toBe("Escaped");
    await page.keyboard.press("Tab");
    await expect
      .poll(() => page.getByRole("textbox", { name: "Body" }).evaluate((body) => body === document.activeElement))
      .toBe(true);
  }));

test("what is typed while the editor is loaded stays, and typing goes on at the same place", () =>
  onPage("light", async (page) => {
    // The page that uses the field has nothing of the editor.
    expect(readFileSync(join(folder, "page.js"), "utf8")).not.toMatch(/cm-editor|endtablerow/);
    let release = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/code-editor/, async (route) => {
      await released;
      await route.continue();
    });
    await page.reload();
    await page.locator("textarea").first().waitFor();
    const height = () =>
      page.getByLabel("Body").evaluate((body) => body.parentElement?.closest(".rounded-md")?.clientHeight);
    const before = await height();
    expect(before).toBeGreaterThan(90);
    await page.keyboard.press("Tab");
    await page.keyboard.type("Hello you");
    for (let count = 0; count < 3; count += 1) await page.keyboard.press("ArrowLeft");
    release();
    await page.locator(".cm-content").first().waitFor();
    await page.keyboard.type("dear ");
    await expect.poll(() => subjectOf(page)).toBe("Hello dear you");
    expect(await height()).toBe(before);
  }));

test.each(["light", "dark"] as const)("axe finds nothing, with open names and with problems (%s)", (theme) =>
  onPage(theme, async (page) => {
    await expect.poll(() => underlined(page, "Data")).toEqual(["payload.ordr"]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press("Tab");
    await page.keyboard.type("{{ payload.order.");
    await expect.poll(() => options(page)).toEqual(["id", "total"]);
    await page.locator(".cm-completionInfo").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.keyboard.type("| upcas");
    await page.keyboard.press("Escape");
    await page
      .getByText(/There is no filter|A variable|expected/)
      .first()
      .waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  }),
);
