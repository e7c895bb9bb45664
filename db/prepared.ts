import { drizzle } from "drizzle-orm/postgres-js";
import type { Sql } from "postgres";
import type { Database } from "./client.ts";

function oncePerPool<Made>(make: (db: Database) => Made): (db: Database) => Made {
  const made = new WeakMap<Database, { value: Made }>();
  return (db) => {
    const known = made.get(db) ?? { value: make(db) };
    made.set(db, known);
    return known.value;
  };
}

/**
 * The same pool, with statements that Postgres parses and plans once per connection. Planning a query over a year of
 * partitions takes several times as long as running it, so what inboxes ask all day goes through here. Only for
 * statements whose text does not depend on the input: lists travel as one array, never as `in (...)`.
 */
export const prepared = oncePerPool((db): Database => drizzle(preparing(db.$client), { casing: "snake_case" }));

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
export const prepareOnce = <Query>(build: (db: Database) => Query): ((db: Database) => Query) =>
  oncePerPool((db) => build(prepared(db)));
