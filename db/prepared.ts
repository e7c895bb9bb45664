import { drizzle } from "drizzle-orm/postgres-js";
import type { Database } from "./client.ts";
import { preparing } from "./preparing.ts";
import { type Executor, taggedOf } from "./transaction.ts";

type Builder = Database["hot"];

const builders = new WeakMap<Database, Builder>();

/**
 * The query builder with statements that Postgres parses and plans once per connection. Only for statements that find
 * everything by index, and whose text does not depend on the input: lists travel as one array, never as `in (...)`.
 */
export function prepared(db: Database): Builder {
  const known = builders.get(db);
  if (known) return known;
  const made = drizzle(
    preparing(db.$hot, () => true),
    { casing: "snake_case" },
  );
  builders.set(db, made);
  return made;
}

/** The query builder without a connection: it only puts texts together. */
const builder = drizzle.mock({ casing: "snake_case" });

/**
 * A query whose text the builder puts together once, for queries of every trigger and of frequent calls: building costs this process as
 * much as reading the answer. Its values are placeholders. It runs on the hot pool, or in the transaction that is given.
 */
export function prepareOnce<Query extends object>(build: (db: typeof builder) => Query): (db: Executor) => Query {
  let built: Query | undefined;
  return (db) => {
    built ??= build(builder);
    // The connection is a field of the query, which its types hide.
    return Object.create(built, { client: { value: "$hot" in db ? db.$hot : taggedOf(db) } }) as Query;
  };
}
