// `npm start`: installs what is missing, then starts the whole product in this very process (launch.ts), so that
// there is one launcher to signal and to find.
import { checkMachine, ensureInstalled } from "./install.mjs";

checkMachine();
await ensureInstalled();
const { register } = await import("tsx/esm/api");
register();
await import("./launch.ts");
