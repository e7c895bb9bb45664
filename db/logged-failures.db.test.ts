import { eq, sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { createLogger } from "#telemetry/logger.ts";
import { createTestEnvironment, testApp } from "#test/support/environment.ts";
import { subscribers } from "./schema/subscribers.ts";

const lines: string[] = [];
const logger = createLogger({ logLevel: "info" }, { write: (line) => lines.push(line) });
const server = await testApp({ logger });
const { app, db } = server;
afterAll(() => server.close());

const NAME = "Augusta-Ada-King";

/** Statements that Postgres or the driver refuses, each with a person's name in it. */
const failures: [string, (scope: { organizationId: string; environmentId: string }) => Promise<unknown>][] = [
  ["a uuid", () => db.select().from(subscribers).where(eq(subscribers.id, NAME))],
  ["a uuid without the query builder", () => db.$client`select from subscribers where id = ${NAME}`],
  ["a uuid in a prepared statement", () => db.$hot`select from subscribers where id = ${NAME}`],
  [
    "a row that exists",
    async (scope) => {
      const row = { ...scope, subscriberId: NAME, email: `${NAME}@example.com` };
      await db.insert(subscribers).values([row, row]);
    },
  ],
  [
    "a row that is not complete",
    (scope) =>
      db.execute(
        sql`insert into subscribers (organization_id, environment_id, subscriber_id, first_name, channels) values (${scope.organizationId}, ${scope.environmentId}, ${NAME}, ${NAME}, null)`,
      ),
  ],
  ["a number", () => db.execute(sql`select ${NAME}::text::int`)],
  ["a date", () => db.execute(sql`select ${NAME}::text::timestamptz`)],
  ["JSON", () => db.execute(sql`select ${`{${NAME}`}::text::jsonb`)],
  ["NUL", () => db.execute(sql`select ${`${NAME}\0`}::text`)],
  ["a table that is not there", () => db.execute(sql`select ${NAME}::text from nowhere`)],
  [
    "a raised exception",
    () => db.execute(sql.raw(`do $$ begin raise exception '%', reverse('${[...NAME].reverse().join("")}'); end $$`)),
  ],
  [
    "a failed transaction",
    () => db.transaction(async (transaction) => transaction.execute(sql`select ${NAME}::text::int`)),
  ],
];

test.each(failures)("a statement that fails over %s is logged without what was in it", async (_, fail) => {
  const { scope } = await createTestEnvironment(db);
  const error: unknown = await fail(scope).then(
    () => expect.unreachable("the statement succeeded"),
    (reason: unknown) => reason,
  );
  lines.length = 0;
  logger.error({ err: error }, "failed");
  logger.error({ error });
  logger.error(error);
  logger.error({ deep: { inner: [error] } }, "failed");
  expect(lines).toHaveLength(4);
  expect(lines.join("")).not.toMatch(/Augusta/i);
  // What helps to mend it stays.
  expect(lines.join("")).toMatch(/"code":"[0-9A-Z_]+"/);
});

test("a request whose statement fails leaves nothing of it in the log", async () => {
  const { headers } = await createTestEnvironment(db);
  await db.$client.unsafe(`alter table subscribers add constraint no_augusta check (first_name not like 'Augusta%')`);
  lines.length = 0;
  const reply = await app.inject({
    method: "POST",
    url: "/v1/subscribers",
    headers,
    payload: { subscriberId: "ada", firstName: NAME, email: "augusta@example.com" },
  });
  await db.$client.unsafe("alter table subscribers drop constraint no_augusta");
  expect(reply.statusCode).toBe(500);
  const log = lines.join("");
  expect(log).toContain(reply.json().errorId);
  expect(log).toContain('"constraint_name":"no_augusta"');
  expect(log).toContain("insert into subscribers");
  expect(log).not.toMatch(/Augusta-|augusta@/);
});
