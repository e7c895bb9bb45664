import type { Health } from "#contract/health.ts";

export const DEPENDENCY_NAMES: Readonly<Record<string, string>> = {
  database: "Database",
  temporal: "Engine",
  sockets: "Live updates",
  mail: "Mails to members",
};

/** The result of the last health check; undefined before the first. */
export type HealthState = Health | "unreachable" | undefined;

/** The state of Belfry's dependencies in one sentence. */
export function healthText(health: HealthState): string {
  if (health === undefined) return "Checking";
  if (health === "unreachable") return "Server not reachable";
  const down = downOf(health);
  if (down.length === 0) return "All systems up";
  return `${new Intl.ListFormat("en-GB").format(down.map((name) => DEPENDENCY_NAMES[name] ?? name))} down`;
}

/** The dependencies that the installation has, by their names. */
export const dependenciesOf = ({ dependencies }: Health) =>
  Object.entries(dependencies).flatMap(([name, dependency]) => (dependency ? [{ name, ...dependency }] : []));

const downOf = (health: Health): string[] =>
  dependenciesOf(health).flatMap(({ name, status }) => (status === "down" ? [name] : []));

export function isHealthy(health: HealthState): boolean {
  return typeof health === "object" && health.status === "ok" && downOf(health).length === 0;
}
