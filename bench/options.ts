import { parseArgs } from "node:util";
import { Problem } from "#scripts/problem.ts";

/** The measures, by the letters of `docs/performance.md`. */
export const MEASURES = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n"] as const;
export type MeasureId = (typeof MEASURES)[number];

/** Measures that run only when `--only` names them: storing ten million rows of three kinds takes half an hour. */
const NAMED_ONLY: ReadonlySet<string> = new Set<MeasureId>(["n"]);

/** The amount of work of one round. */
export interface Sizes {
  /** Bare executions, and triggers, at `inFlight` at the same time. */
  readonly executions: number;
  readonly inFlight: number;
  /** Executions, and triggers, one at a time. */
  readonly idle: number;
  /** Subscribers of the environment, all of whom a broadcast reaches. */
  readonly subscribers: number;
  /** Recipients that are served by an execution each. */
  readonly executionsPerRecipient: number;
  /** In-app messages in the environment while the feed is read, and how many of them are the reader's. */
  readonly storedMessages: number;
  readonly readerMessages: number;
  readonly reads: number;
  /** Reads and changes of single records. */
  readonly recordCalls: number;
  /** Inboxes that are open at the same time, and how often all of them get a message. */
  readonly openInboxes: number;
  readonly fanOuts: number;
  /** Subscribers of the environment that is broadcast to while critical triggers are measured, and how many triggers. */
  readonly largeBroadcast: number;
  readonly criticalTriggers: number;
  /** Subscribers of the organisation that floods, and latencies of each kind: the 99th percentile of few is luck. */
  readonly flood: number;
  readonly floodedTriggers: number;
  /** Subscribers for whom events are digested, triggers for one of them each, and how long a window is open. */
  readonly digestSubscribers: number;
  readonly digestEvents: number;
  readonly digestSeconds: number;
  /** Subscribers, runs and messages each, of which lists show a page. */
  readonly listedRows: number;
}

/** All events have to join within this time. */
export const DIGEST_SECONDS = 20;

const FULL: Sizes = {
  executions: 600,
  inFlight: 20,
  idle: 60,
  subscribers: 10_000,
  executionsPerRecipient: 500,
  storedMessages: 100_000,
  readerMessages: 1_200,
  reads: 6_000,
  recordCalls: 4_000,
  openInboxes: 500,
  fanOuts: 6,
  largeBroadcast: 50_000,
  criticalTriggers: 400,
  flood: 100_000,
  floodedTriggers: 1_000,
  digestSubscribers: 1_000,
  digestEvents: 10_000,
  digestSeconds: DIGEST_SECONDS,
  listedRows: 10_000_000,
};

/** Enough to see whether everything works; the figures say little. */
const QUICK: Sizes = {
  ...FULL,
  executions: 100,
  idle: 20,
  subscribers: 2_000,
  executionsPerRecipient: 50,
  storedMessages: 10_000,
  reads: 200,
  recordCalls: 1_000,
  openInboxes: 50,
  fanOuts: 2,
  largeBroadcast: 5_000,
  criticalTriggers: 100,
  flood: 5_000,
  floodedTriggers: 100,
  digestSubscribers: 200,
  digestEvents: 1_000,
  listedRows: 100_000,
};

const MINUTE_MS = 60_000;

export interface Options {
  readonly rounds: number;
  readonly only: ReadonlySet<MeasureId>;
  readonly sizes: Sizes;
  /** A preparation or a round that takes longer has failed. */
  readonly limitMs: number;
  /** File for the raw figures of every round; null writes none. */
  readonly json: string | null;
}

/** Reads `--rounds N --only a,b --quick --json FILE`. @throws Problem that names the argument and the remedy */
export function readOptions(args: readonly string[]): Options {
  const { values } = parse(args);
  const rounds = Number(values.rounds ?? (values.quick ? 1 : 3));
  if (!Number.isInteger(rounds) || rounds < 1) throw new Problem("--rounds has to be a whole number, 1 or more.");
  return {
    rounds,
    only: new Set(
      values.only === undefined ? MEASURES.filter((id) => !NAMED_ONLY.has(id)) : values.only.split(",").map(measureId),
    ),
    sizes: values.quick ? QUICK : FULL,
    limitMs: values.quick ? 5 * MINUTE_MS : 60 * MINUTE_MS,
    json: values.json ?? null,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        rounds: { type: "string" },
        only: { type: "string" },
        quick: { type: "boolean" },
        json: { type: "string" },
      },
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Problem(`${reason} Known are --rounds N, --only a,b,c, --quick and --json FILE.`);
  }
}

function measureId(text: string): MeasureId {
  const found = MEASURES.find((id) => id === text.trim());
  if (found) return found;
  throw new Problem(`--only knows no measure ${text}: give some of ${MEASURES.join(", ")}, separated by commas.`);
}
