import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { build } from "rolldown";
import { afterAll, afterEach, expect } from "vitest";
import { launchChromium } from "./chromium.ts";

/** An application of one page that somebody else has made: it is served from an origin of its own and calls the API from there. */
interface CustomerSite {
  origin: string;
  close(): Promise<void>;
}

/** A page that was opened, and what its owner would find in the console. */
interface OpenedPage {
  page: Page;
  problems: string[];
}

/**
 * Bundles an application, and serves it to a browser for all tests of a file. A test fails when a page that it opened noted an
 * error or a warning, when a request of it failed or was refused, or when it called any other machine.
 */
export async function customerPages(entry: string) {
  const [site, browser] = await Promise.all([serve(entry), launchChromium()]);
  let opened: OpenedPage[] = [];

  afterEach(async () => {
    const pages = opened;
    opened = [];
    // What closing a page cuts off is no problem of it.
    const problems = pages.flatMap((one) => one.problems);
    await Promise.all(pages.map(({ page }) => page.context().close()));
    expect(problems).toEqual([]);
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  return {
    origin: site.origin,
    /** Opens the application in a profile of its own; it reads the settings, which are JSON, from the hash. */
    async open(settings: object): Promise<Page> {
      const context = await browser.newContext({ viewport: { width: 900, height: 900 }, reducedMotion: "reduce" });
      context.setDefaultTimeout(5_000);
      const page = await context.newPage();
      opened.push({ page, problems: problemsOf(page) });
      await page.goto(`${site.origin}/#${encodeURIComponent(JSON.stringify(settings))}`);
      return page;
    },
  };
}

const HTML = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>Customer</title><link rel="icon" href="data:,"></head>
  <body><div id="root"></div><script type="module" src="/page.js"></script></body>
</html>`;

async function serve(entry: string): Promise<CustomerSite> {
  const scripts = await bundle(entry);
  const server = createServer((request, response) => {
    const script = scripts.get(request.url?.slice(1) ?? "");
    const type = script === undefined ? "text/html" : "text/javascript";
    response.writeHead(200, { "content-type": `${type}; charset=utf-8` }).end(script ?? HTML);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Bundles for production, with the packages that are installed; returns the scripts by name. */
async function bundle(entry: string): Promise<Map<string, string>> {
  const { output } = await build({
    input: entry,
    platform: "browser",
    // It warns of every "use client" that it leaves out.
    logLevel: "silent",
    transform: { jsx: { runtime: "automatic" }, define: { "process.env.NODE_ENV": '"production"' } },
    output: { entryFileNames: "page.js" },
    write: false,
  });
  return new Map(output.map((file) => [file.fileName, file.type === "chunk" ? file.code : String(file.source)]));
}

function problemsOf(page: Page): string[] {
  const problems: string[] = [];
  page.on("pageerror", ({ message }) => problems.push(`uncaught: ${message}`));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(`${message.type()}: ${message.text()}`);
  });
  page.on("requestfailed", (request) =>
    problems.push(`${request.failure()?.errorText}: ${request.method()} ${request.url()}`),
  );
  page.on("response", (response) => {
    if (response.status() >= 400)
      problems.push(`${response.status()}: ${response.request().method()} ${response.url()}`);
  });
  page.on("request", (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol !== "data:" && hostname !== "127.0.0.1") problems.push(`another machine: ${request.url()}`);
  });
  return problems;
}
