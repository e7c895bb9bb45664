import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import type { TestProject } from "vitest/node";
import { childEnvironment, loadConfig, projectRoot } from "#config.ts";
import { findTemporalCli } from "#scripts/temporal-cli.ts";
import { startProduct } from "./processes.ts";
import { createRunFolder, removeRunFolderLater } from "./run-folder.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Data folders of the products under test go here; what is left in it is ended and removed after the run. */
    runFolder: string;
    /** The data folder of a product that was started once and stopped, for products under test to begin with a copy of it. */
    preparedDataDir: string;
  }
}

interface Prepared {
  runFolder: string;
  preparedDataDir: string;
}

declare global {
  /** Of this process: each project reads this file anew. */
  var preparedProduct: { made: Promise<Prepared>; users: number } | undefined;
}

/** One build and one prepared data folder for all projects of a run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  globalThis.preparedProduct ??= { made: prepare(), users: 0 };
  const shared = globalThis.preparedProduct;
  shared.users += 1;
  const { runFolder, preparedDataDir } = await shared.made;
  project.provide("runFolder", runFolder);
  project.provide("preparedDataDir", preparedDataDir);
  return async () => {
    shared.users -= 1;
    if (shared.users === 0) await removeRunFolderLater(runFolder);
  };
}

/**
 * Builds the product into `dist`, and prepares a data folder, once for all journeys. The Temporal CLI gets into the project's cache,
 * so that no product under test downloads its own.
 */
async function prepare(): Promise<Prepared> {
  await findTemporalCli(loadConfig(), (line) => process.stderr.write(`${line}\n`));
  const env = childEnvironment({ NODE_ENV: undefined, VITEST: undefined, NODE_OPTIONS: undefined });
  await execa("npm", ["run", "build"], { cwd: projectRoot, env, extendEnv: false });
  const runFolder = createRunFolder();
  const preparedDataDir = join(runFolder, "prepared");
  mkdirSync(preparedDataDir);
  chmodSync(preparedDataDir, 0o711);
  const product = await startProduct({ dataDir: preparedDataDir });
  await product.interrupt();
  return { runFolder, preparedDataDir };
}
