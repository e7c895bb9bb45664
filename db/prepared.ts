import { drizzle } from "drizzle-orm/postgres-js";
import type { Sql } from "postgres";
import type { Database } from "./client.ts";

const instances = new WeakMap<Database, Database>();

/**
 * The same pool, with statements that Postgres parses and plans once per connection. Planning a query over a year of
 * partitions takes several times as long as running it, so what inboxes ask all day goes through here. Only for
 * statements whose text does not depend on the input: lists travel as one array, never as `in (...)`.
 */
export function prepared(db: Database): Database {
  const known = instances.get(db);
  if (known) return known;
  const instance = drizzle(preparing(db.$client), { casing: "snake_case" });
  instances.set(db, instance);
  return instance;
}

/** The query builder sends everything as `unsafe`, which the driver does not prepare unless told to. */
function preparing(client: Sql): Sql {
  const unsafe: Sql["unsafe"] = (query, parameters, options) =>
    client.unsafe(query, parameters, { ...options, prepare: true });
  return new Proxy(client, {
    get: (target, key) => (key === "unsafe" ? unsafe : Reflect.get(target, key)),
  });
}

/**
 * A query whose text the builder puts together once per pool, for what every trigger asks: building costs this process
 * as much as reading the answer. Its values are placeholders.
 */
export function prepareOnce<Query>(build: (db: Database) => Query): (db: Database) => Query {
  const queries = new WeakMap<Database, Query>();
  return (db) => {
    const query = queries.get(db) ?? build(prepared(db));
    queries.set(db, query);
    return query;
  };
}
