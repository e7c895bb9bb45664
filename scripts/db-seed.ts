import { loadConfig } from "#config.ts";
import { seed } from "#db/seed.ts";
import { databaseOf } from "./database-of.ts";
import { explain } from "./problem.ts";

// `npm run db:seed`: puts the demo organisation into the database of DATABASE_URL, and says how to get at it.

try {
  const config = loadConfig();
  console.log(await seed({ databaseUrl: databaseOf(config), config }));
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
