// `npm start`: installs what is missing, then starts the whole product in this very process (launch.ts), so that
// there is one launcher to signal and to find.
import { existsSync } from "node:fs";
import { checkMachine, ensureInstalled } from "./install.mjs";

// A demo with a password that everybody knows is for those who ask for it: every other command runs in production mode.
process.env.BELFRY_MODE ||= "development";
checkMachine();
await ensureInstalled();
const built = new URL("../dist/server/scripts/launch.js", import.meta.url);
if (process.argv.includes("--built") && existsSync(built)) {
  await import(built.href);
} else {
  const { register } = await import("tsx/esm/api");
  register();
  await import("./launch.ts");
}
