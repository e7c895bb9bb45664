import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { projectRoot } from "#config.ts";
import { unfinished } from "./files.ts";
import { Problem } from "./problem.ts";
import { replaceFolder } from "./replace-folder.ts";
import { digestOf } from "./source-digest.ts";

/** Each front end, built from its own `vite.config.ts` into `dist/<name>`. */
export const frontEnds = ["dashboard", "inbox"] as const;
type FrontEnd = (typeof frontEnds)[number];
// What both are made of; a change in any of it makes a build stale.
const sources = ["dashboard", "inbox", "client", "contract", "package-lock.json"];

/** Builds the front ends, or those of them that are named, whose sources differ from those of the last build. */
export async function buildFrontEnds(
  say: (line: string) => void,
  signal: AbortSignal,
  names: readonly FrontEnd[] = frontEnds,
): Promise<void> {
  const digest = digestOf(sources.map((name) => join(projectRoot, name)));
  for (const name of names) {
    const target = join(projectRoot, "dist", name);
    if (builtFrom(target) === digest) continue;
    say(`Building the ${name} ...`);
    await build(name, target, digest, signal);
  }
}

const stampOf = (target: string) => join(target, ".sources");

function builtFrom(target: string): string | null {
  try {
    return readFileSync(stampOf(target), "utf8");
  } catch {
    // Not built yet.
    return null;
  }
}

/** Builds aside and swaps: two starts at once, or one that is killed, never leave half a front end. */
async function build(name: string, target: string, digest: string, signal: AbortSignal): Promise<void> {
  const fresh = unfinished(target);
  const config = join(projectRoot, name, "vite.config.ts");
  try {
    mkdirSync(join(projectRoot, "dist"), { recursive: true });
    await execa("vite", ["build", "--config", config, "--outDir", fresh, "--emptyOutDir", "--logLevel", "warn"], {
      cwd: projectRoot,
      preferLocal: true,
      cancelSignal: signal,
      env: { NODE_ENV: "production" },
    });
    writeFileSync(stampOf(fresh), digest);
    replaceFolder(fresh, target);
  } catch (error) {
    const details = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : String(error);
    throw new Problem(`The ${name} could not be built:\n${details}`);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}
