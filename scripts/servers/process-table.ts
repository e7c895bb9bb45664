import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { systemCode } from "../problem.ts";

/**
 * A process that can be told from a later one that got the same pid. `birth` names the boot and the moment of its
 * start, so equal pid and birth is the very process that was recorded.
 */
export const ProcessIdentity = z.object({ pid: z.number().int().positive(), birth: z.string() });
export type ProcessIdentity = z.infer<typeof ProcessIdentity>;

/** The identity of a running process; null when there is none with that pid (a zombie counts as none). */
export function identify(pid: number): ProcessIdentity | null {
  const birth = process.platform === "linux" ? birthOnLinux(pid) : birthByPs(pid);
  return birth === null ? null : { pid, birth };
}

export function isRunning({ pid, birth }: ProcessIdentity): boolean {
  return identify(pid)?.birth === birth;
}

/** The command line of a running process; empty when there is none. */
export function commandLine(pid: number): string {
  try {
    if (process.platform === "linux") return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
    return execFileSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], { encoding: "utf8", stdio: "pipe" });
  } catch {
    // Gone between two looks: the same answer as never there.
    return "";
  }
}

/** Sends a signal to exactly that process. @returns false when it is gone. */
export function signalProcess(target: ProcessIdentity, signal: NodeJS.Signals): boolean {
  if (!isRunning(target)) return false;
  try {
    process.kill(target.pid, signal);
    return true;
  } catch (error) {
    if (systemCode(error) === "ESRCH") return false;
    throw error;
  }
}

/** Ends a process group by force, by the pid of its leader. */
export function endGroup(leader: number): void {
  try {
    process.kill(-leader, "SIGKILL");
  } catch (error) {
    // All of it has ended.
    if (systemCode(error) !== "ESRCH") throw error;
  }
}

/** Waits until the process is gone. @returns whether it went within the time. */
export async function waitForEnd(target: ProcessIdentity, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds;
  while (isRunning(target)) {
    if (Date.now() >= deadline) return false;
    await sleep(50);
  }
  return true;
}

/** Asks a process to end, by force when it does not within the time. @returns false when it was gone already. */
export async function endProcess(
  target: ProcessIdentity,
  signal: NodeJS.Signals,
  milliseconds: number,
): Promise<boolean> {
  if (!signalProcess(target, signal)) return false;
  if (!(await waitForEnd(target, milliseconds))) {
    signalProcess(target, "SIGKILL");
    await waitForEnd(target, 5_000);
  }
  return true;
}

/** The pid of a process's parent; null when the process is gone. */
export function parentOf(pid: number): number | null {
  try {
    if (process.platform === "linux") return Number(statFields(pid)[1]);
    return Number(execFileSync("ps", ["-o", "ppid=", "-p", String(pid)], { encoding: "utf8", stdio: "pipe" }));
  } catch {
    // No such process.
    return null;
  }
}

let bootId: string | undefined;

function birthOnLinux(pid: number): string | null {
  try {
    const fields = statFields(pid);
    const state = fields[0];
    if (state === "Z" || state === "X") return null;
    bootId ??= readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return `${bootId}/${fields[19]}`;
  } catch {
    // No such process.
    return null;
  }
}

/** Returns the fields of a process in /proc, from its state on. */
function statFields(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The program's name before the state is in brackets and may hold spaces and brackets itself: count from its end.
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

function birthByPs(pid: number): string | null {
  try {
    const [state, ...start] = execFileSync("ps", ["-o", "state=,lstart=", "-p", String(pid)], {
      encoding: "utf8",
      stdio: "pipe",
    })
      .trim()
      .split(/\s+/);
    return state === undefined || state === "" || state.startsWith("Z") ? null : start.join(" ");
  } catch {
    // ps ends with 1 when there is no such process.
    return null;
  }
}
