import { drizzle } from "drizzle-orm/postgres-js";
import type { Sql, TransactionSql } from "postgres";
import type { Database } from "#db/client.ts";
import { hotOf, rareOf } from "#db/sql/pools.ts";
import type { Driver } from "./driver.ts";

/** The fate of coming statements of a process. */
export interface Fault {
  /** Statements that go well before it. */
  after: number;
  /** Whether the first statement that it hits is still run. */
  runs: boolean;
  /** How many statements it hits; `dies`: the process ends with the first. */
  statements: number | "dies";
}

/** One operating system process of the model: its statements wait for their turn, and it can die between any two. */
export interface ModelProcess {
  name: string;
  isDead(): boolean;
  /** Rejects when the process dies. */
  death: Promise<never>;
  die(): void;
  /** Has the fault hit coming statements; null: nothing does. */
  arm(fault: Fault | null): void;
  /** Runs a statement, or another call to the outside, when its turn has come. */
  statement<T>(label: string, run: () => Promise<T>): Promise<T>;
  /** The fault that hits this statement, if one does. */
  strike(): Fault | null;
  fail(fault: Fault): Promise<never>;
  /** Called as soon as a transaction is committed. */
  afterCommit?: () => Promise<void>;
}

const never = (): Promise<never> => new Promise(() => {});

const connectionError = () =>
  Object.assign(new Error("write CONNECTION_CLOSED in the model"), { code: "CONNECTION_CLOSED" });

export function createProcess(driver: Driver, name: string, onDeath: () => void = () => {}): ModelProcess {
  let dead = false;
  let fault: Fault | null = null;
  let reject: (error: Error) => void = () => {};
  const death = new Promise<never>((_, no) => {
    reject = no;
  });
  death.catch(() => {});

  const process: ModelProcess = {
    name,
    death,
    isDead: () => dead,
    die() {
      if (dead) return;
      dead = true;
      driver.note(`    ${name} dies`);
      reject(connectionError());
      onDeath();
    },
    arm(next) {
      fault = next && { ...next };
    },
    strike() {
      if (!fault) return null;
      if (fault.after > 0) {
        fault.after -= 1;
        return null;
      }
      const hit = { ...fault };
      if (fault.statements === "dies" || fault.statements <= 1) fault = null;
      else fault = { ...fault, runs: false, statements: fault.statements - 1 };
      return hit;
    },
    async fail({ statements }) {
      if (statements === "dies") {
        process.die();
        return never();
      }
      driver.note(`    ${name}: the connection is lost`);
      throw connectionError();
    },
    async statement(label, run) {
      if (dead) return never();
      await driver.turn(`${name}: ${label}`, name);
      if (dead) return never();
      const hit = process.strike();
      if (hit && !hit.runs) return process.fail(hit);
      const result = await driver.during(run);
      if (dead) return never();
      if (hit) return process.fail(hit);
      await driver.turn(`${name}: has the answer of ${label}`, name);
      return dead ? never() : result;
    },
  };
  return process;
}

/** The database as one process of the model sees it. */
export function steppedDatabase(shared: Database, driver: Driver, process: ModelProcess): Database {
  const client = stepped(shared.$client, driver, process);
  const hot = stepped(shared.$hot, driver, process);
  const casing = { casing: "snake_case" } as const;
  return Object.assign(drizzle(client, casing), {
    hot: drizzle(hot, casing),
    $client: rareOf(client),
    $hot: hotOf(hot),
  });
}

function stepped(sql: Sql, driver: Driver, process: ModelProcess): Sql {
  const begin = async (...input: unknown[]): Promise<unknown> => {
    const work = asWork(input.at(-1));
    await process.statement("begin", async () => {});
    let hit: Fault | null = null;
    driver.enter();
    try {
      const result = await sql.begin(async (transaction) => {
        driver.transactions.open += 1;
        driver.leave();
        try {
          const inner = stepped(asSql(transaction), driver, process);
          const done = await Promise.race([work(inner), process.death]);
          await Promise.race([driver.turn(`${process.name}: commit`, process.name), process.death]);
          hit = process.strike();
          if (hit && !hit.runs) throw connectionError();
          return done;
        } finally {
          driver.enter();
          driver.transactions.open -= 1;
        }
      });
      await process.afterCommit?.();
      if (process.isDead()) return never();
      if (hit) return process.fail(hit);
      return result;
    } catch (error) {
      if (process.isDead()) return never();
      if (hit) return process.fail(hit);
      throw error;
    } finally {
      driver.leave();
    }
  };

  return new Proxy(sql, {
    apply(target, self, input: unknown[]) {
      const made: unknown = Reflect.apply(target, self, input);
      return isTagged(input[0]) ? steppedQuery(made, process) : made;
    },
    get(target, key) {
      if (key === "begin") return begin;
      if (key === "unsafe") {
        return (...input: Parameters<Sql["unsafe"]>) => steppedQuery(target.unsafe(...input), process);
      }
      return Reflect.get(target, key);
    },
  });
}

const isTagged = (first: unknown): boolean => Array.isArray(first) && "raw" in first;

/** A transaction takes statements as the pool does. */
const asSql = (transaction: TransactionSql) => transaction as unknown as Sql;

/** A transaction's function is the last argument of `begin`. */
const asWork = (input: unknown) => input as (transaction: Sql) => Promise<unknown>;

interface Query extends PromiseLike<unknown> {
  strings: readonly string[];
  then: PromiseLike<unknown>["then"];
  catch: unknown;
  finally: unknown;
}

/** The driver's query is a promise that begins when it is first awaited; as a part of another one it never is. */
function steppedQuery(made: unknown, process: ModelProcess): unknown {
  const query = made as Query;
  const run = query.then.bind(query);
  let outcome: Promise<unknown> | undefined;
  const start = () => {
    outcome ??= process.statement(labelOf(query.strings), () => new Promise((yes, no) => void run(yes, no)));
    return outcome;
  };
  // biome-ignore lint/suspicious/noThenProperty: the query is a promise already
  query.then = (yes, no) => start().then(yes, no);
  query.catch = (no: (error: unknown) => unknown) => start().catch(no);
  query.finally = (call: () => void) => start().finally(call);
  return query;
}

const LABELS: readonly (readonly [RegExp, string])[] = [
  [/insert into cohorts .*recipients_from.* from event, sums/s, "store a slice"],
  [/with outcome as/, "record outcomes"],
  [/with due as/, "lease deliveries"],
  [/ waiting as \(/, "read open work"],
  [/with members as/, "read a slice"],
  [/with picked as.*reopened_runs/s, "reopen runs"],
  [/with picked as.*stopped_runs/s, "stop runs"],
  [/deliveries d set due_at/, "renew leases"],
  [/lease_owner = null, due_at/, "release leases"],
  [/select id, number, execution_id/, "find a cohort"],
  [/select id, environment_id as "environmentId", provider_id/, "find integrations"],
  [/count\(\*\)::int as count from cohorts/, "count cohorts"],
  [/from organizations o/, "find overdue cohorts"],
  [/from workflows w\s+left join/, "find events not started"],
  [/update cohorts set stop_reason/, "mark a cohort as stopped"],
  [/update cohorts c set reopen/, "mark cohorts to be reopened"],
  [/with workflow as/, "store an event"],
];

function labelOf(strings: readonly string[]): string {
  const text = strings.join("?");
  const known = LABELS.find(([pattern]) => pattern.test(text));
  return known?.[1] ?? text.replace(/\s+/g, " ").trim().slice(0, 60);
}
