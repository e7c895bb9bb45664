import type { ISql } from "postgres";
import type { Database } from "./client.ts";

/** The connection of a query that is part of its caller's transaction. */
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

/** The connection of a query that runs alone or as part of its caller's transaction. */
export type Executor = Database | Transaction;

/** The connection of tagged statements, alone or as part of their caller's transaction on the hot pool. */
export type HotTransaction = ISql;

/** The connection of tagged statements in their caller's transaction, each planned for its own values. */
export type RareTransaction = ISql;

/**
 * The connection of the query builder for tagged statements: they are prepared, cost a fraction to put together, and several that do not
 * wait for each other travel together. The builder keeps it in a field that its types hide.
 */
export function taggedOf(db: Executor): ISql {
  if ("$client" in db) return db.$client;
  return (db as unknown as { session: { client: ISql } }).session.client;
}

/** Runs statements that find everything by index in one transaction; see `openDatabase`. */
export const inHotTransaction = <T>({ $hot }: Database, run: (sql: HotTransaction) => Promise<T>): Promise<T> =>
  $hot.begin(run) as Promise<T>;

/** Runs tagged statements that are rare, or have no index that suits all values, in one transaction. */
export const inRareTransaction = <T>({ $client }: Database, run: (sql: RareTransaction) => Promise<T>): Promise<T> =>
  $client.begin(run) as Promise<T>;
