import { join } from "node:path";
import { projectRoot } from "#config.ts";

/**
 * How API and worker run as one process. The heap is kept small: Node would otherwise let it grow to gigabytes before it
 * collects, and collecting costs next to nothing here (`npm run bench` shows both). 512 MiB hold the largest bodies many
 * times over.
 */
export const serverArguments: readonly string[] = [
  "--max-semi-space-size=8",
  "--max-old-space-size=512",
  "--import",
  "tsx",
  join(projectRoot, "scripts", "serve.ts"),
];
