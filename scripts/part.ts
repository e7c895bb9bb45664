import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { explain, Problem } from "./problem.ts";
import { identify, type ProcessIdentity, signalProcess, waitForEnd } from "./servers/process-table.ts";

/** How one process of the product is started, known to be ready, and stopped. */
export interface PartDefinition {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly user?: { readonly uid: number; readonly gid: number } | undefined;
  /** Output goes to this file, not through us: a pipe would break the process when the launcher is killed. */
  readonly logFile: string;
  readonly stopSignal: "SIGTERM" | "SIGINT";
  /** Runs before each start, also before a restart: clears what a killed predecessor left. */
  readonly prepare?: () => Promise<void>;
  /** Resolves once the process serves; it is asked again and again while it throws. */
  readonly probe: () => Promise<void>;
  readonly readyWithinMs: number;
}

export interface Part {
  readonly name: string;
  readonly stopSignal: PartDefinition["stopSignal"];
  /** The process that runs now; null before the start, after the end, and while it waits to be started again. */
  identity(): ProcessIdentity | null;
  /**
   * Starts it and waits until it serves. From then on a process that dies is started again.
   * @throws Problem when it does not get ready; nothing is left running then
   */
  start(): Promise<void>;
  /** Asks the process to end, by force after that time. Never started again from then on. */
  stop(withinMs: number): Promise<void>;
}

export interface PartEvents {
  /** A line for the person at the terminal. */
  say(line: string): void;
  /** The process was replaced or ended: whoever records pids looks again. */
  changed(): void;
}

const backoff = { firstMs: 500, mostMs: 30_000, forgetAfterMs: 60_000 };

/** One supervised process: started, started again when it dies (waiting longer each time it dies soon), stopped. */
export function createPart(definition: PartDefinition, events: PartEvents): Part {
  const { name, stopSignal } = definition;
  let child: RunningChild | null = null;
  let wait = backoff.firstMs;
  const stopped = new AbortController();

  async function launch(): Promise<void> {
    await definition.prepare?.();
    if (stopped.signal.aborted) return;
    const running = spawnChild(definition);
    child = running;
    events.changed();
    try {
      await becomeReady(definition, running);
    } catch (error) {
      if (signalProcess(running.identity, "SIGKILL")) await waitForEnd(running.identity, 5_000);
      forget(running);
      throw error;
    }
    void running.end.then((how) => startAgain(running, how));
  }

  function forget(running: RunningChild): void {
    if (child === running) child = null;
    events.changed();
  }

  async function startAgain(running: RunningChild, how: string): Promise<void> {
    forget(running);
    if (Date.now() - running.startedAt > backoff.forgetAfterMs) wait = backoff.firstMs;
    if (!stopped.signal.aborted) events.say(`${name} stopped unexpectedly (${how}); starting it again.`);
    while (!stopped.signal.aborted) {
      // The wait is cut short by stop(), which the loop's condition then sees.
      await sleep(wait, undefined, { signal: stopped.signal }).catch(() => undefined);
      wait = Math.min(wait * 2, backoff.mostMs);
      try {
        await launch();
        if (!stopped.signal.aborted) events.say(`${name} runs again.`);
        return;
      } catch (error) {
        if (!stopped.signal.aborted) events.say(`${name} did not start: ${explain(error)}`);
      }
    }
  }

  async function stop(withinMs: number): Promise<void> {
    stopped.abort();
    const identity = child?.identity;
    if (!identity || !signalProcess(identity, stopSignal) || (await waitForEnd(identity, withinMs))) return;
    events.say(`${name} did not stop in time and was ended by force.`);
    signalProcess(identity, "SIGKILL");
    await waitForEnd(identity, 1_000);
  }

  return { name, stopSignal, identity: () => child?.identity ?? null, start: launch, stop };
}

interface RunningChild {
  readonly identity: ProcessIdentity;
  readonly startedAt: number;
  /** Resolves with how it ended: a signal's name or an exit code. */
  readonly end: Promise<string>;
  ended(): boolean;
}

function spawnChild({ name, command, args, env, cwd, user, logFile }: PartDefinition): RunningChild {
  mkdirSync(dirname(logFile), { recursive: true });
  if (existsSync(logFile) && statSync(logFile).size > 10_000_000) renameSync(logFile, `${logFile}.1`);
  const log = openSync(logFile, "a");
  // Not by execa, which hands on no descriptor of a file but pipes it through this process.
  // Its own process group: Ctrl-C then reaches the launcher alone, which stops the parts in order.
  const child = spawn(command, args, { cwd, env, ...user, detached: true, stdio: ["ignore", log, log] });
  closeSync(log);
  const end = endOf(child);
  const identity = child.pid === undefined ? null : identify(child.pid);
  if (!identity) throw new Problem(`${name} could not be started (${command}): see ${logFile}.`);
  return { identity, startedAt: Date.now(), end, ended: () => child.exitCode !== null || child.signalCode !== null };
}

const endOf = (child: ChildProcess) =>
  new Promise<string>((done) => {
    child.once("exit", (code, signal) => done(signal ?? `exit code ${code}`));
    child.once("error", (error) => done(error.message));
  });

async function becomeReady(definition: PartDefinition, child: RunningChild): Promise<void> {
  const { name, probe, readyWithinMs, logFile } = definition;
  const deadline = Date.now() + readyWithinMs;
  let lastError: unknown;
  while (!child.ended()) {
    if (Date.now() > deadline) {
      const reason = lastError instanceof Error ? `: ${lastError.message}` : "";
      throw new Problem(`${name} was not ready within ${readyWithinMs / 1000} s${reason}. Its log is ${logFile}.`);
    }
    try {
      await probe();
      return;
    } catch (error) {
      lastError = error;
      await sleep(100);
    }
  }
  throw new Problem(`${name} ended at once (${await child.end}). Its log is ${logFile} and ends:\n${tail(logFile)}`);
}

function tail(file: string, lines = 8): string {
  const content = readFileSync(file, "utf8").trimEnd();
  return content.split("\n").slice(-lines).join("\n");
}
