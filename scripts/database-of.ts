import type { Config } from "#config.ts";
import { Problem } from "./problem.ts";

/** The database that a script is to work on. Throws a Problem when none is named: it never guesses one. */
export function databaseOf({ databaseUrl }: Config): string {
  if (databaseUrl !== null) return databaseUrl;
  throw new Problem(
    "DATABASE_URL is missing: set it to the address of a Postgres. (`npm start` prepares its own by itself; its address " +
      "is in dev.json in the data folder.)",
  );
}
