import type { Fragment } from "postgres";
import type { Tagged } from "../../transaction.ts";

/** The condition that a row of `events` is no dry run. A test that sends counts as real. */
export const isReal = (sql: Tagged): Fragment => sql`(test_mode ->> 'dryRun')::boolean is not true`;
