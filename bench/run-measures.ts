import { explain } from "#scripts/problem.ts";
import { type Cleanup, createCleanup, withCleanup } from "./cleanup.ts";
import type { Figures, Round } from "./measures/measure.ts";
import { reportOf } from "./report.ts";

/** A measure, bound to what it measures. */
export interface PlannedMeasure {
  readonly name: string;
  /** Gets ready. What it starts for all rounds is ended by the cleanup, after the last one. */
  prepare(cleanup: Cleanup): Promise<Round>;
}

/** Why a measure has no figures of some rounds. */
export interface Failure {
  readonly measure: string;
  /** Such as "in round 1 of 3". */
  readonly when: string;
  readonly reason: string;
}

/** Measures whose rounds alternate. */
export type Group = readonly PlannedMeasure[];

interface RunOptions {
  /** A preparation or a round that takes longer has failed. */
  readonly limitMs: number;
  /** Takes a line about what happens at the moment. */
  log(line: string): void;
}

/** The figures and failures of measures; of a run that goes on, so far. */
export interface Outcome {
  /** Of each round that counts. */
  readonly results: readonly Figures[];
  readonly failures: Failure[];
}

export const createOutcome = (rounds: number): Outcome => ({
  results: Array.from({ length: rounds }, () => ({})),
  failures: [],
});

/**
 * Runs groups of measures, one after the other, and adds to the outcome. Every round that it has runs each measure of a group once,
 * after a round for warming up that does not count. One that fails is ended and runs no more; the others go on.
 */
export async function runMeasures(
  groups: readonly Group[],
  { results, failures }: Outcome,
  { limitMs, log }: RunOptions,
): Promise<void> {
  /** Takes a step of a measure. Returns its result; undefined when it failed. */
  async function attempt<Result>(
    measure: string,
    when: string,
    step: () => Promise<Result>,
  ): Promise<Result | undefined> {
    try {
      return await step();
    } catch (error) {
      const failure = { measure, when, reason: explain(error) };
      failures.push(failure);
      log(failureLine(failure));
      return undefined;
    }
  }

  async function runGroup(group: Group): Promise<void> {
    const ready = new Map<string, { round: Round; end(): Promise<void> }>();
    for (const { name, prepare } of group) {
      log(`Preparing ${name} ...`);
      const cleanup = createCleanup();
      const end = async () => void (await attempt(name, "while it was ended", () => cleanup.run()));
      const round = await attempt(name, "while it was prepared", () => within(limitMs, prepare(cleanup)));
      if (round) ready.set(name, { round, end });
      else await end();
    }
    for (const [index, figures] of [{}, ...results].entries()) {
      const when = index === 0 ? "while warming up" : `in round ${index} of ${results.length}`;
      for (const [name, { round, end }] of ready) {
        log(`${name}, ${when} ...`);
        const measured = await attempt(name, when, () => withCleanup((cleanup) => within(limitMs, round(cleanup))));
        if (measured) Object.assign(figures, measured);
        else {
          ready.delete(name);
          await end();
        }
      }
    }
    for (const { end } of ready.values()) await end();
  }

  for (const group of groups) await runGroup(group);
}

const failureLine = ({ measure, when, reason }: Failure): string => `${measure} failed ${when}: ${reason}`;

/** Returns the table of the figures, a line about the run, and one about each failure, without its stack. */
export function outcomeText({ results, failures }: Outcome, about: string): string {
  const lines = failures.map((failure) => failureLine(failure).split("\n", 1).join());
  return `${[reportOf(results), "", about, ...lines].join("\n")}\n`;
}

/** Returns the exit status of the bench. */
export const exitStatusOf = ({ failures }: Outcome): number => (failures.length === 0 ? 0 : 1);

async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`It took longer than ${milliseconds / 1000} s`)), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
