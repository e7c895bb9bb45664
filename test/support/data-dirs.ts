import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { inject } from "vitest";
import { writeJson } from "#scripts/files.ts";
import { freePort } from "#scripts/servers/ports.ts";

/** An empty data folder that is removed after the run. */
export function createDataDir(): string {
  const folder = mkdtempSync(join(inject("runFolder"), "data-"));
  // Root's Postgres runs as another user, who has to get in.
  chmodSync(folder, 0o711);
  return folder;
}

/** A data folder with the databases of a product that was started and stopped once, as journeys-setup.ts prepared them. */
export const copyPreparedData = (): Promise<string> => fillDataDir(createDataDir());

/** Copies those databases into an empty data folder. @returns the folder */
export async function fillDataDir(folder: string): Promise<string> {
  // Node's own copy would give the files of the database to another owner.
  await execa("cp", ["-a", `${inject("preparedDataDir")}/.`, folder]);
  rmSync(join(folder, "logs"), { recursive: true, force: true });
  // Products that start at once do not compete for Temporal's customary ports.
  writeJson(join(folder, "ports.json"), { temporal: await freePort(), temporalUi: await freePort() });
  return folder;
}
