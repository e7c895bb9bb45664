import { LRUCache } from "lru-cache";
import type { ISql, Sql } from "postgres";

/** Calls of one text after which it is prepared. */
const FREQUENT_FROM = 20;
/** Texts that are prepared at most: each connection keeps their parse trees. */
const PREPARED_MAX = 200;
/** Longest text that is prepared, in characters. */
const PREPARED_LENGTH = 20_000;

/**
 * A client that prepares the statements it is often given. The driver asks Postgres for the types of every other statement first,
 * which doubles its time. Statements whose text depends on the input are too many to be frequent, and too many to be kept.
 */
export function preparingFrequent(client: Sql): Sql {
  const calls = new LRUCache<string, number>({ max: 2_000 });
  const frequent = new Set<string>();
  return preparing(client, (query) => {
    if (frequent.has(query)) return true;
    if (frequent.size >= PREPARED_MAX || query.length > PREPARED_LENGTH) return false;
    const count = (calls.get(query) ?? 0) + 1;
    calls.set(query, count);
    if (count < FREQUENT_FROM) return false;
    frequent.add(query);
    calls.delete(query);
    return true;
  });
}

/** The query builder sends everything as `unsafe`, which the driver does not prepare unless told to. */
export function preparing<Client extends ISql>(client: Client, isPrepared: (query: string) => boolean): Client {
  const unsafe: Sql["unsafe"] = (query, parameters, options) =>
    client.unsafe(query, parameters, { ...options, prepare: options?.prepare === true || isPrepared(query) });
  return new Proxy(client, {
    get(target, key) {
      if (key === "unsafe") return unsafe;
      const value: unknown = Reflect.get(target, key);
      if ((key !== "begin" && key !== "savepoint") || typeof value !== "function") return value;
      // The last argument is given the connection of the transaction.
      return (...given: unknown[]) =>
        value(
          ...given.map((one) => (typeof one === "function" ? (sql: ISql) => one(preparing(sql, isPrepared)) : one)),
        );
    },
  });
}
