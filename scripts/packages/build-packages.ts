import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { rollup } from "rollup";
import dts from "rollup-plugin-dts";
import { projectRoot } from "#config.ts";
import { unfinished } from "../files.ts";
import { replaceFolder } from "../replace-folder.ts";
import { clientTypes } from "./client-types.ts";

/** Packages that people install, each built into the `dist` of its folder. */
export const packages = { client: buildClient } as const;

/** Builds the server client: one module and one file of declarations, which import nothing. */
async function buildClient(): Promise<void> {
  const source = join(projectRoot, "client/client.ts");
  await intoDist("client", async (folder) => {
    const types = join(folder, "types.d.ts");
    writeFileSync(types, clientTypes());
    await bundleModules({ client: source }, folder);
    await bundleDeclarations({ client: source }, folder, (name, importer) =>
      name === "./types.ts" && importer.startsWith(join(projectRoot, "client/")) ? types : undefined,
    );
    rmSync(types);
  });
}

/** Fills a package's `dist` aside and puts it in the place of the former one, so that nobody sees half a build. */
async function intoDist(name: string, fill: (folder: string) => Promise<void>): Promise<void> {
  const target = join(projectRoot, name, "dist");
  const fresh = unfinished(target);
  try {
    mkdirSync(fresh, { recursive: true });
    await fill(fresh);
    replaceFolder(fresh, target);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

type Entries = Readonly<Record<string, string>>;

/** What a page or a server has anyway; everything else becomes part of the package. */
const EXTERNAL = [/^react(\/|$)/, /^react-dom(\/|$)/];

async function bundleModules(input: Entries, dir: string): Promise<void> {
  const build = await rolldown({
    input: { ...input },
    platform: "browser",
    external: EXTERNAL,
    // As `paths` in tsconfig.json, which says why.
    resolve: { alias: { "#contract": join(projectRoot, "contract") } },
    transform: { target: "es2022" },
    logLevel: "warn",
    onLog(level, log) {
      throw new Error(`The package could not be built (${level}): ${log.message}`);
    },
  });
  try {
    await build.write({ dir, format: "esm", entryFileNames: "[name].js", chunkFileNames: "[name].js" });
  } finally {
    await build.close();
  }
}

type Replace = (name: string, importer: string) => string | undefined;

async function bundleDeclarations(input: Entries, dir: string, replace: Replace = () => undefined): Promise<void> {
  const build = await rollup({
    input: { ...input },
    external: EXTERNAL,
    plugins: [
      {
        name: "replaced-types",
        resolveId: (name, importer) => (importer === undefined ? undefined : replace(name, importer)),
      },
      dts({ tsconfig: join(projectRoot, "tsconfig.json") }),
    ],
    onwarn(warning) {
      throw new Error(`The declarations of the package could not be built: ${warning.message}`);
    },
  });
  try {
    await build.write({ dir, format: "es", entryFileNames: "[name].d.ts", chunkFileNames: "[name].d.ts" });
  } finally {
    await build.close();
  }
}
