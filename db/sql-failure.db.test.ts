import { afterAll, expect, test } from "vitest";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { closeDatabase, openDatabase } from "./client.ts";
import { classifySqlFailure, describeSqlFailure } from "./sql-failure.ts";

const db = openDatabase(testDatabaseUrl(), { poolSize: 2 });
afterAll(() => closeDatabase(db));

const failureOf = (query: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(query).then(
    () => undefined,
    (error: unknown) => error,
  );

test.each([
  ["select 1 / 0", "data", "Postgres refused the values (22012 data_exception)"],
  ["select 'x'::uuid", "data", "Postgres refused the values (22P02 invalid_text_representation)"],
  ["select secret from nowhere", "bug", "Postgres refused the statement (42P01 undefined_table)"],
  [
    "set statement_timeout = 20; select pg_sleep(5)",
    "contention",
    "Postgres was too busy for the statement (57014 query_canceled)",
  ],
])("%s: %s", async (statement, kind, sentence) => {
  for (const run of [() => db.$client.unsafe(statement), () => db.execute(statement)]) {
    const error = await failureOf(run());
    expect(classifySqlFailure(error)).toBe(kind);
    expect(describeSqlFailure(error)).toBe(sentence);
  }
});

test("a text with a NUL is refused as data", async () => {
  const error = await failureOf(db.$client`select ${"\0"}::text`);
  expect(describeSqlFailure(error)).toBe("Postgres refused the values (22021 character_not_in_repertoire)");
});

test("a session that the server ends, and a server that does not answer, are lost connections", async () => {
  const doomed = openDatabase(testDatabaseUrl(), { poolSize: 1 });
  const ended = await failureOf(doomed.execute("select pg_terminate_backend(pg_backend_pid())"));
  await doomed.$client.end({ timeout: 0 });
  expect(classifySqlFailure(ended)).toBe("connection");
  const nowhere = openDatabase("postgres://nobody@localhost:1/none");
  expect(classifySqlFailure(await failureOf(nowhere.execute("select 1")))).toBe("connection");
  await nowhere.$client.end({ timeout: 0 });
});
