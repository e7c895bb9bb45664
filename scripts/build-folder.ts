import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "#config.ts";
import { unfinished } from "./files.ts";
import { systemCode } from "./problem.ts";
import { digestOf } from "./source-digest.ts";

/** In each folder that was built: the digest of what it was built from. */
const STAMP = ".sources";

/**
 * Builds a folder, unless its sources, paths in the project, are those of its last build. It is built aside and swapped: two builds at
 * once, or one that is killed, never leave half a folder.
 */
export async function buildFolder(
  target: string,
  sources: readonly string[],
  build: (folder: string) => Promise<void>,
): Promise<void> {
  const digest = digestOf(sources.map((path) => join(projectRoot, path)));
  if (builtFrom(target) === digest) return;
  const fresh = unfinished(target);
  try {
    mkdirSync(fresh, { recursive: true });
    await build(fresh);
    writeFileSync(join(fresh, STAMP), digest);
    replaceFolder(fresh, target);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

function builtFrom(target: string): string | null {
  try {
    return readFileSync(join(target, STAMP), "utf8");
  } catch {
    // Not built yet.
    return null;
  }
}

function replaceFolder(fresh: string, target: string): void {
  const old = unfinished(`${target}.old`);
  try {
    renameSync(target, old);
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw error;
  }
  try {
    renameSync(fresh, target);
  } catch (error) {
    // Another process put its folder there in between; it is as good as ours.
    if (systemCode(error) !== "ENOTEMPTY" && systemCode(error) !== "EEXIST") throw error;
  } finally {
    rmSync(old, { recursive: true, force: true });
  }
}
