import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import optimizeLocales from "@react-aria/optimize-locales-plugin";
import tailwindcss from "@tailwindcss/vite";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { withUsedOperations } from "./used-operations.ts";

/** Forms share the schemas of the contract, and what reads them: no screen loads these first, however many forms there are. */
const NEEDED_FIRST = /^(?!.*(?:\/node_modules\/(?:zod|@hookform)\/|\/contract\/(?!constants\/)|\/dashboard\/forms\/))/;

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Returns the text of all sources in a folder. */
const sourcesIn = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(?:test|gen)\.tsx?$/.test(file))
    .map((file) => readFileSync(join(folder, file), "utf8"))
    .join("\n");

export default defineConfig({
  root: here("."),
  base: "/",
  plugins: [
    tanstackRouter({
      target: "react",
      routesDirectory: here("routes"),
      generatedRouteTree: here("route-tree.gen.ts"),
      tmpDir: here("../node_modules/.cache/tanstack-router"),
      autoCodeSplitting: true,
      addExtensions: true,
      quoteStyle: "double",
      semicolons: true,
      routeFileIgnorePattern: "\\.test\\.tsx?$",
    }),
    // Texts of the page stand in elements of their own: a translator of the browser may replace them.
    react({ jsxImportSource: here("jsx") }),
    tailwindcss(),
    // The dashboard speaks English: what React Aria says in 30 other languages is left out.
    optimizeLocales.vite({ locales: ["en-US"] }),
    {
      name: "used-operations",
      apply: "build",
      enforce: "pre",
      transform: {
        filter: { id: /\/client\/resources\.gen\.ts$/ },
        handler: (client) => withUsedOperations(client, sourcesIn(here("."))),
      },
    },
  ],
  // The manifest says what each screen loads; the server sends no file whose name begins with a dot.
  build: {
    outDir: here("../dist/dashboard"),
    emptyOutDir: true,
    manifest: ".manifest.json",
    // One file for what nearly every screen needs: it compresses better than its parts, by 15 kB in the load of each screen. What menus and tabs are
    // made of is a file of its own, which the screens before the sign-in do without; modal dialogs are not in it, as none is open at first. Icons of
    // three screens are one file, too: each of its own made a quarter of the requests, for a third of a kilobyte each. The numbers grow with the
    // screens: two thirds and a third of them.
    // Files have no names but their hashes: the first load lists 200 of them, which made 3 kB of it. The manifest says what each one holds.
    rolldownOptions: {
      output: {
        chunkFileNames: "assets/[hash].js",
        codeSplitting: {
          groups: [
            { name: "shared", minShareCount: 69, test: NEEDED_FIRST },
            { name: "aria", minShareCount: 35, test: /\/node_modules\/(?:react-aria|react-stately)(?!.*\/Modal)/ },
            { name: "icons", minShareCount: 3, test: /\/lucide-react\/dist\/esm\/icons\// },
          ],
        },
      },
    },
  },
  experimental: {
    // One build serves every context path: what the page loads is below a name that the server replaces when it sends the page, and what its
    // scripts and styles load is beside them.
    renderBuiltUrl: (file, { hostType }) => (hostType === "html" ? `__BELFRY_WEB_PATH__/${file}` : { relative: true }),
  },
  server: { proxy: { "/v1": "http://127.0.0.1:3000", "/docs": "http://127.0.0.1:3000" } },
});
