import { writeJson } from "#scripts/files.ts";
import { explain } from "#scripts/problem.ts";
import { type Fixture, startFixture } from "./fixture.ts";
import { startMailSink } from "./mail-sink.ts";
import { measureBareExecutions } from "./measures/bare-executions.ts";
import { measureBareRows } from "./measures/bare-rows.ts";
import { measureBroadcast } from "./measures/broadcast.ts";
import { measureCriticalTriggers } from "./measures/critical-triggers.ts";
import { measureDigests, measureDigestsOfOne } from "./measures/digests.ts";
import { measureEmailBroadcast } from "./measures/email-broadcast.ts";
import { measureExecutionPerRecipient } from "./measures/execution-per-recipient.ts";
import { measureFairness } from "./measures/fairness.ts";
import { measureFeedReads } from "./measures/feed-reads.ts";
import { measureLargeLists } from "./measures/large-lists.ts";
import type { Figures, Measure, MeasureContext } from "./measures/measure.ts";
import { measureRecords } from "./measures/records.ts";
import { measureSingleEmails } from "./measures/single-emails.ts";
import { measureSingleTriggers } from "./measures/single-triggers.ts";
import { measureSockets } from "./measures/sockets.ts";
import { type MeasureId, type Options, readOptions } from "./options.ts";
import { machine, reportOf } from "./report.ts";
import { createTestEnvironment, sendEmailThrough } from "./test-environment.ts";

type PrepareMeasure = (context: MeasureContext) => Promise<Measure>;

/** Measures whose rounds alternate, in their order: what is compared runs one after the other. */
const alternating: readonly (readonly [MeasureId, PrepareMeasure])[] = [
  ["a", measureBareExecutions],
  ["b", measureSingleTriggers],
  ["g", measureSingleEmails],
  ["c", measureBareRows],
  ["c", measureBroadcast],
  ["d", measureEmailBroadcast],
  ["e", measureExecutionPerRecipient],
  ["i", measureDigests],
  ["m", measureDigestsOfOne],
];

/** Measures that run alone after the others: reads of a full database without writes, then the broadcasts that enlarge it. */
const separate: readonly (readonly [MeasureId, PrepareMeasure])[] = [
  ["f", measureFeedReads],
  ["l", measureRecords],
  ["k", measureSockets],
  ["h", measureCriticalTriggers],
  ["j", measureFairness],
  ["n", measureLargeLists],
];

const MEBIBYTE = 1024 * 1024;

const log = (line: string) => process.stderr.write(`${line}\n`);

async function run({ rounds, only, sizes, json }: Options): Promise<void> {
  log("Starting Postgres, Temporal and Belfry ...");
  const fixture = await startFixture();
  try {
    const organization = { organization: "Benchmarks", subscribers: sizes.subscribers };
    const environment = await createTestEnvironment(fixture, organization);
    const results = Array.from({ length: rounds }, (): Figures => ({}));
    const mailSink = await startMailSink(fixture);
    try {
      await sendEmailThrough(environment, mailSink.port);
      await measure({ fixture, environment, mailSink, sizes }, only, results);
    } finally {
      await mailSink.stop();
      // Also when a measure failed: those before it took long.
      process.stdout.write(
        `${reportOf(results)}\n\n${machine(fixture.servers)}; medians of ${rounds} ${rounds === 1 ? "round" : "rounds"}\n`,
      );
      if (json !== null) writeJson(json, { machine: machine(fixture.servers), sizes, rounds: results });
    }
  } finally {
    await fixture.stop();
  }
}

async function measure(context: MeasureContext, only: Options["only"], results: readonly Figures[]): Promise<void> {
  const { fixture } = context;
  const measures: Measure[] = [];
  for (const [id, prepare] of alternating) if (only.has(id)) measures.push(await prepare(context));
  await runRounds(fixture, measures, results);
  for (const [id, prepare] of separate) {
    if (only.has(id)) await runRounds(fixture, [await prepare(context)], results);
  }
}

/** Runs every measure once in every round, after a round for warming up that does not count. */
async function runRounds(fixture: Fixture, measures: readonly Measure[], results: readonly Figures[]): Promise<void> {
  try {
    for (const [round, figures] of [{}, ...results].entries()) {
      for (const measure of measures) {
        log(`${round === 0 ? "Warming up" : `Round ${round} of ${results.length}`}, ${measure.name} ...`);
        Object.assign(figures, await measure.round());
        Object.assign(figures, { "belfry.memory": fixture.usage().belfry.peakBytes / MEBIBYTE });
      }
    }
  } finally {
    for (const measure of measures) await measure.close?.();
  }
}

try {
  await run(readOptions(process.argv.slice(2)));
} catch (error) {
  log(explain(error));
  process.exitCode = 1;
}
