import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "#config.ts";

/** Routes without a screen of their own in a product, with the reason. */
const WITHOUT_SCREEN = new Set([
  // It opens the first page of the settings that the member may see.
  "/settings",
  // The page of components, which only builds for development have.
  "/catalogue",
]);

/** The routes of the dashboard as its route tree lists them: "/workflows/$workflowId". */
export function dashboardRoutes(): string[] {
  const tree = readFileSync(join(projectRoot, "dashboard/route-tree.gen.ts"), "utf8");
  const [, union = ""] = /^ {2}to:\n((?: {4}\| ".+";?\n)+)/m.exec(tree) ?? [];
  const routes = [...union.matchAll(/"(.+)"/g)].map(([, route = ""]) => route);
  return routes.filter((route) => !WITHOUT_SCREEN.has(route));
}

/** Returns the address of a route. @throws for a parameter without a value */
export function addressOf(route: string, parameters: Readonly<Record<string, string>>): string {
  return route.replace(/\$(\w*)/g, (_, name: string) => {
    const value = parameters[name];
    if (value === undefined) throw new Error(`${route}: give a value of $${name}, so that the screen is looked at`);
    return value;
  });
}
