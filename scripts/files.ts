import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import writeFileAtomic from "write-file-atomic";
import type { z } from "zod";
import { projectRoot } from "#config.ts";
import { identify } from "./servers/process-table.ts";

/** Folders of this repository whose content is made or installed, not written. */
export const notOurs: ReadonlySet<string> = new Set([".belfry", ".git", "coverage", "dist", "node_modules"]);

/** Returns the paths of our files below a folder, relative to the project like the folder's. */
export function filesBelow(folder: string): string[] {
  return readdirSync(join(projectRoot, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (notOurs.has(entry.name)) return [];
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

/**
 * A name, another one each time, under which something is made before it is renamed to its place. The pid at its end lets a
 * later start tell what a killed process left half made.
 */
export const unfinished = (path: string) => `${path}.${randomUUID()}.${process.pid}.tmp`;

/** Removes what killed processes left half made in a folder. */
export function removeUnfinished(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    const pid = /\.(\d+)\.tmp$/.exec(name)?.[1];
    if (pid !== undefined && !identify(Number(pid))) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** Replaces a file in one step: a reader, or a start after a crash, sees the old content or the new, never half. */
export function writeAtomically(file: string, content: string, mode = 0o644): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileAtomic.sync(file, content, { mode });
}

export function writeJson(file: string, value: unknown, mode = 0o644): void {
  writeAtomically(file, `${JSON.stringify(value, null, 2)}\n`, mode);
}

/** A JSON file of ours; null when it is missing or not what we wrote, as after a crash of an older version. */
export function readJson<Schema extends z.ZodType>(file: string, schema: Schema): z.output<Schema> | null {
  try {
    return schema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    // These files only save work or find leftovers; without one we go on as on the first start.
    return null;
  }
}
