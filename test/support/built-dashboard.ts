import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "#config.ts";

/** The folder of the built dashboard. */
export const dashboardFolder = join(projectRoot, "dist/dashboard");

type Manifest = Record<string, { file: string; isEntry?: boolean; imports?: string[]; css?: string[] }>;
/** The parts of the built dashboard, and the files that hold them. */
export const manifest: Manifest = JSON.parse(readFileSync(join(dashboardFolder, ".manifest.json"), "utf8"));

/** The parts of the build that hold a route's component, by the route's path: "/_app/workflows/index". */
export const componentsOfRoutes = new Map(
  Object.keys(manifest).flatMap((key) => {
    const [, route] = /^routes(\/.+)\.tsx\?tsr-split=component$/.exec(key) ?? [];
    return route === undefined ? [] : [[route, key] as const];
  }),
);
