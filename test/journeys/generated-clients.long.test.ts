import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { execa } from "execa";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { projectRoot } from "#config.ts";
import { sharedProduct } from "#test/support/shared-product.ts";

// Clients that generators make of the OpenAPI document, compiled. The generators come from Maven Central, npm and PyPI; languages that
// the machine does not have are left out.

const folder = join(inject("runFolder"), "generated-clients");
const GENERATOR = "openapi-generator-cli-7.25.0.jar";
/** As the README says. */
const NAMES = "_id=internalId,_subscriberId=internalSubscriberId";

const has = async (...programs: string[]): Promise<boolean> =>
  (await Promise.all(programs.map((program) => execa("which", [program], { reject: false })))).every(
    ({ exitCode }) => exitCode === 0,
  );
const hasGenerator = await has("java", "mvn");
const hasGo = hasGenerator && (await has("go"));
const hasPython = (await execa("python3", ["-c", "import venv, ensurepip"], { reject: false })).exitCode === 0;

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  const { dev } = await sharedProduct();
  writeFileSync(join(folder, "openapi.json"), await (await fetch(`${dev.apiUrl}/openapi.json`)).text());
  if (!hasGenerator || existsSync(join(folder, GENERATOR))) return;
  const artifact = "org.openapitools:openapi-generator-cli:7.25.0:jar";
  await execa("mvn", ["-q", "dependency:copy", `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`], {
    cwd: folder,
  });
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function generate(generator: string, ...options: string[]): Promise<string> {
  const output = join(folder, generator);
  const input = ["-i", "openapi.json", "-g", generator, "-o", output, "--name-mappings", NAMES];
  await execa("java", ["-Xmx1500m", "-jar", GENERATOR, "generate", ...input, ...options], { cwd: folder });
  return output;
}

const TSC = join(projectRoot, "node_modules/typescript/bin/tsc");

/** The faults that the compiler finds in a file and what it imports. */
async function faultsOf(cwd: string, ...files: string[]): Promise<string> {
  const modules = ["--module", "esnext", "--moduleResolution", "bundler", "--target", "es2022"];
  const lib = ["--lib", "es2022,dom,dom.iterable"];
  const { stdout } = await execa("node", [TSC, "--noEmit", "--strict", ...modules, ...lib, ...files], {
    cwd,
    reject: false,
  });
  return stdout;
}

/** Makes a folder with packages of npm. */
async function folderWith(name: string, ...packages: string[]): Promise<string> {
  const cwd = join(folder, name);
  mkdirSync(cwd);
  writeFileSync(join(cwd, "package.json"), JSON.stringify({ name, private: true, type: "module" }));
  await execa("npm", ["install", "--no-audit", "--no-fund", ...packages], { cwd });
  return cwd;
}

test("the types of openapi-typescript compile strictly, and calls by them do", async () => {
  const cwd = await folderWith("openapi-typescript", "openapi-typescript@7.13.0", "openapi-fetch@0.17.0");
  await execa("npx", ["openapi-typescript", "../openapi.json", "-o", "schema.d.ts"], { cwd });
  const call = `import createClient from "openapi-fetch";
import type { paths } from "./schema";
const { POST } = createClient<paths>({ baseUrl: "http://localhost" });
export const run = async (): Promise<string | undefined> => {
  const { data } = await POST("/v1/events/trigger", { body: { name: "welcome", to: "ada", payload: { first: 1 } } });
  return data?.data.transactionId;
};
`;
  writeFileSync(join(cwd, "call.ts"), call);
  expect(await faultsOf(cwd, "schema.d.ts", "call.ts")).toBe("");
}, 600_000);

test("the client of hey-api compiles strictly", async () => {
  const cwd = await folderWith("hey-api", "@hey-api/openapi-ts@0.95.0", "typescript@5.9.3");
  await execa("npx", ["openapi-ts", "-i", "../openapi.json", "-o", "out"], { cwd });
  expect(await faultsOf(cwd, "out/index.ts", "out/sdk.gen.ts")).toBe("");
}, 600_000);

test.runIf(hasPython)(
  "the client for Python has every operation that sends JSON, and each of its modules is imported",
  async () => {
    await execa("python3", ["-m", "venv", "python"], { cwd: folder });
    const bin = join(folder, "python/bin");
    await execa(join(bin, "python"), ["-m", "pip", "install", "-q", "openapi-python-client==0.29.1"], { cwd: folder });
    const options = ["--path", "openapi.json", "--meta", "none", "--output-path", "pyclient"];
    const program = join(bin, "openapi-python-client");
    const { all } = await execa(program, ["generate", ...options], { cwd: folder, all: true });
    // What it leaves out are reports in any form, and lists of recipients in others than JSON.
    expect(all.match(/Unsupported content type .*|Unable to .*|Attempted .*/g)?.toSorted()).toEqual([
      "Unsupported content type */*",
      "Unsupported content type */*",
      "Unsupported content type application/x-ndjson",
      "Unsupported content type text/csv",
    ]);
    const imports = `import pkgutil, importlib, pyclient
for module in pkgutil.walk_packages(pyclient.__path__, "pyclient."):
    importlib.import_module(module.name)
`;
    await execa(join(bin, "python"), ["-c", imports], { cwd: folder });
  },
  600_000,
);

test.runIf(hasGenerator)(
  "the client for Java compiles",
  async () => {
    const cwd = await generate("java", "--library", "native");
    const { stdout, exitCode } = await execa("mvn", ["-q", "-B", "-DskipTests", "compile"], {
      cwd,
      reject: false,
    });
    // Some versions of Maven end their colours although they began none.
    expect({ stdout: stripVTControlCharacters(stdout), exitCode }).toEqual({ stdout: "", exitCode: 0 });
  },
  600_000,
);

test.runIf(hasGenerator)(
  "the client for TypeScript with fetch compiles strictly",
  async () => {
    expect(await faultsOf(await generate("typescript-fetch"), "index.ts")).toBe("");
  },
  600_000,
);

test.runIf(hasGo)(
  "the client for Go compiles",
  async () => {
    const cwd = await generate("go");
    await execa("go", ["mod", "tidy"], { cwd });
    const { stderr, exitCode } = await execa("go", ["build", "./..."], { cwd, reject: false });
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
  },
  600_000,
);
