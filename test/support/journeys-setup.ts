import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import type { TestProject } from "vitest/node";
import { childEnvironment, loadConfig, projectRoot } from "#config.ts";
import { findTemporalCli } from "#scripts/servers/temporal-cli.ts";
import type { MailSink } from "./mail-sink.ts";
import { notePrepared } from "./prepared.ts";
import { startProduct } from "./processes.ts";
import { createRunFolder, removeRunFolderLater } from "./run-folder.ts";
import { startSharedMails } from "./shared-mails.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Data folders of the products under test go here; what is left in it is ended and removed after the run. */
    runFolder: string;
    /** The data folder of a product that was started once and stopped, for products under test to begin with a copy of it. */
    preparedDataDir: string;
    /** The port of the mail server for members of the product that journeys share. */
    sharedMailPort: number;
  }
}

interface Preparation {
  runFolder: string;
  preparedDataDir: string;
  mails: Promise<MailSink>;
  /** Resolves at its end, whatever it came to. */
  ended: Promise<void>;
  users: number;
}

declare global {
  /** Of this process: each project reads this file anew. */
  var preparedProduct: Preparation | undefined;
}

/** One build and one prepared data folder for all projects of a run. They are made while the tests before the journeys run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  globalThis.preparedProduct ??= begin();
  const shared = globalThis.preparedProduct;
  const { runFolder, preparedDataDir, ended } = shared;
  shared.users += 1;
  const mails = await shared.mails;
  project.provide("runFolder", runFolder);
  project.provide("preparedDataDir", preparedDataDir);
  project.provide("sharedMailPort", mails.port);
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    await ended;
    await mails.stop();
    await removeRunFolderLater(runFolder);
  };
}

function begin(): Preparation {
  const runFolder = createRunFolder();
  const preparedDataDir = join(runFolder, "prepared");
  const ended = prepare(preparedDataDir).then(
    () => notePrepared(runFolder, null),
    (error: unknown) => notePrepared(runFolder, error instanceof Error ? error.message : String(error)),
  );
  return { runFolder, preparedDataDir, mails: startSharedMails(runFolder), ended, users: 0 };
}

/**
 * Builds the product into `dist`, and prepares a data folder, once for all journeys. The Temporal CLI gets into the project's cache,
 * so that no product under test downloads its own.
 */
async function prepare(dataDir: string): Promise<void> {
  await findTemporalCli(loadConfig(), (line) => process.stderr.write(`${line}\n`));
  const env = childEnvironment({ NODE_ENV: undefined, VITEST: undefined, NODE_OPTIONS: undefined });
  await execa("npm", ["run", "build"], { cwd: projectRoot, env, extendEnv: false });
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o711);
  const product = await startProduct({ dataDir });
  await product.interrupt();
}
