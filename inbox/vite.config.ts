import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const here = fileURLToPath(new URL(".", import.meta.url));
const outDir = fileURLToPath(new URL("../dist/inbox", import.meta.url));

/**
 * Builds dist/inbox: `embed.js`, one classic script under a name that never changes, and `demo.html`, a page that uses
 * it as any host page would. Addresses are relative, so both work under any context path.
 */
export default defineConfig({
  root: here,
  base: "./",
  plugins: [react()],
  // As `paths` in tsconfig.json, which says why.
  resolve: { alias: [{ find: /^#contract\//, replacement: fileURLToPath(new URL("../contract/", import.meta.url)) }] },
  builder: {},
  build: { outDir, target: "es2022" },
  environments: {
    client: { build: { emptyOutDir: true, rolldownOptions: { input: `${here}demo.html` } } },
    embed: {
      consumer: "client",
      define: { "process.env.NODE_ENV": JSON.stringify("production") },
      build: {
        emptyOutDir: false,
        rolldownOptions: {
          input: `${here}embed.tsx`,
          output: { format: "iife", entryFileNames: "embed.js" },
        },
      },
    },
  },
});
