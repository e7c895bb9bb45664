import { z } from "zod";
import { wholeNumber } from "./kinds.ts";
import { setting } from "./setting.ts";

const address = z.url({
  protocol: /^postgres(ql)?$/,
  error: "an address like postgres://user:password@host:5432/belfry",
});

export const database = {
  /** Postgres to use; without it `npm start` brings its own. */
  databaseUrl: setting("DATABASE_URL", address),
  /** Most connections that one process opens to Postgres. */
  databasePoolSize: setting("DATABASE_POOL_SIZE", wholeNumber(1, 1000), "4"),
};
