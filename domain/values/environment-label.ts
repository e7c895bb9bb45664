import { slugify } from "./slug.ts";

/** An environment as operators see it in ids of executions: its name, and the start of its id, which keeps equal names apart. */
export const environmentLabel = (name: string, environmentId: string): string =>
  `${slugify(name) || "environment"}-${environmentId.slice(0, 8)}`;
