import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { childEnvironment, projectRoot } from "#config.ts";

let project: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "belfry-install-"));
  write("scripts/install.mjs", readFileSync(join(projectRoot, "scripts/install.mjs"), "utf8"));
  write("package-lock.json", { packages: { "": {}, "node_modules/a": { version: "1.0.0" }, ...ofAnotherSystem } });
  write("start.mjs", `import { ensureInstalled } from "./scripts/install.mjs";\nawait ensureInstalled();\n`);
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

const ofAnotherSystem = { "node_modules/b": { version: "1.0.0", optional: true } };
const note = "node_modules/.package-lock.json";

function write(path: string, content: string | object, mode = 0o644): void {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), typeof content === "string" ? content : JSON.stringify(content), { mode });
}

/** Starts with an npm that does what the shell script says. @returns what was printed, and the calls of npm */
function start(npm: string) {
  write(
    "bin/npm",
    `#!/bin/sh\necho "$*" >> ${join(project, "calls")}\ncase $1 in ping) exit 0;; esac\n${npm}\n`,
    0o755,
  );
  const PATH = [join(project, "bin"), dirname(process.execPath), childEnvironment().PATH].join(delimiter);
  const { status, stdout, stderr } = spawnSync(process.execPath, ["start.mjs"], {
    cwd: project,
    env: childEnvironment({ PATH }),
    encoding: "utf8",
  });
  const calls = existsSync(join(project, "calls"))
    ? readFileSync(join(project, "calls"), "utf8").trim().split("\n")
    : [];
  rmSync(join(project, "calls"), { force: true });
  return { status, output: stdout + stderr, installs: calls.filter((call) => call.startsWith("ci ")).length };
}

const complete = `mkdir -p node_modules && cp package-lock.json ${note}`;

test("packages are installed by npm ci once, and not again at the next start", () => {
  expect(start(complete)).toMatchObject({ status: 0, installs: 1 });
  expect(start(complete)).toEqual({ status: 0, output: "", installs: 0 });
});

test.each([
  ["another version is installed", () => write(note, { packages: { "node_modules/a": { version: "0.9.0" } } })],
  ["a package is missing", () => write(note, { packages: {} })],
  ["an install was cut off", () => write("node_modules/a/package.json", {})],
  ["npm's note is damaged", () => write(note, "{")],
])("packages are installed when %s", (_, arrange) => {
  arrange();
  expect(start(complete)).toMatchObject({ status: 0, installs: 1 });
});

test("an install that is killed half-way is repeated by the next start", () => {
  write(note, { packages: { "node_modules/a": { version: "0.9.0" } } });
  expect(start("kill -9 $$").status).toBe(1);
  expect(existsSync(join(project, note))).toBe(false);
  expect(start(complete)).toMatchObject({ status: 0, installs: 1 });
});

test("a failed install is explained", () => {
  const { status, output } = start("echo 'npm error code ENOSPC' >&2; exit 1");
  expect(status).toBe(1);
  expect(output).toContain("The disk is full: free about 1 GB for the packages, then start again.");
});
