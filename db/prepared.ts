import { drizzle } from "drizzle-orm/postgres-js";
import type { Sql } from "postgres";
import type { Database } from "./client.ts";

type Builder = Database["hot"];

function oncePerPool<Made>(make: (db: Database) => Made): (db: Database) => Made {
  const made = new WeakMap<Database, { value: Made }>();
  return (db) => {
    const known = made.get(db) ?? { value: make(db) };
    made.set(db, known);
    return known.value;
  };
}

/**
 * The query builder with statements that Postgres parses and plans once per connection. Only for statements that find
 * everything by index, and whose text does not depend on the input: lists travel as one array, never as `in (...)`.
 */
export const prepared = oncePerPool((db): Builder => drizzle(preparing(db.$hot), { casing: "snake_case" }));

/** The query builder sends everything as `unsafe`, which the driver does not prepare unless told to. */
function preparing(client: Sql): Sql {
  const unsafe: Sql["unsafe"] = (query, parameters, options) =>
    client.unsafe(query, parameters, { ...options, prepare: true });
  return new Proxy(client, {
    get: (target, key) => (key === "unsafe" ? unsafe : Reflect.get(target, key)),
  });
}

/**
 * A query whose text the builder puts together once per pool, for queries of every trigger: building costs this process
 * as much as reading the answer. Its values are placeholders.
 */
export const prepareOnce = <Query>(build: (db: Builder) => Query): ((db: Database) => Query) =>
  oncePerPool((db) => build(prepared(db)));
