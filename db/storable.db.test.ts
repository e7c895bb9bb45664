import { afterAll, expect, test } from "vitest";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { closeDatabase, openDatabase } from "./client.ts";
import { storableJson, storableText } from "./storable.ts";

const db = openDatabase(testDatabaseUrl(), { poolSize: 1 });
const sql = db.$client;
afterAll(() => closeDatabase(db));

const hostile = [
  "plain",
  "",
  "\0",
  "a\0b",
  "\\u0000",
  "\\\0",
  "\\\\u0000\0",
  "😀",
  "\ud83d",
  "\ude00\ud83d",
  "\ud83d\0\ude00",
  '"\\\ud800"',
  "\u0001\u001f\u007f\u0080\ufffe\uffff",
];

test.each(hostile)("%j comes back from Postgres as it was made storable", async (text) => {
  const stored = storableText(text);
  expect(await sql`select ${stored}::text as text`).toEqual([{ text: stored }]);
  const json = storableJson({ [text]: [text, { text }] });
  const expected = { [stored]: [stored, { text: stored }] };
  expect(await sql.unsafe("select $1::text::jsonb as value", [json])).toEqual([{ value: expected }]);
  expect(await sql.unsafe("select $1::text::json #>> '{}' as text", [storableJson(text)])).toEqual([{ text: stored }]);
});
