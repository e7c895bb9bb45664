import { join } from "node:path";
import { z } from "zod";
import { readJson, writeJson } from "../files.ts";
import { endProcess, ProcessIdentity } from "./process-table.ts";

const ChildRecord = ProcessIdentity.extend({
  name: z.string(),
  stopSignal: z.enum(["SIGTERM", "SIGINT"]),
  stopsWithinMs: z.number().default(5_000),
});
export type ChildRecord = z.input<typeof ChildRecord>;

const recordFile = (dataDir: string) => join(dataDir, "processes.json");

/** Notes which processes this launcher has running, for the start after a crash of the launcher. */
export function recordChildren(dataDir: string, children: readonly ChildRecord[]): void {
  writeJson(recordFile(dataDir), children);
}

/**
 * Ends what a launcher that was killed left running, in the order of an orderly stop: what uses a server goes before
 * the server. Only processes of this data folder's record are touched.
 */
export async function endOrphans(dataDir: string, say: (line: string) => void): Promise<void> {
  for (const orphan of readJson(recordFile(dataDir), z.array(ChildRecord)) ?? []) {
    const ended = await endProcess(orphan, orphan.stopSignal, orphan.stopsWithinMs);
    if (ended) say(`Ended ${orphan.name} (pid ${orphan.pid}), which an earlier start had left running.`);
  }
  recordChildren(dataDir, []);
}
