import { DrizzleQueryError } from "drizzle-orm";
import postgres from "postgres";
import { expect, test } from "vitest";
import { classifySqlFailure, describeSqlFailure, type SqlFailure, sqlStateOf } from "./sql-failure.ts";

/** An error as postgres.js makes it of an answer; its type names only the class, not the constructor. */
function answered(code: string, fields: object = {}): Error {
  return Object.assign(Object.create(postgres.PostgresError.prototype), new Error("of Postgres"), { code, ...fields });
}

const withCode = (code: string) => Object.assign(new Error("secret-host refused"), { code });

test.each<[SqlFailure, string[]]>([
  ["connection", ["08000", "08006", "08P01", "57P01", "57P02", "57P03", "57P04", "57P05", "53300", "28P01", "25006"]],
  ["contention", ["40001", "40P01", "55P03", "57014", "53100", "53200", "53000", "25P04"]],
  ["data", ["21000", "22021", "22P02", "22P05", "23505", "23514", "44000", "54000", "54001"]],
  ["bug", ["42P01", "42601", "42703", "0A000", "25P02", "26000", "P0001", "XX000"]],
])("%s: %j", (kind, codes) => {
  for (const code of codes) expect([code, classifySqlFailure(answered(code))]).toEqual([code, kind]);
});

test.each([
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "CONNECT_TIMEOUT",
  "ECONNREFUSED",
  "EPIPE",
])("%s is a lost connection", (code) => {
  expect(classifySqlFailure(withCode(code))).toBe("connection");
  expect(describeSqlFailure(withCode(code))).toBe(`Postgres could not be reached or ended the connection (${code})`);
});

test("a call that postgres.js does not send is a bug, a canceled one contention", () => {
  expect(classifySqlFailure(withCode("UNDEFINED_VALUE"))).toBe("bug");
  expect(classifySqlFailure(withCode("57014"))).toBe("contention");
});

test("the error is found behind Drizzle's and within an AggregateError", () => {
  const refused = new AggregateError([withCode("EACCES"), withCode("ECONNREFUSED")]);
  const deadlock = new DrizzleQueryError("select 1", [], answered("40P01"));
  expect(classifySqlFailure(refused)).toBe("connection");
  expect(classifySqlFailure(new DrizzleQueryError("select 1", [], refused))).toBe("connection");
  expect(classifySqlFailure(deadlock)).toBe("contention");
  expect(sqlStateOf(deadlock)).toBe("40P01");
  expect(classifySqlFailure(new DrizzleQueryError("select 1", [], new TypeError("no text")))).toBe("bug");
});

test.each([
  new Error("other"),
  withCode("ERR_INVALID_ARG_TYPE"),
  new AggregateError([]),
  { code: "40001" },
  null,
  "40001",
])("%s is not from the database", (error) => {
  expect(classifySqlFailure(error)).toBeUndefined();
  expect(sqlStateOf(error)).toBeUndefined();
});

test("the description has code, condition and constraint, and nothing of the row or the statement", () => {
  const taken = answered("23505", {
    message: "duplicate key: ada@example.com",
    detail: "Key (email)=(ada@example.com) already exists.",
    constraint_name: "users_email",
    parameters: ["ada@example.com"],
  });
  expect(describeSqlFailure(new DrizzleQueryError("insert ...", ["ada@example.com"], taken))).toBe(
    "Postgres refused the values (23505 unique_violation, constraint users_email)",
  );
  expect(describeSqlFailure(answered("22012"))).toBe("Postgres refused the values (22012 data_exception)");
  expect(describeSqlFailure(answered("XX000"))).toBe("Postgres refused the statement (XX000)");
  expect(describeSqlFailure(new Error("ada@example.com"))).toBe("The database call failed without an SQLSTATE");
});
