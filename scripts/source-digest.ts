import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { notOurs } from "./files.ts";

/**
 * Returns the SHA-256 hash of files and folders by their paths and contents, in hex, by which a build knows whether it is stale. What is
 * made from them does not count: builds inside of them, also unfinished ones, and generated files, which follow from the others. Neither do tests.
 */
export function digestOf(paths: readonly string[]): string {
  const hash = createHash("sha256");
  const add = (path: string): void => {
    const entry = statSync(path, { throwIfNoEntry: false });
    if (!entry) return;
    if (!entry.isDirectory()) {
      hash.update(`${path}\0`).update(readFileSync(path));
      return;
    }
    for (const name of readdirSync(path).sort()) {
      if (!notOurs.has(name) && !/\.(?:gen\.ts|test\.tsx?|tmp)$/.test(name)) add(join(path, name));
    }
  };
  for (const path of paths) add(path);
  return hash.digest("hex");
}
