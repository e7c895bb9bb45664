import { loadConfig } from "#config.ts";
import { migrate } from "#db/migrate.ts";
import { databaseOf } from "./database-of.ts";
import { explain } from "./problem.ts";

// `npm run db:migrate`: brings the database of DATABASE_URL up to date. `npm start` does the same for its own.

try {
  await migrate(databaseOf(loadConfig()));
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
