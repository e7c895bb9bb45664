import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { parseExactJson, writeIntegersExactly } from "#contract/constants/values/exact-json.ts";
import { SECOND } from "#contract/constants/values/times.ts";
import { preparingFrequent } from "./preparing.ts";
import { hotOf, rareOf } from "./sql/pools.ts";

// Whatever is read from the database is written as JSON sooner or later, by code of packages too.
writeIntegersExactly();

export interface DatabaseOptions {
  /** Connections kept open at most, for each of the two pools. */
  poolSize?: number;
  /** How long a statement may run before Postgres ends it, in milliseconds. */
  statementTimeoutMs?: number;
  /** How long a statement may wait for a lock, in milliseconds. */
  lockTimeoutMs?: number;
}

/**
 * Opens two pools on one database. `$client` and the query builder on it plan each statement for its values. `$hot` is for
 * statements that find everything by index whatever the values are, so that one plan for all values cannot go wrong: they
 * are planned once per connection, because planning over partitions takes several times as long as running
 * (docs/decisions/012-plans-for-all-values.md). `db/generic-plans.db.test.ts` has a case for each of them.
 */
export function openDatabase(
  url: string,
  { poolSize = 10, statementTimeoutMs = 30 * SECOND, lockTimeoutMs = 10 * SECOND }: DatabaseOptions = {},
) {
  const limits = {
    application_name: "belfry",
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: 30 * SECOND,
    // Compiling a statement takes longer than what it saves for those that read some thousands of rows.
    jit: "off",
  };
  const base = { max: poolSize, onnotice: () => {}, connect_timeout: 5, backoff: reconnectAfter };
  const client = exact(postgres(url, { ...base, connection: { ...limits, plan_cache_mode: "force_custom_plan" } }));
  const generic = { plan_cache_mode: "force_generic_plan", enable_seqscan: "off" } as const;
  const hot = exact(postgres(url, { ...base, connection: { ...limits, ...generic } }));
  return Object.assign(drizzle(preparingFrequent(client), { casing: "snake_case" }), {
    /** Tagged statements, each planned for its values. */
    $client: rareOf(client),
    /** The query builder on the hot pool; see `db/prepared.ts`. */
    hot: drizzle(hot, { casing: "snake_case" }),
    /** Tagged statements on the hot pool. */
    $hot: hotOf(hot),
  });
}

/** The types json and jsonb of Postgres. */
const JSON_TYPES = [114, 3802];

/** The same driver, which reads JSON with the integers that JSON.parse would change. */
function exact(client: postgres.Sql): postgres.Sql {
  for (const type of JSON_TYPES) client.options.parsers[type] = (text: string) => parseExactJson(text);
  return client;
}

/**
 * Seconds until a lost connection is opened again, with some jitter. The driver's own wait doubles for each connection of
 * the pool that is lost, so that after a restart of Postgres everything would stand still for 20 s.
 */
const reconnectAfter = (): number => 0.1 + Math.random() * 0.4;

export type Database = ReturnType<typeof openDatabase>;

export async function closeDatabase(database: Database): Promise<void> {
  await Promise.all([database.$client.end({ timeout: 5 }), database.$hot.end({ timeout: 5 })]);
}
