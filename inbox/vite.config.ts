import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const here = fileURLToPath(new URL(".", import.meta.url));
const outDir = fileURLToPath(new URL("../dist/inbox", import.meta.url));

/** Those that the script loads when a page asks for them. */
const LANGUAGES = ["ar", "de", "es", "fr", "ja"];

/** Modules of Preact that take the place of React in the script for customers' pages: a tenth of its size, with the same API. */
const PREACT: Readonly<Record<string, string>> = {
  react: "preact/compat",
  "react-dom": "preact/compat",
  "react-dom/client": "preact/compat/client",
  "react/jsx-runtime": "preact/jsx-runtime",
};

/** Builds `embed.js` with preact; a plugin, because aliases are those of all environments. */
const preactInEmbed: Plugin = {
  name: "preact-in-embed",
  enforce: "pre",
  applyToEnvironment: ({ name }) => name === "embed",
  resolveId(source, importer) {
    // The script loads its languages from files beside it.
    if (source === "./load-language.ts") return `${here}embed-language.ts`;
    const instead = PREACT[source];
    return instead === undefined ? null : this.resolve(instead, importer, { skipSelf: true });
  },
  // Vite's own one finds chunks by the module's address, but there is one file, and it is no module.
  load: (id) => (id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : null),
};

/**
 * Builds dist/inbox: `embed.js`, one classic script under a name that never changes, and `demo.html`, a page that uses
 * it as any host page would. Addresses are relative, so both work under any context path.
 */
export default defineConfig({
  root: here,
  base: "./",
  plugins: [preactInEmbed, react()],
  // As `paths` in tsconfig.json, which says why.
  resolve: { alias: [{ find: /^#contract\//, replacement: fileURLToPath(new URL("../contract/", import.meta.url)) }] },
  builder: {},
  // Browsers since spring 2024; for older ones, light-dark() would become more rules than it replaces.
  build: { outDir, target: "es2022", cssTarget: ["chrome123", "firefox121", "safari17.5"] },
  environments: {
    client: { build: { emptyOutDir: true, rolldownOptions: { input: `${here}demo.html` } } },
    languages: {
      consumer: "client",
      build: {
        emptyOutDir: false,
        modulePreload: false,
        lib: {
          entry: Object.fromEntries(LANGUAGES.map((code) => [code, `${here}react/languages/${code}.ts`])),
          formats: ["es"],
        },
        rolldownOptions: { output: { entryFileNames: "languages/[name].js", chunkFileNames: "languages/[name].js" } },
      },
    },
    embed: {
      consumer: "client",
      define: { "process.env.NODE_ENV": JSON.stringify("production") },
      build: {
        emptyOutDir: false,
        modulePreload: false,
        rolldownOptions: {
          input: `${here}embed.tsx`,
          transform: { define: { "import.meta.url": "undefined" } },
          output: { format: "iife", entryFileNames: "embed.js", codeSplitting: false },
        },
      },
    },
  },
});
