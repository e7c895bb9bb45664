import { join } from "node:path";
import { z } from "zod";
import { readJson, writeJson } from "#scripts/files.ts";
import { eventually } from "./processes.ts";

// The build and the data folder that journeys begin with are made beside the tests before them (journeys-setup.ts).

const Outcome = z.object({ problem: z.string().nullable() });

const fileIn = (runFolder: string) => join(runFolder, "prepared.json");

/** Notes that everything is there, or why it is not. */
export function notePrepared(runFolder: string, problem: string | null): void {
  writeJson(fileIn(runFolder), { problem });
}

/** Waits until everything is there. @throws with the reason when it does not come */
export async function waitUntilPrepared(runFolder: string): Promise<void> {
  const { problem } = await eventually("the product is built", 600_000, () => readJson(fileIn(runFolder), Outcome));
  if (problem !== null) throw new Error(problem);
}
