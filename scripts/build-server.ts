import { cpSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";
import { execa } from "execa";
import { rolldown } from "rolldown";
import { projectRoot } from "#config.ts";
import { buildFolder } from "./build-folder.ts";
import { modulesInPlace, serverEntries } from "./server-entries.ts";

/** Folders and files that it is made of; a module of another one is refused. */
const SOURCES: readonly string[] = [
  "activities",
  "api",
  "config.ts",
  "contract",
  "db",
  "domain",
  "engine",
  "events",
  "explain",
  "inbox",
  "package-lock.json",
  "package.json",
  "processes",
  "providers",
  "rendering",
  "scripts",
  "telemetry",
  "threads",
  "tsconfig.json",
];

/**
 * Builds the server into `dist/server`, unless its sources are those of the last build, as plain JavaScript that Node runs without a
 * loader: a file for each entry and what several share, source maps, the migrations, and the workflow code as Temporal loads it. Most
 * packages become part of these files: some thirty load faster than 3,000 modules, which are most of the time of a start.
 */
export const buildServer = (say: (line: string) => void): Promise<void> =>
  buildFolder(join(projectRoot, "dist/server"), SOURCES, async (folder) => {
    say("Building the server ...");
    await transpile(folder);
    cpSync(join(projectRoot, "db/migrations"), join(folder, "db/migrations"), { recursive: true });
    // Its bundler leaves much memory behind, so it has a process of its own.
    const bundle = join(folder, "engine/workflows.bundle.js");
    await execa(process.execPath, ["--import", "tsx", "engine/bundle-workflows.ts", bundle], {
      cwd: projectRoot,
      env: { NODE_ENV: "production" },
    });
  });

async function transpile(folder: string): Promise<void> {
  const build = await rolldown({
    input: Object.fromEntries(serverEntries.map((name) => [name, join(projectRoot, `${name}.ts`)])),
    cwd: projectRoot,
    platform: "node",
    transform: { target: "node20" },
    external: leftInPlace,
    preserveEntrySignatures: "allow-extension",
    plugins: [{ name: "modules-in-place", transform }],
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
      // Names and lines are enough for a stack trace, and Node reads all maps as it starts.
      sourcemapExcludeSources: true,
      // Files import each other in circles, which our modules do not.
      strictExecutionOrder: true,
      entryFileNames: "[name].js",
      chunkFileNames: ({ name }) => (inPlace.has(name) ? "[name].js" : "shared/[name]-[hash].js"),
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: modulesInPlace.map((name) => ({ name, test: (file) => nameOf(file) === name })),
      },
    });
  } finally {
    await build.close();
  }
}

/** Packages that have native code, or find files by their own place, and engine.io, which socket.io would load once more. */
const leftInPlace =
  /^(@temporalio|@node-rs|@fastify\/swagger(-ui)?|css-tree|engine\.io|pino|piscina|socket\.io|write-file-atomic)(\/|$)/;

const inPlace: ReadonlySet<string> = new Set(modulesInPlace);
/** The path of a module in the project, without its extension. */
const nameOf = (file: string): string => relative(projectRoot, file).replace(/\.ts$/, "");

/** How a module finds a file by its own place. */
const BESIDE_ITSELF = /\btaskFile\("\.|\bnew URL\("\.|\bjoin\(import\.meta\.dirname/;
/** The same of a package. Lines of comments do not count, nor does one that asks whether there is such a name, and does without. */
const findsByPlace = (code: string): boolean =>
  code
    .split("\n")
    .some((line) => /\b__(?:dirname|filename)\b|\bimport\.meta\./.test(line) && !/^\s*\*|\/\/|typeof __/.test(line));

/**
 * Refuses what the built server would not be right with: a module that shares a file with others would look for its own in the wrong
 * folder, and one that is not among the sources could change without a new build. Packages get no source map.
 */
function transform(code: string, file: string): { code: string; map: { mappings: "" } } | null {
  const packages = file.lastIndexOf("node_modules/");
  const isPackage = packages >= 0;
  if (isPackage ? findsByPlace(code) : BESIDE_ITSELF.test(code) && !inPlace.has(nameOf(file))) {
    const [name, list] = isPackage
      ? [file.slice(packages), "leftInPlace of scripts/build-server.ts, with its package"]
      : [nameOf(file), "modulesInPlace of scripts/server-entries.ts"];
    throw new Error(`${name} finds a file by its own place: put it into ${list}.`);
  }
  if (isPackage) return { code, map: { mappings: "" } };
  const [folder = ""] = nameOf(file).split(sep);
  if (isAbsolute(file) && !SOURCES.includes(folder) && !SOURCES.includes(`${folder}.ts`))
    throw new Error(`${nameOf(file)} is not below SOURCES of scripts/build-server.ts: put its folder there.`);
  return null;
}
