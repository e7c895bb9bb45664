import { cpus, release, totalmem, type } from "node:os";
import type { Figures } from "./measures/measure.ts";
import { median } from "./statistics.ts";

interface Row {
  letter: string;
  what: string;
  /** Name of the figure, as the measures give it. */
  figure: string;
  unit: string;
  /** The figure that this one is divided by. */
  against?: string;
  target?: Target;
}

interface Target {
  text: string;
  /** Null when the figure it is compared with was not measured. */
  isReached(figure: number, ratio: number | null): boolean | null;
}

const rate = "per second";
const cpuSeconds = "s per 1,000";

const ratioAtLeast = (least: number, text: string): Target => ({
  text: `at least ${least} ${text}`,
  isReached: (_, ratio) => (ratio === null ? null : ratio >= least),
});

const ratioAtMost = (most: number, text: string): Target => ({
  text: `at most ${most} ${text}`,
  isReached: (_, ratio) => (ratio === null ? null : ratio <= most),
});

const below = (limit: number, unit: string): Target => ({
  text: `below ${limit} ${unit}`,
  isReached: (figure) => figure < limit,
});

const nearBare = ratioAtLeast(0.7, "of bare calls");

/** Calls of the product, below the bare ones that they are compared with. */
const readRows = (letter: string, name: string, what: string, target?: Target): Row[] => [
  { letter, what: `bare ${what}`, figure: `bare.${name}.rate`, unit: rate },
  { letter, what: "  CPU, server", figure: `bare.${name}.cpu.server`, unit: cpuSeconds },
  { letter, what: "  CPU, Postgres", figure: `bare.${name}.cpu.postgres`, unit: cpuSeconds },
  {
    letter,
    what,
    figure: `${name}.rate`,
    unit: rate,
    against: `bare.${name}.rate`,
    ...(target && { target }),
  },
  { letter, what: "  p50", figure: `${name}.p50`, unit: "ms", against: `bare.${name}.p50` },
  { letter, what: "  p99", figure: `${name}.p99`, unit: "ms", against: `bare.${name}.p99` },
  {
    letter,
    what: "  CPU, API + worker",
    figure: `${name}.cpu.server`,
    unit: cpuSeconds,
    against: `bare.${name}.cpu.server`,
  },
  {
    letter,
    what: "  CPU, Postgres",
    figure: `${name}.cpu.postgres`,
    unit: cpuSeconds,
    against: `bare.${name}.cpu.postgres`,
  },
];

/** Triggers while an organisation floods, against the same without the flood. */
const fairnessRows = (kind: string, what: string): Row[] => [
  { letter: "j", what: `${what}, idle, p50`, figure: `fairness.${kind}.idle.p50`, unit: "ms" },
  { letter: "j", what: "  idle, p99", figure: `fairness.${kind}.idle.p99`, unit: "ms" },
  {
    letter: "j",
    what: "  during a flood, p50",
    figure: `fairness.${kind}.flood.p50`,
    unit: "ms",
    against: `fairness.${kind}.idle.p50`,
  },
  {
    letter: "j",
    what: "  during a flood, p99",
    figure: `fairness.${kind}.flood.p99`,
    unit: "ms",
    against: `fairness.${kind}.idle.p99`,
    target: ratioAtMost(1.5, "of idle"),
  },
];

/** A broadcast to all open sockets of one kind. */
const socketRows = (kind: string, what: string): Row[] => [
  { letter: "k", what: `deliveries to ${what}`, figure: `sockets.${kind}.rate`, unit: rate },
  { letter: "k", what: "  p50 since the request", figure: `sockets.${kind}.p50`, unit: "ms" },
  { letter: "k", what: "  p99 since the request", figure: `sockets.${kind}.p99`, unit: "ms" },
  { letter: "k", what: "  CPU, API + worker", figure: `sockets.${kind}.cpu.belfry`, unit: cpuSeconds },
  { letter: "k", what: "  CPU, Postgres", figure: `sockets.${kind}.cpu.postgres`, unit: cpuSeconds },
];

/** Events that join windows, against the same events without a digest. */
const digestRows = (letter: string, name: string, what: string, against: string): Row[] => [
  { letter, what, figure: `${name}.rate`, unit: rate, against },
  { letter, what: "  last message after the end", figure: `${name}.late`, unit: "ms" },
  { letter, what: "  CPU, API + worker", figure: `${name}.cpu.belfry`, unit: cpuSeconds },
  { letter, what: "  CPU, Temporal", figure: `${name}.cpu.temporal`, unit: cpuSeconds },
  { letter, what: "  CPU, Postgres", figure: `${name}.cpu.postgres`, unit: cpuSeconds },
];

/** A list of many rows, called by one client. */
const listRows = (name: string, what: string): Row[] => [
  { letter: "n", what: `${what}, p50`, figure: `lists.${name}.p50`, unit: "ms" },
  { letter: "n", what: "  longest", figure: `lists.${name}.longest`, unit: "ms", target: below(200, "ms") },
];

const rows: readonly Row[] = [
  { letter: "a", what: "bare executions", figure: "bareExecutions.rate", unit: rate },
  { letter: "a", what: "  idle, p50", figure: "bareExecutions.idle.p50", unit: "ms" },
  { letter: "a", what: "  idle, p99", figure: "bareExecutions.idle.p99", unit: "ms" },
  { letter: "a", what: "  loaded, p50", figure: "bareExecutions.loaded.p50", unit: "ms" },
  { letter: "a", what: "  loaded, p99", figure: "bareExecutions.loaded.p99", unit: "ms" },
  { letter: "a", what: "  CPU, worker", figure: "bareExecutions.cpu.worker", unit: cpuSeconds },
  { letter: "a", what: "  CPU, Temporal", figure: "bareExecutions.cpu.temporal", unit: cpuSeconds },
  {
    letter: "b",
    what: "single triggers to the socket",
    figure: "single.rate",
    unit: rate,
    against: "bareExecutions.rate",
    target: ratioAtLeast(0.8, "of bare executions"),
  },
  {
    letter: "b",
    what: "  idle, p50",
    figure: "single.idle.p50",
    unit: "ms",
    against: "bareExecutions.idle.p50",
    target: ratioAtMost(1.6, "of a bare execution"),
  },
  { letter: "b", what: "  idle, p99", figure: "single.idle.p99", unit: "ms", against: "bareExecutions.idle.p99" },
  { letter: "b", what: "  loaded, p50", figure: "single.loaded.p50", unit: "ms", against: "bareExecutions.loaded.p50" },
  { letter: "b", what: "  loaded, p99", figure: "single.loaded.p99", unit: "ms", against: "bareExecutions.loaded.p99" },
  {
    letter: "b",
    what: "  CPU, API + worker",
    figure: "single.cpu.belfry",
    unit: cpuSeconds,
    against: "bareExecutions.cpu.worker",
    target: ratioAtMost(1.35, "of the bare worker"),
  },
  {
    letter: "b",
    what: "  CPU, Temporal",
    figure: "single.cpu.temporal",
    unit: cpuSeconds,
    against: "bareExecutions.cpu.temporal",
  },
  { letter: "b", what: "  CPU, Postgres", figure: "single.cpu.postgres", unit: cpuSeconds },
  { letter: "c", what: "bare inserts of the same rows", figure: "bareRows.rate", unit: rate },
  {
    letter: "c",
    what: "broadcast in-app",
    figure: "broadcast.rate",
    unit: rate,
    against: "bareRows.rate",
    target: ratioAtLeast(0.45, "of bare rows"),
  },
  {
    letter: "c",
    what: "  against an execution each",
    figure: "broadcast.rate",
    unit: rate,
    against: "perRecipient.rate",
    target: ratioAtLeast(200, "times"),
  },
  { letter: "c", what: "  CPU, API + worker", figure: "broadcast.cpu.belfry", unit: cpuSeconds },
  { letter: "c", what: "  CPU, Temporal", figure: "broadcast.cpu.temporal", unit: cpuSeconds },
  { letter: "c", what: "  CPU, Postgres", figure: "broadcast.cpu.postgres", unit: cpuSeconds },
  {
    letter: "d",
    what: "broadcast by email",
    figure: "email.rate",
    unit: rate,
    against: "bareRows.rate",
    target: ratioAtLeast(0.14, "of bare rows"),
  },
  { letter: "d", what: "  CPU, API + worker", figure: "email.cpu.belfry", unit: cpuSeconds },
  { letter: "d", what: "  CPU, Temporal", figure: "email.cpu.temporal", unit: cpuSeconds },
  { letter: "d", what: "  CPU, Postgres", figure: "email.cpu.postgres", unit: cpuSeconds },
  { letter: "d", what: "  CPU, mail server", figure: "email.cpu.sink", unit: cpuSeconds },
  { letter: "e", what: "an execution per recipient", figure: "perRecipient.rate", unit: rate },
  { letter: "e", what: "  CPU, worker", figure: "perRecipient.cpu.worker", unit: cpuSeconds },
  { letter: "e", what: "  CPU, Temporal", figure: "perRecipient.cpu.temporal", unit: cpuSeconds },
  { letter: "e", what: "  CPU, Postgres", figure: "perRecipient.cpu.postgres", unit: cpuSeconds },
  ...digestRows("i", "digest", "events digested", "broadcast.rate"),
  ...digestRows("m", "digestOne", "single triggers digested", "single.rate"),
  ...readRows("f", "feed", "first page of a feed", nearBare),
  ...readRows("f", "count", "unseen count", nearBare),
  ...readRows("f", "list", "list of messages", nearBare),
  ...readRows("l", "get", "read of a subscriber"),
  ...readRows("l", "update", "change of a subscriber"),
  ...readRows("l", "create", "create and delete of a topic"),
  { letter: "l", what: "bare creates, reads, changes, deletes", figure: "bare.records.rate", unit: rate },
  {
    letter: "l",
    what: "creates, reads, changes, deletes",
    figure: "records.rate",
    unit: rate,
    against: "bare.records.rate",
    target: nearBare,
  },
  ...socketRows("plain", "plain sockets"),
  ...socketRows("socketIo", "sockets of socket.io"),
  {
    letter: "g",
    what: "single triggers to a mail server",
    figure: "singleEmail.rate",
    unit: rate,
    against: "bareExecutions.rate",
    target: ratioAtLeast(0.5, "of bare executions"),
  },
  {
    letter: "g",
    what: "  idle, p50",
    figure: "singleEmail.idle.p50",
    unit: "ms",
    against: "bareExecutions.idle.p50",
  },
  {
    letter: "g",
    what: "  idle, p99",
    figure: "singleEmail.idle.p99",
    unit: "ms",
    against: "bareExecutions.idle.p99",
  },
  { letter: "g", what: "  loaded, p50", figure: "singleEmail.loaded.p50", unit: "ms" },
  { letter: "g", what: "  loaded, p99", figure: "singleEmail.loaded.p99", unit: "ms" },
  {
    letter: "g",
    what: "  CPU, API + worker",
    figure: "singleEmail.cpu.belfry",
    unit: cpuSeconds,
    against: "bareExecutions.cpu.worker",
  },
  {
    letter: "g",
    what: "  CPU, Temporal",
    figure: "singleEmail.cpu.temporal",
    unit: cpuSeconds,
    against: "bareExecutions.cpu.temporal",
  },
  { letter: "g", what: "  CPU, Postgres", figure: "singleEmail.cpu.postgres", unit: cpuSeconds },
  { letter: "g", what: "  CPU, mail server", figure: "singleEmail.cpu.sink", unit: cpuSeconds },
  { letter: "h", what: "critical triggers, idle, p50", figure: "critical.idle.p50", unit: "ms" },
  { letter: "h", what: "  idle, p99", figure: "critical.idle.p99", unit: "ms" },
  {
    letter: "h",
    what: "  during a broadcast, p50",
    figure: "critical.loaded.p50",
    unit: "ms",
    against: "critical.idle.p50",
  },
  {
    letter: "h",
    what: "  during a broadcast, p99",
    figure: "critical.loaded.p99",
    unit: "ms",
    against: "critical.idle.p99",
    target: ratioAtMost(1.5, "of idle"),
  },
  { letter: "h", what: "  the broadcast meanwhile", figure: "critical.broadcast.rate", unit: rate },
  ...fairnessRows("other", "another organisation's triggers"),
  ...fairnessRows("critical", "critical triggers of the flooding one"),
  { letter: "j", what: "  the flood meanwhile", figure: "fairness.flood.rate", unit: rate },
  { letter: "j", what: "  latencies that count", figure: "fairness.counted", unit: "%" },
  ...listRows("subscribers", "first page of subscribers"),
  ...listRows("nextSubscribers", "a page of subscribers by cursor"),
  ...listRows("searched", "subscribers by the beginning of an address"),
  ...listRows("searchedByAny", "subscribers by a name that all have"),
  ...listRows("suppressions", "first page of suppressions"),
  ...listRows("suppressionsByAddress", "suppressions by the beginning of an address"),
  ...listRows("members", "members of a topic of everybody"),
  ...listRows("failureGroups", "groups of failures"),
  ...listRows("waiting", "waiting runs"),
  ...listRows("analytics", "analytics of 30 days"),
  ...listRows("messages", "first page of messages"),
  ...listRows("messagesOfOne", "messages of a subscriber"),
  ...listRows("activity", "first page of the activity feed"),
  ...listRows("activityOfChannel", "activity of a channel"),
  ...listRows("activityOfOne", "activity of a subscriber"),
  ...listRows("activityOfVersion", "activity of a version"),
  ...listRows("activityFailed", "failed runs, of which there are none"),
  ...listRows("activityOfTenant", "activity of a tenant that has none"),
  ...listRows("activityOfProvider", "activity of a provider that has none"),
  ...listRows("activityOfReason", "activity of a reason that nothing has"),
  ...listRows("activityCount", "count of runs of a version"),
  ...listRows("statistics", "numbers of week and month"),
  ...listRows("days", "graph of 32 days"),
  ...listRows("feed", "first page of a feed"),
  {
    letter: "",
    what: "memory, API + worker, peak",
    figure: "belfry.memory",
    unit: "MiB",
    target: below(450, "MiB"),
  },
];

const HEADINGS = ["", "", "median", "", "lowest to highest", "ratio", "target", ""];

/**
 * Returns the table of all figures. They are medians of the rounds. A ratio is the median of each round's own ratio, so
 * that it stays the same on a machine that is slower in one round than in the next.
 */
export function reportOf(rounds: readonly Figures[]): string {
  const lines = rows.flatMap((row) => {
    const values = rounds.flatMap((round) => round[row.figure] ?? []);
    return values.length === 0 ? [] : [cellsOf(row, values, ratioOf(row, rounds))];
  });
  const table = [HEADINGS, ...lines];
  const widths = HEADINGS.map((_, column) => Math.max(...table.map((cells) => cells[column]?.length ?? 0)));
  const isNumber = [false, false, true, false, true, true, false, false];
  return table
    .map((cells) =>
      cells
        .map((cell, column) =>
          isNumber[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
        )
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function cellsOf({ letter, what, unit, target }: Row, values: readonly number[], ratio: number | null): string[] {
  const figure = median(values);
  return [
    letter,
    what,
    formatted(figure),
    unit,
    values.length > 1 ? `${formatted(Math.min(...values))} to ${formatted(Math.max(...values))}` : "",
    ratio === null ? "" : formatted(ratio),
    target?.text ?? "",
    target ? judgementOf(target.isReached(figure, ratio)) : "",
  ];
}

function judgementOf(isReached: boolean | null): string {
  if (isReached === null) return "not compared";
  return isReached ? "reached" : "missed";
}

function ratioOf({ figure, against }: Row, rounds: readonly Figures[]): number | null {
  if (against === undefined) return null;
  const ratios = rounds.flatMap((round) => {
    const [ours, theirs] = [round[figure], round[against]];
    return ours === undefined || theirs === undefined ? [] : [ours / theirs];
  });
  return ratios.length === 0 ? null : median(ratios);
}

function formatted(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Describes the machine and the servers. */
export function machine(servers: string): string {
  const processors = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  return [
    `${processors.length} cores (${processors[0]?.model.trim() ?? "unknown"}), ${memory} GiB`,
    `${type()} ${release()}`,
    `Node ${process.version}`,
    servers,
  ].join(", ");
}
