import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { BundleOptions } from "@temporalio/worker";

const root = join(import.meta.dirname, "..");
const workflows = join(import.meta.dirname, "workflows", "index.ts");

/**
 * Options of the bundler. Workflow modules keep nothing between executions, so that they are evaluated once for all of
 * them: evaluating them for each took an eighth of an execution's CPU.
 */
export const bundleOptions: BundleOptions = { workflowsPath: workflows, preloadModules: [workflows] };

/** Sources of workflow code; a change in any of them makes another bundle. */
const SOURCES = ["engine", "domain", "contract/constants"];

/** The workflow code of the built server, made with it by scripts/build-server.ts. */
const builtBundle = join(import.meta.dirname, "workflows.bundle.js");

/**
 * The workflow code as one file that workers load: the built one, or one that is made from the source, once, and kept in
 * the folder. It is made by a process of its own: the bundler would otherwise leave more memory behind than the worker
 * ever needs.
 */
export async function workflowBundle(folder: string): Promise<{ codePath: string }> {
  if (existsSync(builtBundle)) return { codePath: builtBundle };
  const codePath = join(folder, `workflows-${digestOfSources()}.js`);
  if (existsSync(codePath)) return { codePath };
  mkdirSync(folder, { recursive: true });
  // Aside and then renamed: workers that start at once never read half a file.
  const unfinished = `${codePath}.${process.pid}.tmp`;
  const bundler = join(import.meta.dirname, "bundle-workflows.ts");
  await promisify(execFile)(process.execPath, ["--import", "tsx", bundler, unfinished], { cwd: root });
  renameSync(unfinished, codePath);
  return { codePath };
}

function digestOfSources(): string {
  const hash = createHash("sha256");
  for (const source of [...SOURCES.flatMap(filesIn), "package-lock.json"]) {
    hash.update(`${source}\0`).update(readFileSync(join(root, source)));
  }
  return hash.digest("hex").slice(0, 16);
}

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts") && !entry.name.endsWith(".test.ts"))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}
