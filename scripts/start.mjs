// `npm start`: installs what is missing, then starts the whole product in this very process (launch.ts), so that
// there is one launcher to signal and to find.
import { existsSync } from "node:fs";
import { checkMachine, ensureInstalled } from "./install.mjs";

// A demo with a password that everybody knows is for those who ask for it: every other command runs in production mode.
process.env.BELFRY_MODE ||= "development";
checkMachine();
const isBuilt = process.argv.includes("--built");
const built = new URL("../dist/server/scripts/launch.js", import.meta.url);
if (isBuilt && !existsSync(built)) {
  console.error("Belfry is not built: run `npm run build`, or start it without `--built`.");
  process.exit(1);
}
await ensureInstalled();
if (isBuilt) {
  await import(built.href);
} else {
  const { register } = await import("tsx/esm/api");
  register();
  await import("./launch.ts");
}
