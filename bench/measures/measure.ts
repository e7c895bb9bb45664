import type { Customer } from "../customer.ts";
import type { Sizes } from "../options.ts";
import type { Usage } from "../process-usage.ts";
import type { Stage } from "../stage.ts";

/** Figures of one round, by name: `<what>.<figure>`, the units being in `report.ts`. */
export type Figures = Record<string, number>;

/** One contestant, ready to run; it is measured once in every round, in turn with the others. */
export interface Measure {
  readonly name: string;
  round(): Promise<Figures>;
  close?(): Promise<void>;
}

export interface Ground {
  readonly stage: Stage;
  readonly customer: Customer;
  readonly sizes: Sizes;
}

/** Notes CPU time from now on; the result tells the seconds that each process tree used for a thousand things. */
export function meterCpu<Name extends string>(usage: () => Record<Name, Usage>) {
  const before = usage();
  return (things: number, prefix: string): Figures => {
    const after = usage();
    const figures: Figures = {};
    for (const name in after) {
      const seconds = after[name].cpuSeconds - before[name].cpuSeconds;
      figures[`${prefix}.cpu.${name}`] = (seconds / things) * 1000;
    }
    return figures;
  };
}
