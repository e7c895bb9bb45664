import { explain } from "#scripts/problem.ts";
import { type Cleanup, createCleanup, withCleanup } from "./cleanup.ts";
import type { Figures, Round } from "./measures/measure.ts";

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

interface RunOptions {
  /** The figures of each round that counts are added to these. */
  readonly results: readonly Figures[];
  /** A preparation or a round that takes longer has failed. */
  readonly limitMs: number;
  log(line: string): void;
}

/**
 * Runs groups of measures, one after the other. The measures of a group alternate: every round runs each of them once, after a
 * round for warming up that does not count. One that fails is ended and runs no more; the others go on. Returns the failures.
 */
export async function runMeasures(
  groups: readonly (readonly PlannedMeasure[])[],
  { results, limitMs, log }: RunOptions,
): Promise<Failure[]> {
  const failures: Failure[] = [];

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

  async function runGroup(group: readonly PlannedMeasure[]): Promise<void> {
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
        log(`${index === 0 ? "Warming up" : `Round ${index} of ${results.length}`}, ${name} ...`);
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
  return failures;
}

const failureLine = ({ measure, when, reason }: Failure): string => `${measure} failed ${when}: ${reason}`;

/** Returns the lines of a report about failures, without stacks; empty when there are none. */
export function failuresText(failures: readonly Failure[]): string {
  return failures
    .map((failure) => {
      const [line = ""] = failureLine(failure).split("\n", 1);
      return `${line}\n`;
    })
    .join("");
}

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
