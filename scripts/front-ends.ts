import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { execa } from "execa";
import { projectRoot } from "#config.ts";
import { buildFolder } from "./build-folder.ts";
import { Problem } from "./problem.ts";

/** Each front end, built from its own `vite.config.ts` into `dist/<name>`. */
export const frontEnds = ["dashboard", "inbox"] as const;
type FrontEnd = (typeof frontEnds)[number];
/** Folders and files that both are made of. */
const SOURCES = ["dashboard", "inbox", "client", "contract", "package-lock.json"];

/** Builds the front ends, or those of them that are named, whose sources differ from those of the last build. */
export async function buildFrontEnds(
  say: (line: string) => void,
  signal: AbortSignal,
  names: readonly FrontEnd[] = frontEnds,
): Promise<void> {
  for (const name of names) {
    await buildFolder(join(projectRoot, "dist", name), SOURCES, async (folder) => {
      say(`Building the ${name} ...`);
      await build(name, folder, signal);
      await compress(folder);
    });
  }
}

async function build(name: FrontEnd, folder: string, signal: AbortSignal): Promise<void> {
  const config = join(projectRoot, name, "vite.config.ts");
  try {
    await execa("vite", ["build", "--config", config, "--outDir", folder, "--emptyOutDir", "--logLevel", "warn"], {
      cwd: projectRoot,
      preferLocal: true,
      cancelSignal: signal,
      env: { NODE_ENV: "production" },
    });
  } catch (error) {
    const details = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : String(error);
    throw new Problem(`The ${name} could not be built:\n${details}`);
  }
}

/** Puts a `.gz` beside each text of a build that is smaller by it: the server sends that (`preCompressed` of `@fastify/static`). */
async function compress(folder: string): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    if (!/\.(?:css|js|svg)$/.test(name)) continue;
    const content = await readFile(join(folder, name));
    const compressed = await promisify(gzip)(content, { level: 9 });
    if (compressed.length < content.length) await writeFile(join(folder, `${name}.gz`), compressed);
  }
}
