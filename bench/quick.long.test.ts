import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { expect, onTestFinished, test, vi } from "vitest";
import { childEnvironment, projectRoot } from "#config.ts";
import {
  commandLine,
  identify,
  isRunning,
  type ProcessIdentity,
  signalProcess,
  waitForEnd,
} from "#scripts/servers/process-table.ts";
import { MEASURES } from "./options.ts";
import { processTree } from "./process-usage.ts";

const LOOK_MS = 200;
const STARTED_MS = 300_000;

/** Runs the command in a process group of its own, as a terminal does, and notes every process that it starts. */
function startBench(...args: string[]) {
  const npm = spawn("npm", ["run", "bench", "--", "--quick", ...args], {
    cwd: projectRoot,
    // The test runner's own settings are not the command's.
    env: childEnvironment({ NODE_ENV: undefined, VITEST: undefined, NODE_OPTIONS: undefined }),
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [table, log]: [string[], string[]] = [[], []];
  npm.stdout.on("data", (chunk) => table.push(String(chunk)));
  npm.stderr.on("data", (chunk) => log.push(String(chunk)));
  const seen = new Map<string, ProcessIdentity>();
  const look = () => {
    for (const { pid } of npm.pid === undefined ? [] : processTree(npm.pid)) {
      const identity = identify(pid);
      if (identity) seen.set(`${pid} ${identity.birth}`, identity);
    }
  };
  const timer = setInterval(look, LOOK_MS);
  const ended = new Promise<number | null>((resolve) => npm.once("close", resolve)).finally(() => clearInterval(timer));
  onTestFinished(() => {
    for (const process of seen.values()) signalProcess(process, "SIGKILL");
  });

  return {
    table: () => table.join(""),
    log: () => log.join(""),
    /** Resolves when the log says so. */
    logs: (text: string) => vi.waitFor(() => expect(log.join("")).toContain(text), STARTED_MS),
    interrupt() {
      look();
      if (npm.pid !== undefined) process.kill(-npm.pid, "SIGINT");
    },
    /** The running process whose command line contains a text. */
    find: (text: string) => [...seen.values()].find((each) => isRunning(each) && commandLine(each.pid).includes(text)),
    /** Resolves with the exit status. */
    ended,
    /** Command lines of what is left of all processes, and names of temporary folders. */
    async leftBehind(): Promise<string[]> {
      const left: string[] = [];
      for (const each of seen.values()) if (!(await waitForEnd(each, 1_000))) left.push(commandLine(each.pid));
      const pids = [...seen.values()].map(({ pid }) => pid);
      const folders = readdirSync(tmpdir()).filter((name) =>
        pids.some((pid) => name.startsWith(`belfry-test-${pid}-`)),
      );
      return [...left, ...folders];
    },
    seen: () => seen.size,
  };
}

const letters = (table: string) => new Set(table.match(/^[a-z](?= )/gm));

test("every measure runs, and nothing is left running", async () => {
  const bench = startBench();
  const status = await bench.ended;
  expect(bench.log()).not.toContain(" failed ");
  // Storing the rows of n takes long, so it runs only when it is asked for.
  expect(letters(bench.table())).toEqual(new Set(MEASURES.filter((id) => id !== "n")));
  expect(status).toBe(0);
  // npm, the bench, three servers, and a process for each bare contender.
  expect(bench.seen()).toBeGreaterThan(10);
  expect(await bench.leftBehind()).toEqual([]);
});

test("a measure that loses its process is reported while the others run, and the exit status says so", async () => {
  const bench = startBench("--only", "a,d,l");
  await bench.logs("a: bare executions, while warming up");
  const contender = await vi.waitUntil(() => bench.find("bare-executions.ts"), STARTED_MS);
  signalProcess(contender, "SIGKILL");
  expect(await bench.ended).not.toBe(0);
  expect(bench.table()).toMatch(
    /^a: bare executions failed while warming up: .*bare-executions\.ts ended \(SIGKILL\)/m,
  );
  expect(letters(bench.table())).toEqual(new Set(["d", "l"]));
  expect(await bench.leftBehind()).toEqual([]);
});

test.each([
  { line: "Starting Postgres", measured: [] },
  { line: "a: bare executions, while warming up", measured: [] },
  { line: "c: bare rows, in round 2 of 2", measured: ["a", "c"] },
])("Ctrl-C ends it with all its processes, and what it has measured is printed: $line", async ({ line, measured }) => {
  const bench = startBench("--only", "a,c", "--rounds", "2");
  await bench.logs(line);
  bench.interrupt();
  expect(await bench.ended).not.toBe(0);
  expect(letters(bench.table())).toEqual(new Set(measured));
  expect(await bench.leftBehind()).toEqual([]);
});
