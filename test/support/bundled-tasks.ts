import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import type { Plugin } from "vitest/config";
import { writeAtomically } from "#scripts/files.ts";
import { serverEntries } from "#scripts/server-entries.ts";

const root = join(import.meta.dirname, "../..");
/** As other tools keep theirs. */
const folder = join(root, "node_modules/.cache/belfry-tasks");

declare global {
  /** Of this process: each project reads the configuration anew. */
  var tasksBundled: Promise<void> | undefined;
}

/**
 * Has threads run bundles of their tasks, each with all of its packages. A thread starts anew in many tests, and takes half a second of
 * the processor to load the source and its packages, which a bundle needs an eighth of.
 */
export async function bundledTasks(): Promise<Plugin> {
  globalThis.tasksBundled ??= bundle();
  await globalThis.tasksBundled;
  return {
    name: "bundled-tasks",
    enforce: "pre",
    transform(code, id) {
      if (!code.includes("taskFile(")) return;
      return code.replace(/\btaskFile\("\.\/([\w-]+)", import\.meta\.url\)/g, (_call, name: string) => {
        const task = `${relative(root, join(dirname(id), name))}.mjs`;
        return `new URL(${JSON.stringify(pathToFileURL(join(folder, task)).href)})`;
      });
    },
  };
}

async function bundle(): Promise<void> {
  for (const name of serverEntries.filter((entry) => entry.endsWith("-task"))) {
    const build = await rolldown({
      input: join(root, `${name}.ts`),
      cwd: root,
      platform: "node",
      transform: { target: "node20" },
      plugins: [{ name: "modules-in-place", transform: inPlace }],
      logLevel: "silent",
    });
    const { output } = await build.generate({ format: "esm", codeSplitting: false });
    await build.close();
    // Packages bring comments that name source maps, which the test runner would take for those of the bundle.
    replace(join(folder, `${name}.mjs`), output[0].code.replace(/\/\/[#@] sourceMappingURL=/g, "// "));
  }
}

/** Some modules read files by their own place. */
const inPlace = (code: string, id: string): string =>
  code.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href));

/** Another run may just be reading the file. */
function replace(file: string, text: string): void {
  if (existsSync(file) && readFileSync(file, "utf8") === text) return;
  writeAtomically(file, text);
}
