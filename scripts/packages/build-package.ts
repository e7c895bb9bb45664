import { cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rollup } from "rollup";
import dts from "rollup-plugin-dts";
import { build as vite } from "vite";
import { projectRoot } from "#config.ts";
import { buildFolder } from "../build-folder.ts";
import { formatted } from "../formatted.ts";
import { buildFrontEnds } from "../front-ends.ts";
import { clientTypes } from "./client-types.ts";
import { wholeSheet } from "./whole-sheet.ts";

const BUILDS = { client: buildClient, inbox: buildInbox } as const;
export type PackageName = keyof typeof BUILDS;
export const packageNames: readonly PackageName[] = ["client", "inbox"];

/** Sources of both, and what makes the packages of them. */
const SOURCES = ["client", "inbox", "contract", "scripts/packages", "package-lock.json", "tsconfig.json"];

/** Builds a package that people install into the `dist` of its folder, unless its sources are those of the last build. */
export const buildPackage = (name: PackageName, say: (line: string) => void): Promise<void> =>
  buildFolder(join(projectRoot, name, "dist"), SOURCES, async (folder) => {
    say(`Building @belfry/${name} ...`);
    await BUILDS[name](folder);
  });

/** Builds the server client: one module and one file of declarations, which import nothing. */
async function buildClient(dist: string): Promise<void> {
  const entries = { client: join(projectRoot, "client/client.ts") };
  await bundleModules(entries, dist);
  const types = join(dist, "types.d.ts");
  writeFileSync(types, await formatted("client/types.d.ts", clientTypes()));
  await bundleDeclarations(entries, dist, (name, importer) =>
    name === "./types.ts" && importer.startsWith(join(projectRoot, "client/")) ? types : undefined,
  );
  rmSync(types);
}

/**
 * Builds the inbox: the React parts, the core and the languages, with declarations; the style sheet; and the script with the
 * custom element, as the server sends it.
 */
async function buildInbox(dist: string): Promise<void> {
  const folder = join(projectRoot, "inbox");
  const entries = {
    react: join(folder, "react/index.ts"),
    core: join(folder, "core/index.ts"),
    languages: join(folder, "react/languages/index.ts"),
  };
  await bundleModules(entries, dist);
  await bundleDeclarations(entries, dist);
  await buildFrontEnds(() => undefined, new AbortController().signal, ["inbox"]);
  cpSync(join(projectRoot, "dist/inbox/embed.js"), join(dist, "embed.js"));
  cpSync(join(projectRoot, "dist/inbox/languages"), join(dist, "languages"), { recursive: true });
  writeFileSync(join(dist, "inbox.css"), wholeSheet(join(folder, "react/inbox.css")));
}

type Entries = Readonly<Record<string, string>>;

/** Packages that a page or a server has anyway; everything else becomes part of ours. */
const EXTERNAL = [/^react(\/|$)/, /^react-dom(\/|$)/];

/** Bundles each entry, and what several share, into plain modules that any bundler can shake. */
async function bundleModules(entry: Entries, outDir: string): Promise<void> {
  await vite({
    configFile: false,
    root: projectRoot,
    logLevel: "warn",
    // As `paths` in tsconfig.json, which says why.
    resolve: { alias: { "#contract": join(projectRoot, "contract") } },
    build: {
      outDir,
      emptyOutDir: false,
      target: "es2022",
      lib: { entry: { ...entry }, formats: ["es"] },
      rolldownOptions: {
        external: EXTERNAL,
        output: {
          chunkFileNames: "[name].js",
          // Frameworks with React server components run this entry in the browser, and what it imports with it.
          banner: ({ name }) => (name === "react" ? '"use client";' : ""),
        },
      },
    },
  });
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
      dts({ tsconfig: join(projectRoot, "tsconfig.json"), includeExternal: ["zustand"] }),
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
