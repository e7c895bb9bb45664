import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { closeDatabase, type Database, openDatabase } from "./client.ts";
import { prepareOnce } from "./prepared.ts";
import { topics } from "./schema/topics.ts";

function aDatabase(): Database {
  // One connection, whose prepared statements are those of the pool.
  const db = openDatabase(testDatabaseUrl(), { poolSize: 1 });
  onTestFinished(() => closeDatabase(db));
  return db;
}

const preparedTexts = async (db: Database): Promise<string[]> =>
  (await db.$client<{ statement: string }[]>`select statement from pg_prepared_statements`).map((row) => row.statement);

test("a statement that is given often is prepared, in transactions and savepoints, too", async () => {
  const db = aDatabase();
  for (let index = 0; index < 25; index++) {
    expect([...(await db.execute(sql`select ${index}::int as often`))]).toEqual([{ often: index }]);
    await db.transaction(async (transaction) => {
      await transaction.execute(sql`select ${index}::int as within`);
      await transaction.transaction((savepoint) => savepoint.execute(sql`select ${index}::int as deeper`));
    });
  }
  const texts = (await preparedTexts(db)).join("\n");
  for (const name of ["often", "within", "deeper"]) expect(texts).toContain(`as ${name}`);
});

test("statements whose text depends on the input are not kept", async () => {
  const db = aDatabase();
  for (let index = 0; index < 300; index++) {
    await db.execute(sql`select ${index}::int as ${sql.identifier(`column_${index}`)}`);
  }
  expect((await preparedTexts(db)).filter((text) => text.includes("column_"))).toEqual([]);
});

test("a connection keeps at most 200 statements of the query builder, and serves the others as before", async () => {
  const db = aDatabase();
  for (let index = 0; index < 210; index++) {
    for (let call = 0; call < 21; call++) {
      const [row] = await db.execute(sql`select ${call}::int as ${sql.identifier(`kept_${index}`)}`);
      expect(row).toEqual({ [`kept_${index}`]: call });
    }
  }
  expect((await preparedTexts(db)).filter((text) => text.includes("kept_"))).toHaveLength(200);
});

test("a change of the table's columns between two calls does not fail a prepared statement", async () => {
  const db = aDatabase();
  await db.execute(sql`create temporary table widened (id int)`);
  const read = () => db.execute(sql`select * from widened where id > ${0}`);
  for (let index = 0; index < 25; index++) await read();
  await db.execute(sql`alter table widened add column name text`);
  expect([...(await read())]).toEqual([]);
});

test("a query that is put together once runs in the transaction that it is given", async () => {
  const db = aDatabase();
  const named = prepareOnce((builder) =>
    builder
      .select({ key: topics.key })
      .from(topics)
      .where(eq(topics.key, sql.placeholder("key")))
      .prepare("named"),
  );
  const key = randomUUID();
  const undone = db.transaction(async (transaction) => {
    await transaction.insert(topics).values({ organizationId: key, environmentId: key, key, name: "Seen within" });
    expect(await named(transaction).execute({ key })).toEqual([{ key }]);
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await named(db).execute({ key })).toEqual([]);
});
