import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** Resources of a process with all its descendants. */
export interface Usage {
  /** Since the start. */
  cpuSeconds: number;
  /** The most memory that was resident since the start, added up over the processes. `ps` shows only what is resident now. */
  peakBytes: number;
}

interface ProcessRow extends Usage {
  pid: number;
  parent: number;
}

/** Linux counts CPU time for programs in hundredths of a second, whatever the kernel's own clock does. */
const TICKS_PER_SECOND = 100;

/**
 * The usage of a process tree. Children that have ended count too, once their parent has collected them, as Postgres does
 * with the process of each connection.
 */
export function usageOf(root: number): Usage {
  const total: Usage = { cpuSeconds: 0, peakBytes: 0 };
  for (const row of processTree(root)) {
    total.cpuSeconds += row.cpuSeconds;
    total.peakBytes += row.peakBytes;
  }
  return total;
}

/** A process with all its descendants. */
export function processTree(root: number): ProcessRow[] {
  const table = process.platform === "linux" ? tableOfProc() : tableOfPs();
  const members = new Set([root]);
  // Parents mostly have the lower pid, but after a wrap-around not: look again until nobody new turns up.
  for (let before = 0; before !== members.size; ) {
    before = members.size;
    for (const { pid, parent } of table) if (members.has(parent)) members.add(pid);
  }
  return table.filter(({ pid }) => members.has(pid));
}

function tableOfProc(): ProcessRow[] {
  return readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? rowOfProc(name) : []));
}

function rowOfProc(pid: string): ProcessRow[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the program's name in brackets and may hold spaces: count from its end (proc_pid_stat(5)).
    const fields = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const [parent = 0] = fields.slice(1);
    const ticks = fields.slice(11, 15).reduce((sum, value) => sum + value, 0);
    const peak = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0;
    return [
      {
        pid: Number(pid),
        parent,
        cpuSeconds: ticks / TICKS_PER_SECOND,
        peakBytes: Number(peak) * 1024,
      },
    ];
  } catch {
    // Ended between the listing and the look at it.
    return [];
  }
}

function tableOfPs(): ProcessRow[] {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid=,rss=,time="], { encoding: "utf8" }).trim().split("\n");
  return lines.map((line) => {
    const [pid = "", parent = "", kilobytes = "", time = ""] = line.trim().split(/\s+/);
    return {
      pid: Number(pid),
      parent: Number(parent),
      cpuSeconds: secondsOf(time),
      peakBytes: Number(kilobytes) * 1024,
    };
  });
}

/** `[days-][hours:]minutes:seconds[.hundredths]`, as ps prints it. */
export function secondsOf(time: string): number {
  const [clock = "", days = "0"] = time.split("-").toReversed();
  return clock.split(":").reduce((sum, part) => sum * 60 + Number(part), 0) + Number(days) * 86_400;
}
