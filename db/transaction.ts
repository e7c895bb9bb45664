import type { ISql, TransactionSql } from "postgres";
import type { Database } from "./client.ts";
import { type HotTransaction, hotOf, type RareTransaction, rareOf, type Tagged } from "./sql/pools.ts";

export type { HotTransaction, RareTransaction, Tagged };

/** The connection of a query that is part of its caller's transaction. */
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

/** The connection of a query that runs alone or as part of its caller's transaction. */
export type Executor = Database | Transaction;

/**
 * The connection of the query builder for tagged statements: they are prepared, cost a fraction to put together, and several that do not
 * wait for each other travel together. The builder keeps it in a field that its types hide.
 */
export function taggedOf(db: Executor): RareTransaction {
  if ("$client" in db) return db.$client;
  return rareOf((db as unknown as { session: { client: ISql } }).session.client);
}

/** Runs statements that find everything by index in one transaction; see `openDatabase`. */
export const inHotTransaction = <T>({ $hot }: Database, run: (sql: HotTransaction) => Promise<T>): Promise<T> =>
  $hot.begin((sql) => run(hotOf(sql))) as Promise<T>;

/** Runs tagged statements that are rare, or have no index that suits all values, in one transaction. */
export const inRareTransaction = <T>({ $client }: Database, run: (sql: RareTransaction) => Promise<T>): Promise<T> =>
  $client.begin((sql) => run(rareOf(sql))) as Promise<T>;

/** Runs statements that may fail without ending the transaction in which they are. Throws outside of one. */
export function inSavepoint<T>(sql: RareTransaction, run: (sql: RareTransaction) => Promise<T>): Promise<T> {
  if (!isTransaction(sql)) throw new Error("A savepoint needs a transaction");
  return sql.savepoint((inner) => run(rareOf(inner))) as Promise<T>;
}

const isTransaction = (sql: RareTransaction): sql is RareTransaction & TransactionSql => "savepoint" in sql;
