import type { TestProject } from "vitest/node";
import { loadConfig } from "#config.ts";
import { findTemporalCli } from "#scripts/temporal-cli.ts";
import { createRunFolder, removeRunFolder } from "./run-folder.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Data folders of the products under test go here; what is left in it is ended and removed after the run. */
    runFolder: string;
  }
}

/** Gets the Temporal CLI into the project's cache, so that no product under test downloads its own. */
export default async function setup(project: TestProject): Promise<() => void> {
  await findTemporalCli(loadConfig(), (line) => process.stderr.write(`${line}\n`));
  const folder = createRunFolder();
  project.provide("runFolder", folder);
  return () => removeRunFolder(folder);
}
