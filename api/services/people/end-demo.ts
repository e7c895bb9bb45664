import type { Config } from "#config.ts";
import type { Database } from "#db/client.ts";
import { endDemoAccess } from "#db/queries/users/demo-access.ts";
import type { Logger } from "#telemetry/logger.ts";

interface Services {
  config: Pick<Config, "mode">;
  db: Database;
  logger: Logger;
}

/** Ends in production mode what access a demo has left in the database, whose password everybody knows. */
export async function endDemo({ config, db, logger }: Services): Promise<void> {
  if (config.mode !== "production" || !(await endDemoAccess(db))) return;
  logger.warn(
    "The demo's account and API keys were ended, because this database runs in production mode now. `npm run admin` creates an organisation with an account of your own.",
  );
}
