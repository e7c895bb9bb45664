import { sql } from "drizzle-orm";
import { timestamp, uuid } from "drizzle-orm/pg-core";

/** Random id of a row that a caller creates. Rows that the engine writes derive theirs: `db/derived-ids.ts`. */
export const id = () => uuid().primaryKey().default(sql`gen_random_uuid()`);

export const moment = () => timestamp({ withTimezone: true, mode: "date", precision: 3 });

/** To the microsecond, because lists and choices go by the newest, and two rows of one millisecond would be a tie. */
export const exactMoment = () => timestamp({ withTimezone: true, mode: "date", precision: 6 });

export const createdAt = () => exactMoment().notNull().default(sql`clock_timestamp()`);

export const timestamps = () => ({
  createdAt: createdAt(),
  updatedAt: moment()
    .notNull()
    .default(sql`clock_timestamp()`)
    .$onUpdate(() => new Date()),
});

/** Who owns the row. Every query filters by the environment, so that another environment's row is simply not there. */
export const owner = () => ({
  organizationId: uuid().notNull(),
  environmentId: uuid().notNull(),
});
