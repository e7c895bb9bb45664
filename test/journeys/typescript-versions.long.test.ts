import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { projectRoot } from "#config.ts";

// The packages' declarations, compiled by the versions of TypeScript that people have. These come from the registry.

const folder = join(inject("runFolder"), "typescript-versions");
const LINKED = ["@types/node", "undici-types", "@types/react", "@types/react-dom", "csstype"];
const VERSIONS = ["5.4.5", "5.6.3", "5.7.3", "5.9.3", "6.0.3"];
const MODULES = { nodenext: "nodenext", bundler: "esnext" };

/** Whatever the packages export, and a program that uses some of it. */
const PROGRAM = `import * as client from "@belfry/client";
import * as inbox from "@belfry/inbox";
import * as core from "@belfry/inbox/core";
const belfry = new client.Belfry({ secretKey: "key" });
void belfry.trigger("welcome", { to: "ada", payload: { product: "Belfry" } });
const content: client.UploadedContent = new Uint8Array(1);
export { content, core, inbox };
`;

beforeAll(async () => {
  mkdirSync(join(folder, "node_modules/@belfry"), { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module", private: true }));
  const aliases = VERSIONS.map((version) => `typescript-${version}@npm:typescript@${version}`);
  await execa("npm", ["install", "--no-audit", "--no-fund", ...aliases], { cwd: folder });
  for (const name of ["client", "inbox"]) link(join(projectRoot, name), `@belfry/${name}`);
  for (const name of LINKED) link(join(projectRoot, "node_modules", name), name);
  writeFileSync(join(folder, "program.ts"), PROGRAM);
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function link(target: string, name: string): void {
  const path = join(folder, "node_modules", name);
  mkdirSync(join(path, ".."), { recursive: true });
  symlinkSync(target, path);
}

test.each(
  VERSIONS.flatMap((version) =>
    Object.entries(MODULES).map(([resolution, module]) => ({ version, resolution, module })),
  ),
)(
  "the packages compile strictly with TypeScript $version and modules of $resolution",
  async ({ version, resolution, module }) => {
    const options = [
      "--strict",
      "--exactOptionalPropertyTypes",
      "--noUncheckedIndexedAccess",
      "--noEmit",
      "--jsx",
      "react-jsx",
    ];
    const libraries = ["--target", "es2022", "--lib", "es2023,dom,dom.iterable", "--types", "node"];
    const tsc = join(folder, `node_modules/typescript-${version}/bin/tsc`);
    const { stdout } = await execa(
      "node",
      [tsc, ...options, ...libraries, "--module", module, "--moduleResolution", resolution, "program.ts"],
      { cwd: folder, reject: false },
    );
    expect(stdout).toBe("");
  },
  60_000,
);
