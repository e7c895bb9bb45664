import { join } from "node:path";
import { execa } from "execa";
import { projectRoot } from "#config.ts";
import { endGroup } from "./servers/process-table.ts";

// `npm run check`: everything that can be said about the code without running it. All checks run, so that one run shows
// all that is to be done; the output of those that pass is left out.

/** Findings about files are kept here for the next run, which looks at changed files alone. */
const kept = join("node_modules", ".cache", "belfry-check");

const checks: readonly (readonly [name: string, program: string, ...args: string[]])[] = [
  [
    "types",
    "node",
    // TypeScript 7 takes a fifth of the time of version 6, which is installed beside it for the tools that need its JavaScript API.
    "node_modules/typescript-native/bin/tsc",
    "--project",
    ".",
    // Each checker makes types of its own, and the other processor has its work: one of them takes four fifths of the time of two.
    "--checkers",
    "1",
    "--incremental",
    "--tsBuildInfoFile",
    join(kept, "types.tsbuildinfo"),
  ],
  ["format and lint", "biome", "check", "--error-on-warnings", "--max-diagnostics=200"],
  [
    "imports",
    "depcruise",
    "--config",
    ".dependency-cruiser.mjs",
    "--output-type",
    "err-long",
    "--cache",
    join(kept, "imports"),
    "--cache-strategy",
    "content",
    ".",
  ],
  [
    "unused code",
    "knip",
    "--no-progress",
    "--treat-config-hints-as-errors",
    "--cache",
    "--cache-location",
    join(kept, "unused-code"),
  ],
  ["words", "tsx", "scripts/checks/check-words.ts"],
  ["regular expressions", "tsx", "scripts/checks/check-expressions.ts"],
  ["sizes", "tsx", "scripts/checks/check-sizes.ts"],
  ["numbers", "tsx", "scripts/checks/check-numbers.ts"],
  ["statements", "tsx", "scripts/checks/check-statements.ts"],
  ["cited paths", "tsx", "scripts/checks/check-doc-paths.ts"],
  ["generated text", "tsx", "scripts/generate.ts", "--check"],
];

/** Groups of the checks under way. The programs are scripts that start others, which a signal to the script alone leaves running. */
const groups = new Set<number>();
process.on("exit", () => groups.forEach(endGroup));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(130));

async function passes([name, program, ...args]: (typeof checks)[number]): Promise<boolean> {
  const began = performance.now();
  const check = execa(program, args, {
    cwd: projectRoot,
    preferLocal: true,
    all: true,
    reject: false,
    detached: true,
    env: process.stdout.isTTY ? { FORCE_COLOR: "1" } : {},
  });
  const { pid } = check;
  if (pid !== undefined) groups.add(pid);
  const { failed, all, shortMessage } = await check;
  if (pid !== undefined) groups.delete(pid);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(!failed ? `✓ ${name} (${seconds} s)` : `✗ ${name} (${seconds} s)\n\n${all || shortMessage}\n`);
  return !failed;
}

const results = await Promise.all(checks.map(passes));
process.exitCode = results.every(Boolean) ? 0 : 1;
