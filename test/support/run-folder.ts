import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { readJson, writeJson } from "#scripts/files.ts";
import { endGroup, identify, isRunning, ProcessIdentity, signalProcess } from "#scripts/servers/process-table.ts";

// Everything that a test run starts is noted in a data folder inside its run folder (launcher.json, processes.json).
// So whatever happens to the run, a later look at the folder finds what is left and ends exactly that.

const prefix = "belfry-test-";

/** Linux keeps its files in memory. */
const memoryFolder = "/dev/shm";
/** More than the databases of a run come to. */
const neededBytes = 8 * 1024 ** 3;

/** A temporary folder of this run, gone with every process noted in it when this process ends. `needed` is how large it may become, in bytes. */
export function createRunFolder(needed = neededBytes): string {
  for (const parent of [memoryFolder, tmpdir()].filter(existsSync)) removeFoldersOfEndedRuns(parent);
  const folder = mkdtempSync(join(parentOfRunFolders(needed), `${prefix}${process.pid}-`));
  // Root's Postgres runs as another user, who has to get in.
  chmodSync(folder, 0o711);
  process.on("exit", () => removeRunFolder(folder));
  // The default end by these signals would skip that, also by a second one.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(130));
  return folder;
}

/** Notes a process that leads a group: it may have begun to start others, and not yet have noted them. */
export function noteGroup(folder: string, pid: number): void {
  const identity = identify(pid);
  if (identity) writeJson(join(groupsIn(folder), `${pid}.json`), identity);
}

const groupsIn = (folder: string): string => join(folder, "groups");

/** A test database is a thousand files, and each file with tests that need one copies it: in memory in a tenth of the time. */
function parentOfRunFolders(needed: number): string {
  if (!existsSync(memoryFolder) || freemem() < needed) return tmpdir();
  const { bavail, bsize } = statfsSync(memoryFolder);
  return bavail * bsize < needed ? tmpdir() : memoryFolder;
}

function removeFoldersOfEndedRuns(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    if (pid !== undefined && !identify(Number(pid))) removeRunFolder(join(parent, name));
  }
}

/** Ends every process noted in the folder's data folders, by force, and removes it. Waits for it, without a promise. */
export function removeRunFolder(folder: string): void {
  endNoted(folder);
  rmSync(folder, removal);
}

/** The same where there is time: thousands of files are removed without holding up this process. */
export async function removeRunFolderLater(folder: string): Promise<void> {
  endNoted(folder);
  await rm(folder, removal);
}

const removal = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 };

function endNoted(folder: string): void {
  if (!existsSync(folder)) return;
  endGroups(groupsIn(folder));
  const dataDirs = readdirSync(folder).map((name) => join(folder, name));
  // The launchers first: they would start again what dies.
  endAll(dataDirs.flatMap((dataDir) => readJson(join(dataDir, "launcher.json"), ProcessIdentity) ?? []));
  endAll(dataDirs.flatMap((dataDir) => readJson(join(dataDir, "processes.json"), z.array(ProcessIdentity)) ?? []));
}

function endGroups(folder: string): void {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const leader = readJson(join(folder, name), ProcessIdentity);
    if (leader && isRunning(leader)) endGroup(leader.pid);
  }
}

function endAll(processes: readonly ProcessIdentity[]): void {
  for (const process of processes) signalProcess(process, "SIGKILL");
  const deadline = Date.now() + 5_000;
  while (processes.some(isRunning) && Date.now() < deadline) pause(20);
}

/** An exit handler cannot await. */
function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
