import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "#config.ts";

/** Routes that a product does not serve, with the reason. */
const NOT_SERVED = new Set([
  // The page of components, which only builds for development have.
  "/catalogue",
]);

/** The routes of the dashboard as its route tree lists them: "/workflows/$workflowId". */
export function dashboardRoutes(): string[] {
  const tree = readFileSync(join(projectRoot, "dashboard/route-tree.gen.ts"), "utf8");
  const [, union = ""] = /^ {2}to:\n((?: {4}\| ".+";?\n)+)/m.exec(tree) ?? [];
  const routes = [...union.matchAll(/"(.+)"/g)].map(([, route = ""]) => route);
  return routes.filter((route) => !NOT_SERVED.has(route));
}

/** Returns the address of a route. @throws for a parameter without a value */
export function addressOf(route: string, parameters: Readonly<Record<string, string>>): string {
  return route.replace(/\$(\w*)/g, (_, name: string) => {
    const value = parameters[name];
    if (value === undefined) throw new Error(`${route}: give a value of $${name}, so that the screen is looked at`);
    return value;
  });
}
