import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, inject } from "vitest";
import { setTestDatabase } from "./postgres.ts";

// Each test file gets a copy of the migrated template: no file sees another's rows or notifications.

const template = new URL(inject("templateDatabaseUrl"));
const name = `test_${randomUUID().replaceAll("-", "")}`;
const own = new URL(template);
own.pathname = name;

await asAdministrator(`create database ${name} template ${template.pathname.slice(1)}`);
setTestDatabase(own.href);
afterAll(() => asAdministrator(`drop database ${name} with (force)`));

async function asAdministrator(statement: string): Promise<void> {
  const address = new URL(template);
  address.pathname = "postgres";
  const sql = postgres(address.href, { max: 1 });
  try {
    // Two copies of one template cannot be made at the same moment.
    await sql`select pg_advisory_lock(1)`;
    await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}
