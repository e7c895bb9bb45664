import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { projectRoot } from "#config.ts";
import { sharedProduct } from "#test/support/shared-product.ts";

// Clients that generators make of the OpenAPI document, compiled. The generator comes from Maven Central, by `mvn`; languages that this
// machine does not have are left out.

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

test.runIf(hasGenerator)(
  "the client for Java compiles",
  async () => {
    const cwd = await generate("java", "--library", "native");
    const { stdout, exitCode } = await execa("mvn", ["-q", "-DskipTests", "compile"], { cwd, reject: false });
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 0 });
  },
  600_000,
);

test.runIf(hasGenerator)(
  "the client for TypeScript with fetch compiles strictly",
  async () => {
    const cwd = await generate("typescript-fetch");
    const tsc = join(projectRoot, "node_modules/typescript/bin/tsc");
    const modules = [
      "--module",
      "esnext",
      "--moduleResolution",
      "bundler",
      "--target",
      "es2022",
      "--lib",
      "es2022,dom",
    ];
    const { stdout } = await execa("node", [tsc, "--noEmit", "--strict", ...modules, "index.ts"], {
      cwd,
      reject: false,
    });
    expect(stdout).toBe("");
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
