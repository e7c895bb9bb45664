import { writeJson } from "#scripts/files.ts";
import { explain } from "#scripts/problem.ts";
import { type Cleanup, withCleanup } from "./cleanup.ts";
import { startFixture } from "./fixture.ts";
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
import type { MeasureContext, Round } from "./measures/measure.ts";
import { measureRecords } from "./measures/records.ts";
import { measureSingleEmails } from "./measures/single-emails.ts";
import { measureSingleTriggers } from "./measures/single-triggers.ts";
import { measureSockets } from "./measures/sockets.ts";
import { type MeasureId, type Options, readOptions } from "./options.ts";
import { machine } from "./report.ts";
import { createOutcome, exitStatusOf, outcomeText, type PlannedMeasure, runMeasures } from "./run-measures.ts";
import { createTestEnvironment, sendEmailThrough } from "./test-environment.ts";

interface MeasureDefinition {
  readonly id: MeasureId;
  readonly name: string;
  prepare(context: MeasureContext): Promise<Round>;
}

/** Measures whose rounds alternate, in their order: what is compared runs one after the other. */
const alternating: readonly MeasureDefinition[] = [
  { id: "a", name: "bare executions", prepare: measureBareExecutions },
  { id: "b", name: "single triggers", prepare: measureSingleTriggers },
  { id: "g", name: "single emails", prepare: measureSingleEmails },
  { id: "c", name: "bare rows", prepare: measureBareRows },
  { id: "c", name: "broadcast in-app", prepare: measureBroadcast },
  { id: "d", name: "broadcast by email", prepare: measureEmailBroadcast },
  { id: "e", name: "execution per recipient", prepare: measureExecutionPerRecipient },
  { id: "i", name: "digests", prepare: measureDigests },
  { id: "m", name: "digests of single triggers", prepare: measureDigestsOfOne },
];

/** Measures that run alone after the others: reads of a full database without writes, then the broadcasts that enlarge it. */
const separate: readonly MeasureDefinition[] = [
  { id: "f", name: "reads", prepare: measureFeedReads },
  { id: "l", name: "single records", prepare: measureRecords },
  { id: "k", name: "fan-out to open sockets", prepare: measureSockets },
  { id: "h", name: "critical triggers during a broadcast", prepare: measureCriticalTriggers },
  { id: "j", name: "another organisation, and critical triggers, during a flood", prepare: measureFairness },
  { id: "n", name: "lists of millions", prepare: measureLargeLists },
];

const MEBIBYTE = 1024 * 1024;

/** A subscriber with a run, a message and what belongs to them, with indexes: in memory, millions of them would leave none for the servers. */
const LISTED_ROW_BYTES = 4_000;

const log = (line: string) => process.stderr.write(`${line}\n`);

/** Runs the measures and prints their report. Returns the exit status. */
async function run({ rounds, only, sizes, limitMs, json }: Options, cleanup: Cleanup): Promise<number> {
  log("Starting Postgres, Temporal and Belfry ...");
  const listsAreMeasured = only.has("n");
  const fixture = await startFixture(cleanup, listsAreMeasured ? sizes.listedRows * LISTED_ROW_BYTES : undefined);
  const organization = { organization: "Benchmarks", subscribers: sizes.subscribers };
  const environment = await createTestEnvironment(fixture, organization);
  const mailSink = await startMailSink(fixture, cleanup);
  await sendEmailThrough(environment, mailSink.port);

  const plan = ({ id, name, prepare }: MeasureDefinition): PlannedMeasure => ({
    name: `${id}: ${name}`,
    async prepare(cleanup) {
      const round = await prepare({ fixture, environment, mailSink, sizes, cleanup });
      return async (cleanup) => ({
        ...(await round(cleanup)),
        "belfry.memory": fixture.usage().belfry.peakBytes / MEBIBYTE,
      });
    },
  });
  const isWanted = ({ id }: MeasureDefinition) => only.has(id);
  const groups = [alternating.filter(isWanted).map(plan), ...separate.filter(isWanted).map((each) => [plan(each)])];
  const outcome = createOutcome(rounds);
  const report = (counted: string) => {
    process.stdout.write(outcomeText(outcome, `${machine(fixture.servers)}; ${counted}`));
    const { results, failures } = outcome;
    if (json !== null) writeJson(json, { machine: machine(fixture.servers), sizes, rounds: results, failures });
  };
  // A run takes more than an hour, and much has been measured when it is interrupted.
  const reportInterrupted = () => report("medians until it was interrupted");
  process.once("exit", reportInterrupted);
  await runMeasures(groups, outcome, { limitMs, log });
  process.off("exit", reportInterrupted);
  report(`medians of ${rounds} ${rounds === 1 ? "round" : "rounds"}`);
  return exitStatusOf(outcome);
}

async function main(): Promise<number> {
  try {
    const options = readOptions(process.argv.slice(2));
    return await withCleanup((cleanup) => run(options, cleanup));
  } catch (error) {
    log(explain(error));
    return 1;
  }
}

// A measure whose time was up may still wait for something: nobody waits for that.
process.exit(await main());
