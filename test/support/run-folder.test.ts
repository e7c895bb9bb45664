import { existsSync } from "node:fs";
import { execa } from "execa";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { projectRoot } from "#config.ts";
import { identify, waitForEnd } from "#scripts/servers/process-table.ts";

/** A run whose launcher has started a process, and is interrupted before it has noted it. */
const INTERRUPTED_RUN = `
  import { spawn } from "node:child_process";
  import { createRunFolder, noteGroup } from "./test/support/run-folder.ts";
  const folder = createRunFolder();
  const launcher = spawn("sh", ["-c", "sleep 60 & echo $!; wait"], { detached: true, stdio: ["ignore", "pipe", "ignore"] });
  noteGroup(folder, launcher.pid);
  launcher.stdout.once("data", (pid) => console.log(JSON.stringify({ folder, launcher: launcher.pid, started: Number(pid) })));
`;

const Run = z.object({ folder: z.string(), launcher: z.number(), started: z.number() });

test.each(["SIGINT", "SIGTERM"] as const)(
  "a run that is ended by %s leaves neither its folder nor what has not been noted yet",
  async (signal) => {
    const run = execa("node", ["--import", "tsx", "--input-type=module", "--eval", INTERRUPTED_RUN], {
      cwd: projectRoot,
      reject: false,
    });
    onTestFinished(() => void run.kill("SIGKILL"));
    const { value } = await run.iterable()[Symbol.asyncIterator]().next();
    const { folder, launcher, started } = Run.parse(JSON.parse(String(value)));
    const processes = [identify(launcher), identify(started)].flatMap((process) => process ?? []);
    expect(processes).toHaveLength(2);
    expect(existsSync(folder)).toBe(true);
    run.kill(signal);
    expect((await run).exitCode).toBe(130);
    expect(existsSync(folder)).toBe(false);
    for (const process of processes) expect(await waitForEnd(process, 5_000)).toBe(true);
  },
);
