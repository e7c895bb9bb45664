// Runs a part of the built server in this very process: node scripts/run-built.mjs api/server. Plain JavaScript, as
// neither a loader of TypeScript nor any other development package is installed where the product runs.
import { existsSync } from "node:fs";

const [part] = process.argv.splice(2, 1);
const file = new URL(`../dist/server/${part}.js`, import.meta.url);
if (existsSync(file)) {
  process.env.NODE_ENV ??= "production";
  await import(file.href);
} else {
  console.error(
    "Belfry is not built: run `npm ci && npm run build` in this folder, or copy `dist` from where that was done.",
  );
  process.exitCode = 1;
}
