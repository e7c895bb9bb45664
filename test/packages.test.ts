import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { execa } from "execa";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectRoot } from "#config.ts";

/** The packages that ship, as `npm pack` makes them, in the node_modules of a project that knows nothing else of ours. */
const names = ["contract", "client", "inbox"] as const;

/** Dependencies of the packages and of their types. */
const dependencies = ["zod", "zustand", "react", "react-dom", "csstype", "undici-types"];
const typesOf = ["react", "react-dom", "node"];

const server = `import { createServer } from "node:http";
     import { Belfry, BelfryError } from "@belfry/client";
     import { TriggerResult } from "@belfry/contract/events";
     import { BULK_EVENTS_MAX } from "@belfry/contract/constants/limits";

     const server = createServer((request, response) => {
       response.writeHead(request.url === "/v1/events/trigger" ? 201 : 404);
       response.end(JSON.stringify({ data: { acknowledged: true, status: "processed", transactionId: "t" }, message: "Gone" }));
     });
     server.listen(0, "127.0.0.1", async () => {
       const address = server.address();
       if (address === null || typeof address === "string") throw new Error("no port");
       const belfry = new Belfry({ secretKey: "key", apiUrl: \`http://127.0.0.1:\${address.port}\` });
       const result: TriggerResult = await belfry.trigger("welcome", { to: { subscriberId: "ada" } });
       const failure = await belfry.topics.get("none").catch((error: unknown) => error);
       const status = failure instanceof BelfryError ? failure.status : undefined;
       console.log(JSON.stringify([TriggerResult.parse(result).transactionId, status, BULK_EVENTS_MAX]));
       server.close();
     });`;

const wrong = `import { Belfry } from "@belfry/client";
     const belfry = new Belfry({ secretKey: "key", apiUrl: "http://127.0.0.1" });
     void belfry.events.trigger({ to: "ada" });
     void belfry.events.trigger("welcome", { to: { firstName: "Ada" } });
     void belfry.messages.list({ channel: "fax" });`;

const page = `import { createInbox } from "@belfry/inbox";
     import { Inbox } from "@belfry/inbox/react";
     import { Bell } from "@belfry/inbox/react/bell";
     import { Feed } from "@belfry/inbox/react/feed";
     import { useCounts } from "@belfry/inbox/react/hooks";
     import { InboxProvider } from "@belfry/inbox/react/provider";
     import { renderToString } from "react-dom/server";

     const Unread = () => <b>{useCounts().unread} unread</b>;
     const who = { applicationIdentifier: "app", subscriberId: "ada", apiUrl: "http://127.0.0.1:9" };
     const own = renderToString(
       <InboxProvider {...who} onNew={(message) => console.log(message.content)}><Unread /></InboxProvider>,
     );
     const inbox = createInbox(who);
     const state: string = inbox.feed().store.getState().status;
     console.log([
       renderToString(<Inbox {...who} />).includes("button"), own.includes("unread"), state, typeof Bell, typeof Feed,
     ].join());`;

let folder: string;
/** Output of the compiler about the three programs. */
let printed: string;
let project: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "belfry-packages-"));
  project = join(folder, "project");
  const sources = await copySources(join(folder, "sources"));
  const modules = join(project, "node_modules");
  await mkdir(join(modules, "@types"), { recursive: true });
  for (const name of names) await unpack(await pack(join(sources, name)), join(modules, "@belfry", name));
  for (const name of dependencies) await symlink(join(projectRoot, "node_modules", name), join(modules, name));
  for (const name of typesOf)
    await symlink(join(projectRoot, "node_modules/@types", name), join(modules, "@types", name));
  printed = await compile({ "server.ts": server, "wrong.ts": wrong, "page.tsx": page });
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Packing builds, so it happens in a copy: a build in the working tree would be seen by other tests. */
async function copySources(sources: string): Promise<string> {
  const files = [...names, "package.json", "tsconfig.json", "tsconfig.package.json"];
  const filter = (path: string) => !["dist", "node_modules"].includes(basename(path));
  for (const file of files) await cp(join(projectRoot, file), join(sources, file), { recursive: true, filter });
  await symlink(join(projectRoot, "node_modules"), join(sources, "node_modules"));
  return sources;
}

async function pack(cwd: string): Promise<string> {
  const env = { npm_config_cache: join(folder, "npm-cache"), npm_config_offline: "true" };
  await execa("npm", ["pack", "--pack-destination", folder, "--loglevel=error"], { cwd, env });
  const archives = await readdir(folder);
  return join(folder, archives.find((file) => file.startsWith(`belfry-${basename(cwd)}-`)) ?? "no-archive");
}

async function unpack(archive: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true });
  await execa("tar", ["-xzf", archive, "-C", target, "--strip-components=1"]);
}

/** Compiles all files of the project at once, strictly and with the packages' own declarations. Returns what tsc prints. */
async function compile(files: Record<string, string>): Promise<string> {
  const compilerOptions = {
    module: "nodenext",
    moduleResolution: "nodenext",
    target: "es2022",
    jsx: "react-jsx",
    outDir: "out",
    strict: true,
    exactOptionalPropertyTypes: true,
    types: ["node"],
  };
  await writeFile(join(project, "package.json"), JSON.stringify({ type: "module" }));
  await writeFile(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: Object.keys(files) }));
  for (const [file, text] of Object.entries(files)) await writeFile(join(project, file), text);
  const tsc = join(projectRoot, "node_modules/typescript/bin/tsc");
  return (await execa("node", [tsc, "-p", project, "--pretty", "false"], { cwd: project, reject: false, all: true }))
    .all;
}

const run = (file: string) => execa("node", [join(project, "out", file)], { reject: false, all: true });

test.each(names)(
  "%s ships JavaScript, declarations, its licence and a README, and no sources or tests",
  async (name) => {
    const files = await readdir(join(project, "node_modules/@belfry", name), { recursive: true });
    expect(files).toEqual(expect.arrayContaining(["package.json", "LICENSE", "README.md"]));
    expect(files.some((file) => /^dist\/.*\.js$/.test(file))).toBe(true);
    expect(files.filter((file) => /(?<!\.d)\.tsx?$|\.test\.|tsbuildinfo|testing|demo/.test(file))).toEqual([]);
  },
);

test("a server triggers an event with the client", async () => {
  expect((await run("server.js")).all).toBe('["t",404,100]');
}, 60_000);

test("a page shows the inbox with React, and another framework uses its core", async () => {
  expect((await run("page.js")).all).toBe("true,true,idle,function,function");
}, 60_000);

test("what the API would refuse does not compile, and everything else does", () => {
  expect(printed.match(/^\S+\(\d+(?=,\d+\): error)/gm)).toEqual(["wrong.ts(3", "wrong.ts(4", "wrong.ts(5"]);
});
