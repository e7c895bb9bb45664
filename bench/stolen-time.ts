import { readFileSync } from "node:fs";

/** Between readings of the clocks of the processors. */
const EVERY_MS = 100;
/** Around the beginning of what is timed: shorter, and the hundredths of a second that the kernel counts by would decide. */
const AROUND_MS = 500;
/** Of the time of all processors. A virtual machine whose host is shared always misses a little. */
const STOLEN_MOST = 0.1;

/**
 * Watches for how long the machine's processors are given to others: a virtual machine stands still meanwhile, and what a clock shows
 * of its programs says nothing about them (steal time, proc_stat(5)). Where the system does not tell, nothing is stolen.
 */
export function watchStolenTime(read: () => ProcessorTime = readProcessorTime, now = () => performance.now()) {
  const samples: (ProcessorTime & { at: number })[] = [];
  const sample = () => samples.push({ at: now(), ...read() });
  sample();
  const timer = setInterval(sample, EVERY_MS);
  return {
    sample,
    /** Whether next to nothing was stolen around the beginning of a time, and in the time itself, in milliseconds of `performance.now()`. */
    isWhole(from: number, to: number): boolean {
      const before = samples.findLast(({ at }) => at <= from - AROUND_MS) ?? samples[0];
      const after = samples.find(({ at }) => at >= Math.max(to, from + AROUND_MS)) ?? samples.at(-1);
      if (!before || !after || after.all === before.all) return true;
      return (after.stolen - before.stolen) / (after.all - before.all) <= STOLEN_MOST;
    },
    close: () => clearInterval(timer),
  };
}

/** In hundredths of a second since the machine's start, over all processors. */
interface ProcessorTime {
  all: number;
  stolen: number;
}

function readProcessorTime(): ProcessorTime {
  if (process.platform !== "linux") return { all: 0, stolen: 0 };
  const [line = ""] = readFileSync("/proc/stat", "utf8").split("\n", 1);
  // user, nice, system, idle, iowait, irq, softirq, steal; what follows is part of the first two.
  const times = line.trim().split(/\s+/).slice(1, 9).map(Number);
  return { all: times.reduce((sum, time) => sum + time, 0), stolen: times[7] ?? 0 };
}
