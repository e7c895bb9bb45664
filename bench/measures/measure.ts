import type { Cleanup } from "../cleanup.ts";
import type { Fixture } from "../fixture.ts";
import type { MailSink } from "../mail-sink.ts";
import type { Sizes } from "../options.ts";
import type { Usage } from "../process-usage.ts";
import type { TestEnvironment } from "../test-environment.ts";

/** Figures of one round, by name: `<what>.<figure>`. Their units are in `report.ts`. */
export type Figures = Record<string, number>;

/** Runs a measure that is ready once. What it starts for the round is ended by the cleanup. */
export type Round = (cleanup: Cleanup) => Promise<Figures>;

export interface MeasureContext {
  /** Ends what the measure has started for all of its rounds. */
  readonly cleanup: Cleanup;
  readonly fixture: Fixture;
  readonly environment: TestEnvironment;
  readonly mailSink: MailSink;
  readonly sizes: Sizes;
}

/** Pause between requests that are sent one at a time, in milliseconds. */
export const IDLE_PAUSE_MS = 10;

/** Starts to measure CPU time. The result returns the seconds that each process tree has used per thousand operations. */
export function startCpuMeter<Name extends string>(usage: () => Record<Name, Usage>) {
  const before = usage();
  return (operations: number, prefix: string): Figures => {
    const after = usage();
    const figures: Figures = {};
    for (const name in after) {
      const seconds = after[name].cpuSeconds - before[name].cpuSeconds;
      figures[`${prefix}.cpu.${name}`] = (seconds / operations) * 1000;
    }
    return figures;
  };
}
