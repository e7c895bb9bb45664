import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { inject } from "vitest";

/** Copies the migrated template. */
export async function createTestDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const template = new URL(inject("templateDatabaseUrl"));
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const own = new URL(template);
  own.pathname = name;
  await asAdministrator(template, `create database ${name} template ${template.pathname.slice(1)} strategy file_copy`);
  return { url: own.href, drop: () => asAdministrator(template, `drop database ${name} with (force)`) };
}

async function asAdministrator(template: URL, statement: string): Promise<void> {
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
