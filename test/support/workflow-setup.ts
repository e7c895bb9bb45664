import type { TestProject } from "vitest/node";
import { loadConfig } from "#config.ts";
import { findTestServer } from "#scripts/servers/temporal-cli.ts";

declare module "vitest" {
  interface ProvidedContext {
    testServerPath: string;
  }
}

/** Finds the time-skipping test server once, before tests ask for it from several processes. */
export default async function setup(project: TestProject): Promise<void> {
  project.provide("testServerPath", await findTestServer(loadConfig(), (line) => process.stderr.write(`${line}\n`)));
}
