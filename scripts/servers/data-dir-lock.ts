import { linkSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { readJson, unfinished, writeJson } from "../files.ts";
import { Problem, systemCode } from "../problem.ts";
import { identify, isRunning, ProcessIdentity } from "./process-table.ts";

/** `stopsBy`: milliseconds since 1970 at which a stop that has begun is over at the latest. */
const Owner = ProcessIdentity.extend({ port: z.number(), stopsBy: z.number().nullable().default(null) });
type Owner = z.infer<typeof Owner>;

export interface DataDirLock {
  /** Tells the next start that this one is about to end, so that it waits instead of refusing. */
  announceStop(withinMs: number): void;
  release(): void;
}

/** A launcher whose npm was killed needs a second to notice. */
const NOTICE_MS = 2_000;

// Not by proper-lockfile: its lock is a folder whose time of change is renewed, so that of a killed launcher stays for
// seconds, and that of a suspended one is lost. Ours is free at once, and names the process that has it.

/**
 * Makes this process the only launcher of a data folder. The lock of a launcher that was killed is taken over.
 * @throws Problem when another launcher has it.
 */
export async function lockDataDir(dataDir: string, port: number): Promise<DataDirLock> {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, "launcher.json");
  const self = identify(process.pid);
  if (!self) throw new Problem("This process is not in the process table: /proc or ps has to be available.");
  const owner: Owner = { ...self, port, stopsBy: null };
  const began = Date.now();
  while (!tryToTake(file, owner)) {
    const other = readJson(file, Owner);
    if (!other || !isRunning(other)) removeStale(file, other);
    else if (Date.now() > (other.stopsBy ?? began) + NOTICE_MS) throw alreadyRunning(other);
    else await sleep(200);
  }
  return {
    announceStop: (withinMs) => writeJson(file, { ...owner, stopsBy: Date.now() + withinMs }),
    release: () => rmSync(file, { force: true }),
  };
}

const alreadyRunning = (other: Owner) =>
  new Problem(
    `Belfry already runs from this data folder (pid ${other.pid}, port ${other.port}): stop it first, or set ` +
      "BELFRY_DATA_DIR and BELFRY_PORT to start a second one.",
  );

function tryToTake(file: string, owner: Owner): boolean {
  const fresh = unfinished(file);
  writeFileSync(fresh, JSON.stringify(owner));
  try {
    // A link fails when the file exists: of two launchers, one gets it.
    linkSync(fresh, file);
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(fresh, { force: true });
  }
}

function removeStale(file: string, stale: Owner | null): void {
  const aside = unfinished(`${file}.stale`);
  try {
    renameSync(file, aside);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return;
    throw error;
  }
  // Another launcher may have replaced the stale lock between our look and our rename: then give it back.
  const taken = readJson(aside, Owner);
  if (taken && taken.birth !== stale?.birth) renameSync(aside, file);
  else rmSync(aside, { force: true });
}
