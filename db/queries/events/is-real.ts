import type { Fragment, ISql } from "postgres";

/** The condition that a row of `events` is no dry run. A test that sends counts as real. */
export const isReal = (sql: ISql): Fragment => sql`(test_mode ->> 'dryRun')::boolean is not true`;
