import type { Reporter, TestModule } from "vitest/node";

const SLOWEST = 10;

interface FileTime {
  project: string;
  path: string;
  tests: number;
  /** Milliseconds, as all times here, in which the environment of the worker was set up. */
  environment: number;
  /** The worker's start, set-up files and imports. */
  startUp: number;
  /** Tests and hooks. */
  running: number;
}

interface Span {
  from: number;
  to: number;
}

/**
 * Prints where the time of a run went: each project, its start-up apart, and the slowest files; and the tests that passed only
 * at the second attempt, so that nobody overlooks a race because the run is green.
 */
export default class TimeReport implements Reporter {
  readonly #spans = new Map<string, Span>();

  onTestModuleQueued({ project }: TestModule): void {
    const now = performance.now();
    if (!this.#spans.has(project.name)) this.#spans.set(project.name, { from: now, to: now });
  }

  onTestModuleEnd({ project }: TestModule): void {
    const span = this.#spans.get(project.name);
    if (span) span.to = performance.now();
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules.map(timeOf);
    const flaky = modules.flatMap((module) =>
      [...module.children.allTests()].flatMap((test) =>
        test.diagnostic()?.flaky ? [`${module.relativeModuleId} > ${test.fullName}`] : [],
      ),
    );
    // biome-ignore lint/suspicious/noConsole: a reporter prints
    console.log(
      ["", ...projectLines(files, this.#spans), "", ...slowestLines(files), "", ...flakyLines(flaky)].join("\n"),
    );
  }
}

function timeOf(module: TestModule): FileTime {
  const { prepareDuration, environmentSetupDuration, setupDuration, collectDuration, duration } = module.diagnostic();
  return {
    project: module.project.name,
    path: module.relativeModuleId,
    tests: [...module.children.allTests()].length,
    // Workers that are shared report the environment, which they set up once, with each file.
    environment: environmentSetupDuration,
    startUp: prepareDuration + setupDuration + collectDuration,
    running: duration,
  };
}

/** Files run beside each other, so the sums of a project exceed the time from its first file to its last. */
export function projectLines(files: readonly FileTime[], spans: ReadonlyMap<string, Span>): string[] {
  const names = [...new Set(files.map(({ project }) => project))];
  const rows = names.map((name) => {
    const own = files.filter(({ project }) => project === name);
    const environments = new Set(own.map(({ environment }) => environment));
    const { from, to } = spans.get(name) ?? { from: 0, to: 0 };
    return [
      name,
      String(own.length),
      String(sum(own, "tests")),
      seconds(sum(own, "startUp") + [...environments].reduce((all, one) => all + one, 0)),
      seconds(sum(own, "running")),
      seconds(to - from),
    ];
  });
  return table([["project", "files", "tests", "start-up s", "tests s", "first to last s"], ...rows]);
}

export function slowestLines(files: readonly FileTime[]): string[] {
  const slowest = files.toSorted((a, b) => total(b) - total(a)).slice(0, SLOWEST);
  return table([
    ["slowest files", "start-up s", "tests s"],
    ...slowest.map((file) => [`${file.project} ${file.path}`, seconds(file.startUp), seconds(file.running)]),
  ]);
}

export const flakyLines = (names: readonly string[]): string[] =>
  names.length === 0 ? [] : ["passed at the second attempt only", ...names.map((name) => `  ${name}`), ""];

const total = ({ startUp, running }: FileTime): number => startUp + running;

const sum = (files: readonly FileTime[], of: "tests" | "startUp" | "running"): number =>
  files.reduce((all, file) => all + file[of], 0);

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(1);

/** The first column is aligned to the left, figures to the right. */
function table(rows: readonly string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  "),
  );
}
