// Runs a part of the built server in this very process: `node scripts/run-built.mjs <part>`, by its name in
// scripts/server-entries.ts. Plain JavaScript, as neither a loader of TypeScript nor any other development package is
// installed where the product runs.
import { existsSync } from "node:fs";

const [part] = process.argv.splice(2, 1);
const file = new URL(`../dist/server/${part}.js`, import.meta.url);
process.env.NODE_ENV ??= "production";

if (existsSync(file)) {
  await import(file.href).catch((error) => refuse(error?.name === "ConfigError" ? error.message : error));
} else {
  refuse("Belfry is not built: run `npm ci && npm run build` in this folder, or copy `dist` from where that was done.");
}

function refuse(reason) {
  console.error(reason);
  process.exit(1);
}
