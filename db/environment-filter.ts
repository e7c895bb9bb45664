import type { Fragment } from "postgres";
import type { Tagged } from "./transaction.ts";

/**
 * Compares a column with the environment in a form that no index serves, for rows of the hot pool that are found by
 * something more selective: a plan that was made while the table was small could otherwise read all of the environment.
 * See docs/decisions/012-plans-for-all-values.md.
 */
export const filterByEnvironment = (sql: Tagged, column: string, environmentId: string): Fragment =>
  sql`${sql(column)}::text = ${environmentId}::uuid::text`;
