import { writeJson } from "#scripts/files.ts";
import { explain } from "#scripts/problem.ts";
import { createCustomer } from "./customer.ts";
import { measureBareRows } from "./measures/bare-rows.ts";
import { measureBroadcast } from "./measures/broadcast.ts";
import { measureEmailBroadcast } from "./measures/email-broadcast.ts";
import { measureFeedReads } from "./measures/feed-reads.ts";
import { measureFloor } from "./measures/floor.ts";
import type { Figures, Ground, Measure } from "./measures/measure.ts";
import { measureNaive } from "./measures/naive.ts";
import { measureSingleTriggers } from "./measures/single-triggers.ts";
import { type MeasureId, type Options, readOptions } from "./options.ts";
import { machine, reportOf } from "./report.ts";
import { openStage } from "./stage.ts";

/** In the order in which they take their turns: what is compared runs one after the other. */
const measures: readonly (readonly [MeasureId, (ground: Ground) => Promise<Measure>])[] = [
  ["a", measureFloor],
  ["b", measureSingleTriggers],
  ["c", measureBareRows],
  ["c", measureBroadcast],
  ["e", measureNaive],
  ["d", measureEmailBroadcast],
];

const say = (line: string) => process.stderr.write(`${line}\n`);

async function run({ rounds, only, sizes, json }: Options): Promise<void> {
  say("Starting Postgres, Temporal and Belfry ...");
  const stage = await openStage();
  try {
    const customer = await createCustomer(stage, sizes.subscribers);
    const ground: Ground = { stage, customer, sizes };
    const results = Array.from({ length: rounds }, (): Figures => ({}));

    const contestants: Measure[] = [];
    for (const [id, prepare] of measures) if (only.has(id)) contestants.push(await prepare(ground));
    await alternate(contestants, results);
    // Reading comes last, on its own: it wants a full database that nobody writes to.
    if (only.has("f")) await alternate([await measureFeedReads(ground)], results);

    process.stdout.write(
      `${reportOf(results)}\n\n${machine(stage.servers)}; medians of ${rounds} ${rounds === 1 ? "round" : "rounds"}\n`,
    );
    if (json !== null) writeJson(json, { machine: machine(stage.servers), sizes, rounds: results });
  } finally {
    await stage.stop();
  }
}

/** Lets everybody have a turn in every round, after one that does not count and warms everything up. */
async function alternate(contestants: readonly Measure[], results: readonly Figures[]): Promise<void> {
  try {
    for (const [round, figures] of [{}, ...results].entries()) {
      for (const { name, round: measureOnce } of contestants) {
        say(`${round === 0 ? "Warming up" : `Round ${round} of ${results.length}`}, ${name} ...`);
        Object.assign(figures, await measureOnce());
      }
    }
  } finally {
    for (const contestant of contestants) await contestant.close?.();
  }
}

try {
  await run(readOptions(process.argv.slice(2)));
} catch (error) {
  say(explain(error));
  process.exitCode = 1;
}
