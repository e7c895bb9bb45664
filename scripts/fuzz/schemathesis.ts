import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { execa } from "execa";
import { childEnvironment, projectRoot } from "#config.ts";
import { unfinished } from "../files.ts";
import { Problem } from "../problem.ts";

/** Pinned, so that everyone tests with the same one. */
const VERSION = "4.32.5";

/**
 * Finds schemathesis on PATH, or in a virtual environment of this project's own, which is made when it is missing.
 * @returns an absolute path
 * @throws Problem with the remedy
 */
export async function findSchemathesis(say: (line: string) => void): Promise<string> {
  const folders = (childEnvironment().PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const onPath = folders.map((folder) => join(folder, "schemathesis")).find(existsSync);
  if (onPath !== undefined) return onPath;
  const venv = join(projectRoot, ".belfry", `schemathesis-${VERSION}`);
  const program = join(venv, "bin", "python");
  // Scripts of a virtual environment name the folder in which it was made, but modules do not.
  if (!existsSync(program)) await install(venv, say);
  return program;
}

/** The arguments that make a program found by `findSchemathesis` run a command. */
export const schemathesisCommand = (program: string, command: readonly string[]): string[] =>
  program.endsWith("python") ? ["-m", "schemathesis.cli", ...command] : [...command];

async function install(venv: string, say: (line: string) => void): Promise<void> {
  say(`Getting schemathesis ${VERSION} (PyPI) ...`);
  mkdirSync(join(venv, ".."), { recursive: true });
  // A rename at the end: a crash leaves no half environment.
  const work = unfinished(venv);
  const limits = { timeout: 300_000, env: { PIP_RETRIES: "2" } };
  try {
    await execa("python3", ["-m", "venv", work], limits);
    const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", `schemathesis==${VERSION}`];
    await execa(join(work, "bin", "python"), pip, limits);
    renameSync(work, venv);
  } catch (error) {
    rmSync(work, { recursive: true, force: true });
    const reason = error instanceof Error ? error.message.trim().split("\n").at(-1) : error;
    throw new Problem(
      `schemathesis could not be installed (${reason}): connect this machine to PyPI and install python3 with venv, or put ` +
        `schemathesis on PATH (https://schemathesis.readthedocs.io).`,
    );
  }
}
