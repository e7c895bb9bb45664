import { join } from "node:path";
import { childEnvironment, projectRoot } from "#config.ts";

/**
 * The heap is kept small: Node would otherwise let it grow to gigabytes before it collects, and collecting costs next to
 * nothing here (`npm run bench` shows both). 512 MiB hold the largest bodies many times over. One thread marks what is in use, so
 * that it leaves a processor to others: four of them double the slowest latencies of a machine of two.
 */
const heap: readonly string[] = ["--max-semi-space-size=16", "--max-old-space-size=512", "--v8-pool-size=1"];

/**
 * The environment of API and worker, as `childEnvironment`. glibc gives many threads an arena of their own, and keeps what it
 * has once used of each: two arenas take 40 MiB less. Elsewhere the variable has no meaning.
 */
export const serverEnvironment = (overrides: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  MALLOC_ARENA_MAX: "2",
  ...childEnvironment(overrides),
});

/** Arguments of Node for API and worker as one process, from source. */
export const serverArguments: readonly string[] = [
  ...heap,
  "--import",
  "tsx",
  join(projectRoot, "processes", "serve.ts"),
];

/** The same for the built server, as `npm run serve` of `package.json` starts it. */
export const builtServerArguments: readonly string[] = [
  ...heap,
  "--enable-source-maps",
  join(projectRoot, "scripts", "run-built.mjs"),
  "processes/serve",
];
