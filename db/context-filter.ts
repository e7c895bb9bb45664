import { type Column, eq, isNull, type SQL } from "drizzle-orm";
import type { Fragment, Sql } from "postgres";
import type { ContextKeys } from "#domain/contexts.ts";

/** The condition that a row has exactly these contexts. Spelled out for none, so that the planner sees what indexes apply. */
export const hasContexts = (sql: Sql, column: string, keys: ContextKeys): Fragment =>
  keys === null ? sql.unsafe(`${column} is null`) : sql`${sql.unsafe(column)} = ${[...keys]}::text[]`;

/** The same for the query builder. */
export const ofContexts = (column: Column, keys: ContextKeys): SQL =>
  keys === null ? isNull(column) : eq(column, [...keys]);
