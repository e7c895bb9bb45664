import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { execa } from "execa";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { childEnvironment, projectRoot } from "#config.ts";
import { type PackageName, packageNames } from "#scripts/packages/build-package.ts";
import { type Product, startProduct } from "#test/support/processes.ts";
import { createApi } from "#test/support/rest.ts";

// Both packages as somebody else gets them: packed, installed into a folder that has nothing of ours, and used as their READMEs say,
// against the running product.

const folder = join(inject("runFolder"), "packages");
const project = join(folder, "project");
const archives = new Map<PackageName, string>();
let product: Product;

beforeAll(async () => {
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, "package.json"), JSON.stringify({ type: "module", private: true }));
  const [started] = await Promise.all([startProduct(), pack()]);
  product = started;
  await npm(project, ["install", "--no-audit", "--no-fund", ...archives.values()]);
  for (const name of COMPILING) link(name);
  await createWelcome();
}, 180_000);
afterAll(async () => {
  await product?.interrupt();
  rmSync(folder, { recursive: true, force: true });
});

/** What a project has of others that compiles its own code. */
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

/** The workflow that the examples trigger. */
async function createWelcome(): Promise<void> {
  const steps = [{ template: { type: "in_app", subject: "Welcome", content: "Your plan is {{plan}}." } }];
  expect(await createApi(product.dev.apiUrl, product.dev.apiKey).workflow("welcome", steps)).toBe("welcome");
}

const readmeOf = (name: PackageName) => readFileSync(join(projectRoot, name, "README.md"), "utf8");

/** Returns the examples of a README that are written in one of the languages. */
function examplesOf(name: PackageName, ...languages: string[]): string[] {
  const blocks = readmeOf(name).matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm);
  return [...blocks].filter(([, language = ""]) => languages.includes(language)).map(([, , code = ""]) => code);
}

/** Compiles files of the project strictly, with the packages' declarations, which are checked as well. Returns what tsc prints. */
async function compile(files: Record<string, string>, changes: object = {}): Promise<string> {
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
    ...changes,
  };
  for (const [file, text] of Object.entries(files)) writeFileSync(join(project, file), text);
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: Object.keys(files) }));
  const tsc = join(projectRoot, "node_modules/typescript/bin/tsc");
  return (await execa("node", [tsc, "-p", project, "--pretty", "false"], { cwd: project, reject: false, all: true }))
    .all;
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

test("each example of the client's README compiles, and runs against the product", async () => {
  const examples = examplesOf("client", "ts");
  expect(examples.length).toBeGreaterThan(4);
  const files = Object.fromEntries(examples.map((code, index) => [`example-${index}.ts`, code]));
  expect(await compile(files)).toBe("");
  const printed: string[] = [];
  for (const index of examples.keys()) {
    const { all, exitCode } = await run(`example-${index}.js`);
    expect({ index, exitCode, all }).toMatchObject({ exitCode: 0 });
    printed.push(all);
  }
  expect(printed[0]).toMatch(/^completed /);
  expect(printed[1]).toMatch(/^1 Welcome\nada ada@example.com$/m);
  expect(printed.at(-1)).toMatch(/^[0-9a-f]{64}$/);
}, 120_000);

test("what the API would refuse does not compile", async () => {
  const wrong = `import { Belfry } from "@belfry/client";
const belfry = new Belfry({ secretKey: "key" });
void belfry.trigger({ to: "ada" });
void belfry.trigger("welcome", { to: { firstName: "Ada" } });
void belfry.messages.list({ channel: "fax" });
const id: number = (await belfry.subscribers.get("ada")).subscriberId;
export { id };
`;
  const printed = await compile({ "wrong.ts": wrong });
  expect(printed.match(/^\S+\(\d+(?=,\d+\): error)/gm)).toEqual([
    "wrong.ts(3",
    "wrong.ts(4",
    "wrong.ts(5",
    "wrong.ts(6",
  ]);
}, 60_000);

/** Returns the bytes, gzip, of a program that imports from the packages, bundled as an application would. */
async function sizeOf(code: string): Promise<number> {
  const { rolldown } = await import("rolldown");
  writeFileSync(join(project, "measured.js"), code);
  const bundle = await rolldown({
    input: join(project, "measured.js"),
    external: [/^react(-dom)?(\/|$)/],
    logLevel: "silent",
  });
  const { output } = await bundle.generate({ format: "esm", minify: true });
  await bundle.close();
  return gzipSync(output[0].code).length;
}

test("an import that is not used costs nothing, and one function costs itself alone", async () => {
  expect(await sizeOf(`import { Belfry } from "@belfry/client"; console.log(1);`)).toBeLessThan(100);
  expect(
    await sizeOf(`import { createSubscriberHash } from "@belfry/client"; console.log(createSubscriberHash);`),
  ).toBeLessThan(700);
}, 60_000);
