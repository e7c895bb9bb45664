// `npm start`: installs what is missing, then starts the whole product in this very process (launch.ts), so that
// there is one launcher to signal and to find.
import { existsSync } from "node:fs";
import { checkMachine, ensureInstalled } from "./install.mjs";

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
