import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { childEnvironment, projectRoot } from "#config.ts";

// `npm run check`: everything that can be said about the code without running it. All checks run, so that one run shows
// all that is to be done; the output of those that pass is left out.

const run = promisify(execFile);

const checks: readonly (readonly [name: string, program: string, ...args: string[]])[] = [
  // The build info makes the second run on a machine quick; it never changes the result.
  ["types", "tsc", "--project", ".", "--incremental", "--tsBuildInfoFile", "node_modules/.cache/check.tsbuildinfo"],
  ["format and lint", "biome", "check", "--error-on-warnings", "--max-diagnostics=200"],
  ["imports", "depcruise", "--config", ".dependency-cruiser.mjs", "--output-type", "err-long", "."],
  ["unused code", "knip", "--no-progress", "--treat-config-hints-as-errors"],
  ["words", "tsx", "scripts/check-words.ts"],
  ["paths in documents", "tsx", "scripts/check-doc-paths.ts"],
  ["table of variables", "tsx", "scripts/config-table.ts", "--check"],
];

async function passes([name, program, ...args]: (typeof checks)[number]): Promise<boolean> {
  const began = performance.now();
  const env = childEnvironment(process.stdout.isTTY ? { FORCE_COLOR: "1" } : {});
  const [ok, output] = await run(join(projectRoot, "node_modules", ".bin", program), args, {
    cwd: projectRoot,
    env,
    maxBuffer: 64 * 1024 * 1024,
  }).then(
    () => [true, ""] as const,
    (error: { stdout?: string; stderr?: string; message: string }) =>
      [false, `${error.stdout ?? ""}${error.stderr ?? ""}`.trim() || error.message] as const,
  );
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(ok ? `✓ ${name} (${seconds} s)` : `✗ ${name} (${seconds} s)\n\n${output}\n`);
  return ok;
}

const results = await Promise.all(checks.map(passes));
process.exitCode = results.every(Boolean) ? 0 : 1;
