import type { Database } from "./client.ts";

/** The connection of a query that is part of its caller's transaction. */
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

/** The connection of a query that runs alone or as part of its caller's transaction. */
export type Executor = Database | Transaction;
