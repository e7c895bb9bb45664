import { renameSync, rmSync } from "node:fs";
import { unfinished } from "./files.ts";
import { systemCode } from "./problem.ts";

/**
 * Puts a finished folder in the place of another one. Two processes that do so at once, or one that is killed, never leave
 * half a folder.
 */
export function replaceFolder(fresh: string, target: string): void {
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
    for (const leftover of [fresh, old]) rmSync(leftover, { recursive: true, force: true });
  }
}
