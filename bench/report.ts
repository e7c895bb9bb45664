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
  target?: {
    text: string;
    /** null when it cannot be told, because the reference was not measured. */
    reached(figure: number, ratio: number | null): boolean | null;
  };
}

const rate = "per second";

const atLeast = (least: number, ratio: number | null): boolean | null => (ratio === null ? null : ratio >= least);

const rows: readonly Row[] = [
  { letter: "a", what: "bare executions", figure: "floor.rate", unit: rate },
  { letter: "a", what: "  idle, p50", figure: "floor.idle.p50", unit: "ms" },
  { letter: "a", what: "  idle, p99", figure: "floor.idle.p99", unit: "ms" },
  { letter: "a", what: "  loaded, p50", figure: "floor.loaded.p50", unit: "ms" },
  { letter: "a", what: "  loaded, p99", figure: "floor.loaded.p99", unit: "ms" },
  { letter: "a", what: "  CPU, worker", figure: "floor.cpu.worker", unit: "s per 1,000" },
  { letter: "a", what: "  CPU, Temporal", figure: "floor.cpu.temporal", unit: "s per 1,000" },
  {
    letter: "b",
    what: "single triggers to the socket",
    figure: "single.rate",
    unit: rate,
    against: "floor.rate",
    target: { text: "0.6 of bare executions", reached: (_, ratio) => atLeast(0.6, ratio) },
  },
  {
    letter: "b",
    what: "  idle, p50",
    figure: "single.idle.p50",
    unit: "ms",
    against: "floor.idle.p50",
    target: { text: "under 40 ms", reached: (figure) => figure < 40 },
  },
  { letter: "b", what: "  idle, p99", figure: "single.idle.p99", unit: "ms", against: "floor.idle.p99" },
  { letter: "b", what: "  loaded, p50", figure: "single.loaded.p50", unit: "ms", against: "floor.loaded.p50" },
  { letter: "b", what: "  loaded, p99", figure: "single.loaded.p99", unit: "ms", against: "floor.loaded.p99" },
  {
    letter: "b",
    what: "  CPU, API + worker",
    figure: "single.cpu.belfry",
    unit: "s per 1,000",
    against: "floor.cpu.worker",
  },
  {
    letter: "b",
    what: "  CPU, Temporal",
    figure: "single.cpu.temporal",
    unit: "s per 1,000",
    against: "floor.cpu.temporal",
  },
  { letter: "b", what: "  CPU, Postgres", figure: "single.cpu.postgres", unit: "s per 1,000" },
  { letter: "c", what: "bare inserts of the same rows", figure: "bare.rate", unit: rate },
  {
    letter: "c",
    what: "broadcast in-app",
    figure: "broadcast.rate",
    unit: rate,
    against: "bare.rate",
    target: {
      text: "2,000/s or 0.25 of bare inserts",
      reached: (figure, ratio) => figure >= 2_000 || atLeast(0.25, ratio),
    },
  },
  {
    letter: "c",
    what: "  against an execution each",
    figure: "broadcast.rate",
    unit: rate,
    against: "naive.rate",
    target: { text: "40 times", reached: (_, ratio) => atLeast(40, ratio) },
  },
  {
    letter: "c",
    what: "  memory, API + worker, peak",
    figure: "broadcast.memory",
    unit: "MiB",
    target: { text: "under 500 MiB", reached: (figure) => figure < 500 },
  },
  { letter: "c", what: "  CPU, API + worker", figure: "broadcast.cpu.belfry", unit: "s per 1,000" },
  { letter: "c", what: "  CPU, Temporal", figure: "broadcast.cpu.temporal", unit: "s per 1,000" },
  { letter: "c", what: "  CPU, Postgres", figure: "broadcast.cpu.postgres", unit: "s per 1,000" },
  {
    letter: "d",
    what: "broadcast by email",
    figure: "email.rate",
    unit: rate,
    target: { text: "800/s", reached: (figure) => figure >= 800 },
  },
  { letter: "d", what: "  CPU, API + worker", figure: "email.cpu.belfry", unit: "s per 1,000" },
  { letter: "d", what: "  CPU, Temporal", figure: "email.cpu.temporal", unit: "s per 1,000" },
  { letter: "d", what: "  CPU, Postgres", figure: "email.cpu.postgres", unit: "s per 1,000" },
  { letter: "d", what: "  CPU, the mail server", figure: "email.cpu.sink", unit: "s per 1,000" },
  { letter: "e", what: "an execution per recipient", figure: "naive.rate", unit: rate },
  { letter: "e", what: "  CPU, worker", figure: "naive.cpu.worker", unit: "s per 1,000" },
  { letter: "e", what: "  CPU, Temporal", figure: "naive.cpu.temporal", unit: "s per 1,000" },
  { letter: "e", what: "  CPU, Postgres", figure: "naive.cpu.postgres", unit: "s per 1,000" },
  { letter: "f", what: "first page of a feed", figure: "feed.rate", unit: rate },
  { letter: "f", what: "  p50", figure: "feed.p50", unit: "ms" },
  { letter: "f", what: "  p99", figure: "feed.p99", unit: "ms" },
  { letter: "f", what: "unseen count", figure: "count.rate", unit: rate },
  { letter: "f", what: "  p50", figure: "count.p50", unit: "ms" },
  { letter: "f", what: "  p99", figure: "count.p99", unit: "ms" },
];

const HEADINGS = ["", "", "median", "", "lowest to highest", "ratio", "target", ""];

/**
 * The table of all that was measured. Figures are medians of the rounds; a ratio is the median of each round's own ratio,
 * which a machine that is slower in one round than in the next does not bend.
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
    shown(figure),
    unit,
    values.length > 1 ? `${shown(Math.min(...values))} to ${shown(Math.max(...values))}` : "",
    ratio === null ? "" : shown(ratio),
    target?.text ?? "",
    target ? verdictOn(target.reached(figure, ratio)) : "",
  ];
}

function verdictOn(reached: boolean | null): string {
  if (reached === null) return "not compared";
  return reached ? "reached" : "missed";
}

function ratioOf({ figure, against }: Row, rounds: readonly Figures[]): number | null {
  if (against === undefined) return null;
  const ratios = rounds.flatMap((round) => {
    const [ours, theirs] = [round[figure], round[against]];
    return ours === undefined || theirs === undefined ? [] : [ours / theirs];
  });
  return ratios.length === 0 ? null : median(ratios);
}

function shown(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** What it was measured on. */
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
