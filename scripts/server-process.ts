import { join } from "node:path";
import { projectRoot } from "#config.ts";

/**
 * The heap is kept small: Node would otherwise let it grow to gigabytes before it collects, and collecting costs next to
 * nothing here (`npm run bench` shows both). 512 MiB hold the largest bodies many times over.
 */
const heap: readonly string[] = ["--max-semi-space-size=16", "--max-old-space-size=512"];

/** Arguments of Node for API and worker as one process, from source. */
export const serverArguments: readonly string[] = [
  ...heap,
  "--import",
  "tsx",
  join(projectRoot, "scripts", "serve.ts"),
];

/** The same for the built server, as `npm run serve` of `package.json` starts it. */
export const builtServerArguments: readonly string[] = [
  ...heap,
  "--enable-source-maps",
  join(projectRoot, "scripts", "run-built.mjs"),
  "scripts/serve",
];
