import { execFileSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { childEnvironment } from "#config.ts";

/** First the one without a window, in which a page takes two thirds of the time, and the profile of a test a quarter. */
const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const applications = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

const launched = new Set<Browser>();

/** Pages of the browsers that this process has launched. */
export const openPages = (): Page[] =>
  [...launched].flatMap((browser) => browser.contexts()).flatMap((context) => context.pages());

/** A headless browser of this machine; on Debian, root installs one when there is none. Close it after the tests. */
export async function launchChromium(...more: string[]): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: findChromium() ?? installChromium(),
    args: [
      // Chromium's sandbox refuses to work for root, which is who runs in a container.
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      // Containers have a small /dev/shm, which crashes tabs.
      "--disable-dev-shm-usage",
      // A test talks to this machine alone.
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
      ...more,
    ],
  });
  launched.add(browser);
  browser.once("disconnected", () => launched.delete(browser));
  return browser;
}

function findChromium(): string | null {
  const folders = (childEnvironment().PATH ?? "").split(delimiter);
  const onPath = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return [...onPath, ...applications].find(isProgram) ?? null;
}

function installChromium(): string {
  if (process.getuid?.() === 0 && isProgram("/usr/bin/apt-get")) {
    const env = childEnvironment({ DEBIAN_FRONTEND: "noninteractive" });
    execFileSync("apt-get", ["update", "-q"], { env, stdio: "pipe" });
    const install = ["install", "-y", "-q", "--no-install-recommends", "chromium-headless-shell"];
    execFileSync("apt-get", install, { env, stdio: "pipe" });
  }
  const installed = findChromium();
  if (installed) return installed;
  throw new Error(
    "The browser tests need Chromium or Chrome on PATH: install one (on Debian: apt-get install chromium-headless-shell).",
  );
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    // Missing, or not executable.
    return false;
  }
}
