import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { execa } from "execa";
import type { Browser, Page } from "playwright-core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { rolldown } from "rolldown";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { childEnvironment, projectRoot } from "#config.ts";
import { type PackageName, packageNames } from "#scripts/packages/build-package.ts";
import { launchChromium } from "#test/support/chromium.ts";
import { printFigure } from "#test/support/figures.ts";
import { createApi } from "#test/support/rest.ts";
import { type SharedProduct, sharedProduct } from "#test/support/shared-product.ts";

// Both packages as somebody else gets them: packed, installed into a folder that has nothing of ours, and used as their READMEs say,
// against the running product.

const folder = join(inject("runFolder"), "packages");
const project = join(folder, "project");
const archives = new Map<PackageName, string>();
let product: SharedProduct;
let browser: Browser;
let errors: string[];

beforeAll(async () => {
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, "package.json"), JSON.stringify({ type: "module", private: true }));
  [product, browser] = await Promise.all([sharedProduct(), launchChromium(), pack()]);
  await npm(project, ["install", "--no-audit", "--no-fund", ...archives.values()]);
  for (const name of COMPILING) link(name);
  errors = await compile();
}, 180_000);
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Packages that a project has which compiles its own code. */
const COMPILING = ["@types/node", "undici-types", "@types/react", "@types/react-dom", "csstype"];

function link(name: string): void {
  const target = join(project, "node_modules", name);
  mkdirSync(join(target, ".."), { recursive: true });
  symlinkSync(join(projectRoot, "node_modules", name), target);
}

/** npm without a registry: whatever a package needs beside itself fails its installation. */
function npm(cwd: string, args: string[]) {
  const env = childEnvironment({
    npm_config_cache: join(folder, "npm-cache"),
    npm_config_registry: "http://127.0.0.1:9/",
  });
  return execa("npm", [...args, "--loglevel=error", "--fetch-retries=0"], { cwd, env, extendEnv: false });
}

/** Packs what `npm run build` has made before the journeys. */
async function pack(): Promise<void> {
  for (const name of packageNames) {
    const { stdout } = await npm(join(projectRoot, name), [
      "pack",
      "--ignore-scripts",
      "--json",
      "--pack-destination",
      folder,
    ]);
    const [{ filename }] = JSON.parse(stdout);
    archives.set(name, join(folder, filename));
  }
}

const readmeOf = (name: PackageName) => readFileSync(join(projectRoot, name, "README.md"), "utf8");

/** Returns the examples of a README that are written in one of the languages. */
function examplesOf(name: PackageName, ...languages: string[]): string[] {
  const blocks = readmeOf(name).matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm);
  return [...blocks].filter(([, language = ""]) => languages.includes(language)).map(([, , code = ""]) => code);
}

/** A program that the types refuse in four lines. */
const WRONG = `import { Belfry } from "@belfry/client";
const belfry = new Belfry({ secretKey: "key" });
void belfry.trigger({ to: "ada" });
void belfry.trigger("welcome", { to: { firstName: "Ada" } });
void belfry.messages.list({ channel: "fax" });
const id: number = (await belfry.subscribers.get("ada")).subscriberId;
export { id };
`;

/**
 * Compiles the examples of both packages and what is wrong strictly, into `out`, with the packages' declarations, which are checked
 * as well. Returns the errors that tsc prints, in the order of the files.
 */
async function compile(): Promise<string[]> {
  const examples = (name: PackageName, suffix: string, ...languages: string[]) =>
    examplesOf(name, ...languages).map((code, index) => [`${name}-${index}.${suffix}`, code] as const);
  const files = [
    ...examples("client", "ts", "ts"),
    ...examples("inbox", "tsx", "tsx", "ts"),
    ["wrong.ts", WRONG] as const,
  ];
  const compilerOptions = {
    module: "nodenext",
    target: "es2022",
    lib: ["es2023", "dom", "dom.iterable"],
    jsx: "react-jsx",
    outDir: "out",
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    types: ["node"],
  };
  for (const [file, text] of files) writeFileSync(join(project, file), text);
  writeFileSync(
    join(project, "tsconfig.json"),
    JSON.stringify({ compilerOptions, files: files.map(([file]) => file) }),
  );
  const tsc = join(projectRoot, "node_modules/typescript-native/bin/tsc");
  const options = { cwd: project, reject: false } as const;
  const { stdout } = await execa("node", [tsc, "-p", project, "--pretty", "false"], options);
  return stdout.split("\n").filter((line) => line !== "");
}

const run = (file: string) =>
  execa("node", [join(project, "out", file)], {
    reject: false,
    all: true,
    env: { BELFRY_SECRET_KEY: product.dev.apiKey, BELFRY_API_URL: product.dev.apiUrl },
  });

test.each(packageNames)(
  "%s has nothing but what was built, its licence and its README, and no dependency",
  async (name) => {
    const installed = join(project, "node_modules/@belfry", name);
    const files = (await readdir(installed, { recursive: true })).sort();
    expect(files.filter((file) => !file.startsWith("dist"))).toEqual(["LICENSE", "README.md", "package.json"]);
    expect(files.filter((file) => /\.(ts|tsx)$/.test(file) && !file.endsWith(".d.ts"))).toEqual([]);
    for (const file of files.filter((one) => /\.(js|ts)$/.test(one))) {
      const text = readFileSync(join(installed, file), "utf8");
      const imported = [...text.matchAll(/^\s*(?:import|export)\b[^"'\n;]*?\bfrom\s*["']([^"']+)["']/gm)].map(
        ([, from = ""]) => from,
      );
      expect(imported.filter((from) => !/^\.\.?\/|^react(-dom)?(\/|$)/.test(from))).toEqual([]);
      // Before TypeScript 5.7 these have no parameter.
      if (file.endsWith(".d.ts"))
        expect(text).not.toMatch(/\b(?:\w+Array|ArrayBufferView|DataView)<(?:ArrayBuffer|SharedArrayBuffer)/);
    }
    const { dependencies, repository, license } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
    expect({ dependencies, license, directory: repository.directory }).toEqual({
      dependencies: undefined,
      license: "MIT",
      directory: name,
    });
  },
);

test.each(packageNames)(
  "publint and attw find nothing about %s",
  async (name) => {
    const pkgDir = join(project, "node_modules/@belfry", name);
    const { messages, pkg } = await publint({ pkgDir, level: "suggestion", strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
    const attw = join(projectRoot, "node_modules/@arethetypeswrong/cli/dist/index.js");
    const { all, exitCode } = await execa(
      "node",
      [
        attw,
        archives.get(name) ?? "",
        "--profile",
        "esm-only",
        "--no-color",
        "--exclude-entrypoints",
        "inbox.css",
        "embed.js",
      ],
      { reject: false, all: true },
    );
    expect({ exitCode, all }).toMatchObject({ exitCode: 0 });
  },
  60_000,
);

test("each example of the READMEs compiles, with the types of React 19, and what the API would refuse does not", () => {
  expect(examplesOf("client", "ts").length).toBeGreaterThan(4);
  expect(examplesOf("inbox", "tsx", "ts").length).toBeGreaterThan(3);
  // What is said further about an error is indented; one that has no place counts whole.
  const places = errors.filter((line) => !/^\s/.test(line)).map((line) => /^\S+\(\d+(?=,)/.exec(line)?.[0] ?? line);
  expect(places, errors.join("\n")).toEqual(["wrong.ts(3", "wrong.ts(4", "wrong.ts(5", "wrong.ts(6"]);
});

test("each example of the client's README runs against the product", async () => {
  const printed: string[] = [];
  for (const index of examplesOf("client", "ts").keys()) {
    const { all, exitCode } = await run(`client-${index}.js`);
    expect({ index, exitCode, all }).toMatchObject({ exitCode: 0 });
    printed.push(all);
  }
  expect(printed[0]).toMatch(/^completed /);
  expect(printed[1]).toMatch(/^\d+ Welcome to Belfry\nada ada@example.com$/m);
  expect(printed.at(-1)).toMatch(/^[0-9a-f]{64}$/);
}, 120_000);

/** Returns the bytes, gzip, of a program that imports from the packages, bundled as an application would. */
async function sizeOf(code: string): Promise<number> {
  return gzipSync(await bundled("measured.js", code, {})).length;
}

/** Bundles a program of the project, with another copy of React where `alias` names it. */
async function bundled(
  name: string,
  code: string,
  alias: Record<string, string>,
  platform: "browser" | "node" = "browser",
) {
  writeFileSync(join(project, name), code);
  const bundle = await rolldown({
    input: join(project, name),
    cwd: project,
    platform,
    external: Object.keys(alias).length > 0 ? [/^node:/] : [/^react(-dom)?(\/|$)/],
    resolve: { alias },
    transform: { jsx: "react-jsx", define: { "process.env.NODE_ENV": JSON.stringify("production") } },
    logLevel: "silent",
  });
  const { output } = await bundle.generate({ format: "esm", minify: true });
  await bundle.close();
  return output[0].code;
}

test("an import that is not used costs nothing, and one function costs itself alone", async () => {
  expect(await sizeOf(`import { Belfry } from "@belfry/client"; console.log(1);`)).toBeLessThan(60);
  expect(await sizeOf(`import { Inbox } from "@belfry/inbox"; console.log(1);`)).toBeLessThan(120);
  const hash = `import { createSubscriberHash } from "@belfry/client"; console.log(createSubscriberHash);`;
  expect(await sizeOf(hash)).toBeLessThan(700);
}, 60_000);

test("the inbox keeps its budgets", async () => {
  const core = await sizeOf(`import * as core from "@belfry/inbox/core"; console.log(core);`);
  const react = await sizeOf(`import * as parts from "@belfry/inbox"; console.log(parts);`);
  const script = gzipSync(readFileSync(join(project, "node_modules/@belfry/inbox/dist/embed.js"))).length;
  printFigure(`gzip: core ${core}, React parts with their style sheet ${react - core}, script ${script} bytes`);
  expect(core).toBeLessThan(12_000);
  expect(react - core).toBeLessThan(30_000);
  expect(script).toBeLessThan(55_000);
}, 60_000);

/** An example with the addresses and ids of the running product, for a subscriber of its own. */
const completed = (code: string, subscriberId: string) =>
  code
    .replaceAll("https://belfry.example.com", product.dev.apiUrl)
    .replaceAll("YOUR_APPLICATION_IDENTIFIER", product.dev.applicationIdentifier)
    .replaceAll('"ada"', JSON.stringify(subscriberId));

const modulesOf = (suffix: string) => ({
  react: join(projectRoot, `node_modules/react${suffix}`),
  "react-dom": join(projectRoot, `node_modules/react-dom${suffix}`),
});

const MOUNT = `import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
createRoot(document.getElementById("root")!).render(<StrictMode><App /></StrictMode>);`;

const RENDER = `import { renderToString } from "react-dom/server";
import { App } from "./app.tsx";
console.log(renderToString(<App />));`;

const page = (body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Customer</title><link rel="icon" href="data:,"></head><body>${body}</body></html>`;

const APPLICATION = page('<div id="root"></div><script type="module" src="/app.js"></script>');

/** Serves a page of somebody else's, opens it, and fails for whatever its console notes. */
async function open(html: string, script = "", headers: Record<string, string> = {}): Promise<Page> {
  const site = createServer((request, response) => {
    const isScript = request.url === "/app.js";
    response.writeHead(200, { "content-type": isScript ? "text/javascript" : "text/html", ...headers });
    response.end(isScript ? script : html);
  });
  site.listen(0, "127.0.0.1");
  await once(site, "listening");
  const address = site.address();
  const context = await browser.newContext({ viewport: { width: 1000, height: 800 }, reducedMotion: "reduce" });
  const opened = await context.newPage();
  const problems: string[] = [];
  opened.on("pageerror", (error) => problems.push(error.message));
  opened.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(message.text());
  });
  afterEach(async () => {
    await context.close();
    site.close();
    expect(problems).toEqual([]);
  });
  await opened.goto(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`);
  return opened;
}

/** Waits until the bell of a page counts a notification that has just been triggered, and its list shows it. */
async function expectLive(opened: Page, subscriberId: string): Promise<void> {
  const bell = opened.locator("[aria-haspopup=dialog]");
  await bell.waitFor();
  await trigger(subscriberId);
  await bell.and(opened.getByLabel(/\b1\b/)).waitFor();
  await bell.click();
  await opened.getByText("Welcome to Belfry").first().waitFor();
}

/** The demo's workflow. */
const trigger = (to: string) => createApi(product.dev.apiUrl, product.dev.apiKey).trigger({ name: "welcome", to });

describe.each([
  ["18", "-18"],
  ["19", ""],
])("with React %s", (version, suffix) => {
  const app = async (index: number, subscriberId: string, entry: string, platform: "browser" | "node") => {
    writeFileSync(join(project, "app.tsx"), completed(examplesOf("inbox", "tsx")[index] ?? "", subscriberId));
    return bundled("entry.tsx", entry, modulesOf(suffix), platform);
  };

  test.each([0, 1])(
    "the inbox of example %i is live",
    async (index) => {
      const subscriberId = `reader-${version}-${index}`;
      const opened = await open(APPLICATION, await app(index, subscriberId, MOUNT, "browser"));
      await expectLive(opened, subscriberId);
    },
    60_000,
  );

  test("an application's own component shows numbers and the list", async () => {
    const subscriberId = `reader-${version}-own`;
    const opened = await open(APPLICATION, await app(2, subscriberId, MOUNT, "browser"));
    await opened.getByRole("button", { name: "0 unread of 0" }).waitFor();
    await trigger(subscriberId);
    await opened.getByRole("button", { name: "1 unread of 1" }).waitFor();
  }, 60_000);

  test.each([0, 1, 2])(
    "example %i renders on a server",
    async (index) => {
      const file = join(project, `server-${version}-${index}.mjs`);
      writeFileSync(file, await app(index, "ada", RENDER, "node"));
      const { stdout, stderr } = await execa("node", [file]);
      // An application's own component has nothing of ours around it.
      expect(stdout).toMatch(index === 2 ? /^<button/ : /^<div class="belfry".*<button/);
      expect(stderr).toBe("");
    },
    60_000,
  );
});

test("in React server components the React entry is a reference to the client, and core and languages run", async () => {
  // As frameworks do it: of a module that says so, the server has nothing but the names.
  const hooks = `export async function load(url, context, next) {
  const loaded = await next(url, context);
  const names = /^"use client";[^]*export \\{([^}]*)\\};?\\s*$/.exec(String(loaded.source))?.[1];
  if (names === undefined) return loaded;
  const source = names.split(",").map((name) => "export const " + name.trim().split(" ").at(-1) + " = {};").join("");
  return { ...loaded, source };
}`;
  const program = `import { Inbox, useCounts } from "@belfry/inbox";
import { createInbox } from "@belfry/inbox/core";
import { de } from "@belfry/inbox/languages";
console.log(typeof Inbox, typeof useCounts, typeof createInbox, de.title);`;
  const register = `import { register } from "node:module"; register("./hooks.mjs", import.meta.url);`;
  writeFileSync(join(project, "hooks.mjs"), hooks);
  writeFileSync(join(project, "client-references.mjs"), register);
  writeFileSync(join(project, "server-component.mjs"), program);
  const options = ["--conditions=react-server", "--import", "./client-references.mjs", "server-component.mjs"];
  const { all, exitCode } = await execa("node", options, { cwd: project, reject: false, all: true });
  expect({ exitCode, all }).toEqual({ exitCode: 0, all: "object object function Benachrichtigungen" });
});

test("a page without a build shows the bell, under a strict content security policy with trusted types", async () => {
  const [html = ""] = examplesOf("inbox", "html");
  const { apiUrl } = product.dev;
  const policy = [
    "default-src 'none'",
    `script-src ${apiUrl}`,
    `connect-src ${apiUrl} ${apiUrl.replace("http", "ws")}`,
    "img-src data:",
    "require-trusted-types-for 'script'",
    "trusted-types belfry-inbox",
  ];
  const headers = { "content-security-policy": policy.join("; ") };
  const opened = await open(page(completed(html, "reader-script")), "", headers);
  await expectLive(opened, "reader-script");
}, 60_000);

test("the core needs no framework", async () => {
  const [code = ""] = examplesOf("inbox", "ts");
  const opened = await open(APPLICATION, await bundled("entry.ts", completed(code, "reader-core"), modulesOf("")));
  await opened.waitForFunction(() => document.title === "0 unread of 0");
  await trigger("reader-core");
  await opened.waitForFunction(() => document.title === "1 unread of 1");
}, 60_000);
