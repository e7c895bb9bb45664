import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { childEnvironment, projectRoot } from "#config.ts";
import { readJson } from "#scripts/files.ts";
import { freePort } from "#scripts/servers/ports.ts";
import { isRunning, ProcessIdentity, signalProcess, waitForEnd } from "#scripts/servers/process-table.ts";
import type { DevFile } from "#scripts/welcome.ts";
import { copyPreparedData, createDataDir } from "./data-dirs.ts";
import { noteGroup } from "./run-folder.ts";

const text = z.string();
const Dev: z.ZodType<DevFile> = z.strictObject({
  apiUrl: text,
  dashboardUrl: text,
  inboxDemoUrl: text,
  temporalAddress: text,
  temporalUiUrl: text,
  databaseUrl: text,
  apiKey: text,
  organizationApiKey: text,
  applicationIdentifier: text,
  environmentId: text,
  email: text,
  password: text,
});

const Children = z.array(ProcessIdentity.extend({ name: z.string() }));

export type PartName = "Belfry" | "Postgres" | "Temporal";

/** The product under test: a real `npm start` in its own process group, as a terminal would run it. */
export interface Product {
  readonly dataDir: string;
  readonly port: number;
  readonly dev: DevFile;
  /** Everything it has printed so far. */
  output(): string;
  launcher(): ProcessIdentity;
  /** Ends npm alone by force, as an impatient process supervisor does. */
  killNpm(): void;
  part(name: PartName): ProcessIdentity;
  /** Ctrl-C: the signal that a terminal sends to the whole group, once or more often. @returns seconds until it was gone */
  interrupt(times?: number): Promise<number>;
  /** Ends everything by force, for tests that are not about the end: an orderly one takes longer. */
  end(): Promise<void>;
}

export interface ProductOptions {
  /** A copy of the prepared one when not given; that of an earlier product starts it again. */
  readonly dataDir?: string;
  /** Runs the source, as a person does after cloning, and not the build; without a data folder, from an empty one. */
  readonly cold?: boolean;
  readonly port?: number;
  readonly env?: NodeJS.ProcessEnv;
}

/** Runs `npm start` and waits until it is ready: dev.json is there and the health check says ok. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const { dataDir, port, npm, output } = await spawnStart(options);
  const dev = await waitUntilReady(dataDir, () => {
    if (npm.exitCode !== null) throw new Fatal(`npm start ended with ${npm.exitCode}:\n${output()}`);
    // A killed predecessor leaves its dev.json, and its orphans may still answer.
    return output().includes("Belfry runs.");
  }).catch((error: unknown) => {
    throw new Error(`${error instanceof Error ? error.message : error}\nIt printed:\n${output()}`);
  });
  const launcher = () => orThrow(readJson(join(dataDir, "launcher.json"), ProcessIdentity), "launcher");
  return {
    dataDir,
    port,
    dev,
    output,
    launcher,
    killNpm: () => npm.kill("SIGKILL"),
    part: (name) =>
      orThrow(
        runningParts(dataDir).find((part) => part.name === name),
        name,
      ),
    interrupt: async (times = 1) => {
      const began = Date.now();
      const identity = launcher();
      for (let pressed = 0; npm.pid !== undefined && pressed < times; pressed += 1) {
        if (pressed > 0) await sleep(200);
        process.kill(-npm.pid, "SIGINT");
      }
      // As long as the launcher gives the server, whose work may wait for a database that was killed just before.
      await waitForEnd(identity, 60_000);
      await eventually("npm has ended", 5_000, () => npm.exitCode !== null || npm.signalCode !== null);
      return (Date.now() - began) / 1000;
    },
    async end() {
      // The launcher first, which would start again what dies.
      const running = [readJson(join(dataDir, "launcher.json"), ProcessIdentity) ?? [], runningParts(dataDir)].flat();
      for (const process of running) if (signalProcess(process, "SIGKILL")) await waitForEnd(process, 5_000);
    },
  };
}

/** Waits until the product of a data folder is ready. */
export function waitUntilReady(dataDir: string, hasStarted = () => true): Promise<DevFile> {
  return eventually("npm start is ready", 180_000, async () => {
    if (!hasStarted()) return null;
    const file = readJson(join(dataDir, "dev.json"), Dev);
    return file && (await isHealthy(file.apiUrl)) ? file : null;
  });
}

/** Runs an `npm start` that is expected to refuse. @returns what it printed and its exit code */
export async function startInVain(options: ProductOptions): Promise<{ output: string; exitCode: number | null }> {
  const { npm, output } = await spawnStart(options);
  await eventually("npm start has refused", 60_000, () => npm.exitCode !== null);
  return { output: output(), exitCode: npm.exitCode };
}

/** Runs `npm start`, presses Ctrl-C as soon as it has printed that text, and waits for its end. */
export async function interruptStart(printed: string): Promise<{ dataDir: string; seconds: number; output: string }> {
  const { dataDir, npm, output } = await spawnStart({});
  await eventually(`npm start prints ${printed}`, 60_000, () => output().includes(printed));
  const began = Date.now();
  if (npm.pid !== undefined) process.kill(-npm.pid, "SIGINT");
  await eventually("npm start has ended", 30_000, () => npm.exitCode !== null || npm.signalCode !== null);
  await eventually("the launcher has ended", 30_000, () => !existsSync(join(dataDir, "launcher.json")));
  return { dataDir, seconds: (Date.now() - began) / 1000, output: output() };
}

/** Every process that the product of a data folder has running. */
export function runningParts(dataDir: string): z.infer<typeof Children> {
  return (readJson(join(dataDir, "processes.json"), Children) ?? []).filter(isRunning);
}

export async function isHealthy(apiUrl: string): Promise<boolean> {
  try {
    return (await fetch(`${apiUrl}/v1/health-check`, { signal: AbortSignal.timeout(3_000) })).ok;
  } catch {
    // Nobody listens yet, or any more.
    return false;
  }
}

class Fatal extends Error {}

/** Asks until the answer is neither null nor false. @throws when the time is up, with the last error */
export async function eventually<T>(
  what: string,
  withinMs: number,
  ask: () => T | Promise<T>,
): Promise<NonNullable<T>> {
  const deadline = Date.now() + withinMs;
  let lastError: unknown;
  while (Date.now() < deadline) {
    try {
      const answer = await ask();
      if (answer !== null && answer !== undefined && answer !== false) return answer;
    } catch (error) {
      if (error instanceof Fatal) throw error;
      lastError = error;
    }
    await sleep(100);
  }
  throw new Error(`Not within ${withinMs / 1000} s: ${what}.`, { cause: lastError });
}

/**
 * How long leases and waits for lost work are, as a part of their usual length. Of a lease, what is left for a renewal on a busy
 * machine stays more than the time for which a database that was killed is away.
 */
export const TIME_SCALE = 0.2;

async function spawnStart({ dataDir: given, cold = false, port, env }: ProductOptions) {
  const dataDir = given ?? (cold ? createDataDir() : await copyPreparedData());
  const chosenPort = port ?? (await freePort());
  // A file, and no pipe, takes what it prints also when the worker that started it has ended.
  const folder = outputOf(dataDir);
  mkdirSync(folder, { recursive: true });
  const log = join(folder, `${randomUUID()}.log`);
  const printed = openSync(log, "w");
  const npm: ChildProcess = spawn("npm", ["start", ...(cold ? [] : ["--", "--built"])], {
    cwd: projectRoot,
    env: childEnvironment({
      // The test runner's own settings are not the product's.
      NODE_ENV: undefined,
      VITEST: undefined,
      NODE_OPTIONS: undefined,
      BELFRY_TIME_SCALE: String(TIME_SCALE),
      BELFRY_DATA_DIR: dataDir,
      BELFRY_PORT: String(chosenPort),
      ...env,
    }),
    detached: true,
    stdio: ["ignore", printed, printed],
  });
  closeSync(printed);
  if (npm.pid !== undefined) noteGroup(dirname(dataDir), npm.pid);
  return { dataDir, port: chosenPort, npm, output: () => readFileSync(log, "utf8") };
}

/** A folder with a file of what each start from a data folder has printed. */
const outputOf = (dataDir: string): string => join(outputsIn(dirname(dataDir)), basename(dataDir));
const outputsIn = (runFolder: string): string => join(runFolder, "output");

/** Returns what the starts from a data folder have printed. */
export function printedFrom(dataDir: string): string {
  const folder = outputOf(dataDir);
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("");
}

/** Characters of it that say something about what has just failed. */
const LAST_CHARACTERS = 4_000;

/** Returns the end of what each start of a run has printed that has printed something since a time (milliseconds since 1970). */
export function printedSince(runFolder: string, time: number): string[] {
  const outputs = outputsIn(runFolder);
  const files = readdirSync(outputs, { recursive: true, encoding: "utf8" }).map((name) => join(outputs, name));
  return files
    .filter((file) => statSync(file).isFile() && statSync(file).mtimeMs >= time)
    .map((file) => `${file} ends with\n${readFileSync(file, "utf8").slice(-LAST_CHARACTERS)}`);
}

function orThrow<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`The ${what} does not run.`);
  return value;
}
