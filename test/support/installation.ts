import { type ChildProcess, spawn } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { childEnvironment, projectRoot } from "#config.ts";
import { systemCode } from "#scripts/problem.ts";
import { eventually } from "./processes.ts";

const Lock = z.object({
  packages: z.record(z.string(), z.object({ dev: z.boolean().optional() })),
});

/**
 * Puts into a folder what a server gets that runs the product: the build, the npm scripts, and the packages that
 * `npm ci --omit=dev` installs. Neither sources nor development packages.
 */
export function installProduction(folder: string): void {
  for (const path of ["package.json", "package-lock.json", "scripts/run-built.mjs", "dist"]) {
    cpSync(join(projectRoot, path), join(folder, path), { recursive: true });
  }
  const { packages } = Lock.parse(JSON.parse(readFileSync(join(projectRoot, "package-lock.json"), "utf8")));
  for (const [path, { dev }] of Object.entries(packages)) {
    if (path !== "" && dev !== true) linkPackage(join(projectRoot, path), join(folder, path));
  }
}

/** Files of a package without the packages inside it, as hard links where the disk allows them. */
function linkPackage(from: string, to: string): void {
  let source: string;
  try {
    source = realpathSync(from);
  } catch (error) {
    // An optional package of another system.
    if (systemCode(error) === "ENOENT") return;
    throw error;
  }
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(source, { withFileTypes: true })) {
    if (entry.name === "node_modules") continue;
    const [file, copy] = [join(source, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkPackage(file, copy);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(file), copy);
    else linkOrCopy(file, copy);
  }
}

function linkOrCopy(file: string, copy: string): void {
  try {
    linkSync(file, copy);
  } catch (error) {
    if (systemCode(error) !== "EXDEV" && systemCode(error) !== "EPERM") throw error;
    copyFileSync(file, copy);
  }
}

/** An npm script that runs in a process group of its own. */
export interface NpmScript {
  output(): string;
  exitCode(): number | null;
  /** Sends a signal to npm alone, as a supervisor of processes does. */
  signal(name: NodeJS.Signals): void;
  /** Whether any process that it started is still there. */
  isRunning(): boolean;
  /** Waits until npm has ended. @returns its exit code */
  end(): Promise<number | null>;
  /** Ends everything that it started, by force. */
  kill(): void;
}

/** Runs an npm script of an installation, with these variables and hardly any of this process's. */
export function runNpmScript(
  folder: string,
  script: readonly string[],
  env: NodeJS.ProcessEnv = {},
  input = "",
): NpmScript {
  let printed = "";
  const { PATH, HOME } = childEnvironment();
  const npm: ChildProcess = spawn("npm", ["run", "--silent", ...script], {
    cwd: folder,
    env: { PATH, HOME, ...env },
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
  });
  npm.stdin?.end(input);
  for (const stream of [npm.stdout, npm.stderr]) stream?.on("data", (chunk) => (printed += chunk));
  const signalGroup = (signal: NodeJS.Signals | 0): boolean => {
    try {
      return npm.pid !== undefined && process.kill(-npm.pid, signal);
    } catch (error) {
      if (systemCode(error) === "ESRCH") return false;
      throw error;
    }
  };
  return {
    output: () => printed,
    exitCode: () => npm.exitCode,
    signal: (name) => npm.kill(name),
    isRunning: () => signalGroup(0),
    async end() {
      await eventually(`npm run ${script[0]} ends`, 60_000, () => npm.exitCode !== null || npm.signalCode !== null);
      return npm.exitCode;
    },
    kill: () => void signalGroup("SIGKILL"),
  };
}
