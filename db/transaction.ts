import type { Database } from "./client.ts";

/** What a query runs on when it must be part of somebody else's transaction. */
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
