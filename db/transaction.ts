import type { ISql } from "postgres";
import type { Database } from "./client.ts";

/** The connection of a query that is part of its caller's transaction. */
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

/** The connection of a query that runs alone or as part of its caller's transaction. */
export type Executor = Database | Transaction;

/** The connection of tagged statements, alone or as part of their caller's transaction on the hot pool. */
export type HotTransaction = ISql;

/** Runs statements that find everything by index in one transaction; see `openDatabase`. */
export const inHotTransaction = <T>({ $hot }: Database, run: (sql: HotTransaction) => Promise<T>): Promise<T> =>
  $hot.begin(run) as Promise<T>;
