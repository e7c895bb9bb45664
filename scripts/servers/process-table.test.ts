import { spawn } from "node:child_process";
import { expect, test, vi } from "vitest";
import { commandLine, endProcess, identify, isRunning, signalProcess } from "./process-table.ts";

function sleeper(): { pid: number; ended: Promise<string | null> } {
  const child = spawn("sleep", ["60"], { stdio: "ignore" });
  const ended = new Promise<string | null>((done) => child.once("exit", (_, signal) => done(signal)));
  return { pid: child.pid ?? 0, ended };
}

test("a process is known by its pid and the moment of its start", async () => {
  const { pid, ended } = sleeper();
  const identity = identify(pid);
  expect(identity).toEqual({ pid, birth: expect.any(String) });
  // Between fork and exec a process has no command line.
  await vi.waitFor(() => expect(commandLine(pid)).toContain("sleep 60"), 10_000);
  if (identity) expect(await endProcess(identity, "SIGTERM", 2_000)).toBe(true);
  expect(await ended).toBe("SIGTERM");
  expect(identify(pid)).toBeNull();
});

test("a process that got the pid of a recorded one is left alone", async () => {
  const { pid, ended } = sleeper();
  const recorded = { pid, birth: "another boot/1" };
  expect(isRunning(recorded)).toBe(false);
  expect(signalProcess(recorded, "SIGKILL")).toBe(false);
  expect(await endProcess(recorded, "SIGKILL", 100)).toBe(false);
  const identity = identify(pid);
  expect(identity).not.toBeNull();
  if (identity) signalProcess(identity, "SIGTERM");
  await ended;
});
