import { expect, test, vi } from "vitest";
import { z } from "zod";
import { commandLine, identify, isRunning, type ProcessIdentity } from "#scripts/servers/process-table.ts";
import type { Cleanup } from "./cleanup.ts";
import { processTree } from "./process-usage.ts";
import { createOutcome, exitStatusOf, outcomeText, type PlannedMeasure, runMeasures } from "./run-measures.ts";
import { startSubprocess } from "./subprocess.ts";

const run = async (groups: readonly (readonly PlannedMeasure[])[], limitMs = 60_000) => {
  const lines: string[] = [];
  const outcome = createOutcome(2);
  await runMeasures(groups, outcome, { limitMs, log: (line) => lines.push(line) });
  return { ...outcome, lines, text: outcomeText(outcome, "A machine"), exitStatus: exitStatusOf(outcome) };
};

const succeeding = (name: string, figure: string): PlannedMeasure => ({
  name,
  prepare: async () => async () => ({ [figure]: 1 }),
});

const failsToPrepare: PlannedMeasure = {
  name: "a: bare executions",
  prepare: () => Promise.reject(new Error("There is no workflow order")),
};

/** Fails in the second round that counts. */
const failsLater: PlannedMeasure = {
  name: "b: single triggers",
  async prepare() {
    let rounds = 0;
    return async () => {
      rounds += 1;
      if (rounds === 3) throw new Error("2 of 20 messages arrived");
      return { "single.rate": 1 };
    };
  },
};

test("a measure that fails is reported, and the others run", async () => {
  const groups = [
    [failsToPrepare, failsLater, succeeding("d: broadcast by email", "email.rate")],
    [succeeding("l: single records", "records.rate")],
  ];
  const { failures, results, text, lines, exitStatus } = await run(groups);
  expect(failures).toMatchObject([
    { measure: "a: bare executions", when: "while it was prepared" },
    { measure: "b: single triggers", when: "in round 2 of 2" },
  ]);
  expect(results).toEqual([
    { "single.rate": 1, "email.rate": 1, "records.rate": 1 },
    { "email.rate": 1, "records.rate": 1 },
  ]);
  const reported = text.split("\n").slice(-4);
  expect(reported).toEqual([
    "A machine",
    "a: bare executions failed while it was prepared: Error: There is no workflow order",
    "b: single triggers failed in round 2 of 2: Error: 2 of 20 messages arrived",
    "",
  ]);
  expect(text).toMatch(/^d +broadcast by email +1\.00/m);
  expect(lines.join("\n")).toContain("run-measures.test.ts");
  expect(exitStatus).toBe(1);
});

test("when all measures succeed the exit status says so", async () => {
  const { failures, exitStatus, text } = await run([[succeeding("d: broadcast by email", "email.rate")]]);
  expect({ failures, exitStatus }).toEqual({ failures: [], exitStatus: 0 });
  expect(text).toMatch(/\nA machine\n$/);
});

test("a measure that fails runs no more, and is ended before the next one begins", async () => {
  const steps: string[] = [];
  const noting = (name: string, fails: boolean): PlannedMeasure => ({
    name,
    async prepare(cleanup) {
      cleanup.defer(() => steps.push(`${name} ends`));
      return async (roundCleanup) => {
        roundCleanup.defer(() => steps.push(`${name}'s round ends`));
        steps.push(`${name} runs`);
        if (fails) throw new Error("No");
        return {};
      };
    },
  });
  await run([[noting("first", true), noting("second", false)]]);
  const first = ["first runs", "first's round ends", "first ends"];
  const second = ["second runs", "second's round ends"];
  expect(steps).toEqual([...first, ...second, ...second, ...second, "second ends"]);
});

test("what cannot be ended is reported, and the rest is ended", async () => {
  const ended: string[] = [];
  const measure: PlannedMeasure = {
    name: "stubborn",
    async prepare(cleanup) {
      cleanup.defer(() => ended.push("first"));
      cleanup.defer(() => Promise.reject(new Error("It is stuck")));
      return async () => ({});
    },
  };
  const { failures, exitStatus } = await run([[measure]]);
  expect(failures).toMatchObject([{ when: "while it was ended", reason: expect.stringContaining("It is stuck") }]);
  expect(ended).toEqual(["first"]);
  expect(exitStatus).toBe(1);
});

/** Children of this process that run the script of a mail server. */
const mailServers = (): ProcessIdentity[] =>
  processTree(process.pid).flatMap(({ pid }) => (commandLine(pid).includes("smtp-sink") ? (identify(pid) ?? []) : []));

test("child processes end with their measure, whether it succeeds or fails", async () => {
  const seen: ProcessIdentity[] = [];
  const startServer = async (cleanup: Cleanup) => {
    const server = await startSubprocess("processes/smtp-sink.ts", {}, cleanup);
    seen.push(...mailServers());
    return server;
  };
  const succeeds: PlannedMeasure = {
    name: "succeeds",
    async prepare(cleanup) {
      await startServer(cleanup);
      return async () => ({});
    },
  };
  const fails: PlannedMeasure = {
    name: "fails",
    async prepare(cleanup) {
      await startServer(cleanup);
      return async (roundCleanup) => {
        const server = await startServer(roundCleanup);
        return { mails: await server.call("unknown", null, z.number()) };
      };
    },
  };
  const isNotPrepared: PlannedMeasure = {
    name: "is not prepared",
    async prepare(cleanup) {
      await startServer(cleanup);
      throw new Error("No");
    },
  };
  const { failures } = await run([[succeeds], [fails], [isNotPrepared]]);
  expect(failures).toMatchObject([
    { measure: "fails", when: "while warming up", reason: expect.stringContaining("There is no such command") },
    { measure: "is not prepared", when: "while it was prepared" },
  ]);
  expect(new Set(seen.map(({ pid }) => pid)).size).toBe(4);
  expect(seen.filter(isRunning)).toEqual([]);
  // It starts four processes, one after the other.
}, 60_000);

test("a measure whose time is up has failed, and what it starts afterwards ends at once", async () => {
  const ended: string[] = [];
  let goOn = () => {};
  const slow: PlannedMeasure = {
    name: "slow",
    async prepare(cleanup) {
      await new Promise<void>((resolve) => {
        cleanup.signal.addEventListener("abort", () => ended.push("signal"));
        cleanup.defer(() => ended.push("in time"));
        goOn = resolve;
      });
      cleanup.defer(() => ended.push("late"));
      return async () => ({});
    },
  };
  const endless: PlannedMeasure = {
    name: "endless",
    prepare: async () => (roundCleanup) => {
      roundCleanup.defer(() => ended.push("round"));
      return new Promise(() => {});
    },
  };
  const { failures, exitStatus } = await run([[slow], [endless]], 50);
  expect(failures).toMatchObject([
    { measure: "slow", when: "while it was prepared", reason: expect.stringContaining("longer than 0.05 s") },
    { measure: "endless", when: "while warming up", reason: expect.stringContaining("longer than 0.05 s") },
  ]);
  expect(exitStatus).toBe(1);
  expect(ended).toEqual(["signal", "in time", "round"]);
  goOn();
  await vi.waitFor(() => expect(ended).toContain("late"));
});

test("a call of a process that has ended fails", async () => {
  const measure: PlannedMeasure = {
    name: "loses its process",
    async prepare(cleanup) {
      const server = await startSubprocess("processes/smtp-sink.ts", {}, cleanup);
      return async () => {
        const waiting = server.call("arrival", { address: "ada@example.com", mails: 1 }, z.null());
        for (const { pid } of mailServers()) process.kill(pid, "SIGKILL");
        await waiting.catch(() => server.call("count", null, z.unknown()));
        return {};
      };
    },
  };
  const { failures } = await run([[measure]]);
  expect(failures).toMatchObject([
    { when: "while warming up", reason: expect.stringMatching(/channel closed|ended/i) },
  ]);
});
