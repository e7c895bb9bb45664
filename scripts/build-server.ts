import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { rolldown } from "rolldown";
import { projectRoot } from "#config.ts";
import { unfinished } from "./files.ts";
import { replaceFolder } from "./replace-folder.ts";
import { serverEntries } from "./server-entries.ts";

/**
 * Builds the server into a folder, as plain JavaScript that Node runs without a loader: a module for each of ours in the
 * same tree, source maps, the migrations, and the workflow code as Temporal loads it. Packages stay imports.
 */
export async function buildServer(target: string): Promise<void> {
  const fresh = unfinished(target);
  try {
    mkdirSync(fresh, { recursive: true });
    await transpile(fresh);
    cpSync(join(projectRoot, "db/migrations"), join(fresh, "db/migrations"), { recursive: true });
    // Its bundler leaves much memory behind, so it has a process of its own.
    const bundle = join(fresh, "engine/workflows.bundle.js");
    await execa(process.execPath, ["--import", "tsx", "engine/bundle-workflows.ts", bundle], {
      cwd: projectRoot,
      env: { NODE_ENV: "production" },
    });
    replaceFolder(fresh, target);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

async function transpile(folder: string): Promise<void> {
  const build = await rolldown({
    input: Object.fromEntries(serverEntries.map((name) => [name, join(projectRoot, `${name}.ts`)])),
    cwd: projectRoot,
    platform: "node",
    transform: { target: "node20" },
    // Anything but a path or an alias of ours (#...) is a package, or a module of Node.
    external: /^(?![./#])/,
    logLevel: "warn",
    onLog(level, log) {
      throw new Error(`The server could not be built (${level}): ${log.message}`);
    },
  });
  try {
    await build.write({
      dir: folder,
      format: "esm",
      sourcemap: true,
      // Paths between our files stay as they are in the source: the folder of migrations, the files of threads.
      preserveModules: true,
      preserveModulesRoot: projectRoot,
      entryFileNames: "[name].js",
    });
  } finally {
    await build.close();
  }
}
