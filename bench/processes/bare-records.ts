import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import postgres, { type ISql } from "postgres";
import { z } from "zod";
import { loadConfig, requireServices } from "#config.ts";
import { serveCommands } from "./serve-commands.ts";

// Answers the calls of measure l by one handler each, which stores the same rows as the product: a record, and in the same
// transaction the entry that the audit log owes its reader. It does so without authentication, validation, schemas, hooks, views,
// locks, comparisons or events for webhooks. Connections are as many as the product's, with the product's settings.

const config = requireServices(loadConfig());
const sql = postgres(config.databaseUrl, {
  max: config.databasePoolSize,
  onnotice: () => {},
  connection: { plan_cache_mode: "force_generic_plan", enable_seqscan: false, jit: false },
});

const Scope = z.object({ organizationId: z.uuid(), environmentId: z.uuid() });

async function listen({ organizationId, environmentId }: z.infer<typeof Scope>): Promise<{ url: string }> {
  const app = Fastify();

  app.get<OfSubscriber>("/v1/subscribers/:subscriberId", async ({ params }) => {
    const rows = await sql`
      select * from subscribers where environment_id = ${environmentId} and subscriber_id = ${params.subscriberId}`;
    return { data: subscriberOf(rows[0]) };
  });

  app.put<OfSubscriber & { Body: { firstName: string; data: object } }>(
    "/v1/subscribers/:subscriberId",
    async ({ params: { subscriberId }, body }) => {
      const rows = await sql.begin(async (sql) => {
        const changed = await sql`
          update subscribers set first_name = ${body.firstName}, data = ${sql.json({ ...body.data })}, updated_at = now()
          where environment_id = ${environmentId} and subscriber_id = ${subscriberId} returning *`;
        await log(sql, "subscriber.updated", subscriberId, { firstName: { after: body.firstName } });
        return changed;
      });
      return { data: subscriberOf(rows[0]) };
    },
  );

  app.post<{ Body: { key: string; name: string } }>("/v1/topics", async ({ body: { key, name } }, reply) => {
    const rows = await sql.begin(async (sql) => {
      const created = await sql`
        insert into topics (id, organization_id, environment_id, key, name)
        values (gen_random_uuid(), ${organizationId}, ${environmentId}, ${key}, ${name}) returning id`;
      await log(sql, "topic.created", key, { name: { after: name } });
      return created;
    });
    return reply.code(201).send({ data: { _id: rows[0]?.id, key } });
  });

  app.delete<{ Params: { key: string } }>("/v1/topics/:key", async ({ params: { key } }, reply) => {
    await sql.begin(async (sql) => {
      await sql`delete from topics where environment_id = ${environmentId} and key = ${key}`;
      await log(sql, "topic.deleted", key, { key: { before: key } });
    });
    return reply.code(204).send();
  });

  const log = (sql: ISql, action: string, id: string, changes: Record<string, Record<string, string>>) => sql`
    insert into audit_logs (organization_id, environment_id, actor, roles, action, entity_type, entity_id, changes, expire_at)
    values (${organizationId}, ${environmentId}, 'key', '{admin}', ${action}, split_part(${action}, '.', 1), ${id},
      ${sql.json(changes)}, now() + interval '90 days')`;

  await app.listen({ host: "127.0.0.1", port: 0 });
  // Only a server that listens to a pipe has no such address.
  return { url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` };
}

interface OfSubscriber {
  Params: { subscriberId: string };
}

const subscriberOf = (row: Record<string, unknown> | undefined) =>
  row && {
    _id: row.id,
    id: row.id,
    _organizationId: row.organization_id,
    _environmentId: row.environment_id,
    subscriberId: row.subscriber_id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    data: row.data,
    channels: row.channels,
    deleted: false,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };

serveCommands({ listen: async (input) => listen(Scope.parse(input)) });
