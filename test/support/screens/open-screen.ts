import type { Browser, Page } from "playwright-core";

export const DESKTOP = { width: 1440, height: 900 };

/** Milliseconds without a request after which a screen has read all that it shows. */
const QUIET_MS = 150;

export interface Visit {
  readonly page: Page;
  /** Returns what went wrong since the last call: errors of scripts and of the console, dialogs, and answers that refuse. */
  takeErrors(): string[];
  /** Waits until the screen shows its content, and has read all of it. Returns its headings and its title. */
  identity(): Promise<{ headings: string[]; title: string }>;
  close(): Promise<void>;
}

/** Opens a page of the dashboard for somebody who is signed in, or for a visitor. */
export async function openScreen(browser: Browser, dashboardUrl: string, token: string | undefined): Promise<Visit> {
  const session = { name: "belfry-session", value: JSON.stringify({ state: { token }, version: 0 }) };
  const { origin } = new URL(dashboardUrl);
  const context = await browser.newContext({
    viewport: DESKTOP,
    reducedMotion: "reduce",
    storageState: { cookies: [], origins: [{ origin, localStorage: token === undefined ? [] : [session] }] },
  });
  const page = await context.newPage();
  const errors: string[] = [];
  let open = 0;
  let lastAt = 0;
  const count = (change: number) => {
    open += change;
    lastAt = Date.now();
  };
  page.on("framenavigated", (frame) => {
    // What the page before it has not finished does not end any more.
    if (frame === page.mainFrame()) open = 0;
  });
  page.on("request", () => count(1));
  page.on("requestfinished", () => count(-1));
  page.on("requestfailed", () => count(-1));
  page.on("pageerror", ({ message }) => errors.push(message));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  page.on("dialog", (dialog) => {
    errors.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("response", (response) => {
    if (response.status() >= 400) errors.push(`${response.status()} for ${new URL(response.url()).pathname}`);
  });
  return {
    page,
    takeErrors: () => errors.splice(0),
    identity: async () => {
      await page.locator("h1").first().waitFor();
      await page.locator("[data-skeleton]").first().waitFor({ state: "detached" });
      while (open > 0 || Date.now() - lastAt < QUIET_MS) await page.waitForTimeout(20);
      return { headings: await page.locator("h1").allTextContents(), title: await page.title() };
    },
    close: () => context.close(),
  };
}
