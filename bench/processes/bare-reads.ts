import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import postgres from "postgres";
import { z } from "zod";
import { loadConfig, requireServices } from "#config.ts";
import { CHANNELS } from "#contract/constants/channels.ts";
import { serveCommands } from "./serve-commands.ts";

// Answers the reads of measure f with what the product answers, by one handler and one plain statement each: without
// authentication, validation, schemas, hooks or views. Connections are as many as the product's, with the product's settings, so that
// Postgres plans a statement once here as well.

const config = requireServices(loadConfig());
const sql = postgres(config.databaseUrl, {
  max: config.databasePoolSize,
  onnotice: () => {},
  connection: { plan_cache_mode: "force_generic_plan", enable_seqscan: false, jit: false },
});

const Reader = z.object({ environmentId: z.uuid(), subscriberId: z.string() });
type Reader = z.infer<typeof Reader>;

/** Rows that the product counts beyond a page of messages at most. */
const COUNTED_BEYOND_PAGE = 10_000;

async function listen(reader: Reader): Promise<{ url: string }> {
  const { environmentId } = reader;
  const [subscriber] = await sql<{ id: string }[]>`
    select id from subscribers where environment_id = ${environmentId} and subscriber_id = ${reader.subscriberId}`;
  if (!subscriber) throw new Error(`There is no subscriber ${reader.subscriberId}`);
  const readerId = subscriber.id;
  const app = Fastify();

  app.get<PageRequest>("/v1/widgets/notifications/feed", async ({ query }) => {
    const page = Number(query.page);
    const limit = Number(query.limit);
    const rows = await sql<Row[]>`
      select ${columns()} from ${tables()}
      where m.subscriber_id = ${readerId} and m.environment_id = ${environmentId} and m.channel = 'in_app'
        and m.deleted_at is null and m.status = 'sent'
      order by coalesce(m.returned_at, m.created_at) desc, m.id desc limit ${limit + 1} offset ${page * limit}`;
    const data = rows.slice(0, limit).map(messageOf);
    return { data, totalCount: data.length, hasMore: rows.length > limit, pageSize: limit, page };
  });

  app.get<{ Querystring: { limit: string } }>("/v1/widgets/notifications/unseen", async ({ query }) => {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from (
        select 1 from messages where subscriber_id = ${readerId} and environment_id = ${environmentId}
          and channel = 'in_app' and deleted_at is null and status = 'sent' and not seen order by seen, read
          limit ${Number(query.limit)}) as unseen`;
    return { data: { count: row?.count } };
  });

  app.get<PageRequest>("/v1/messages", async ({ query }) => {
    const page = Number(query.page);
    const limit = Number(query.limit);
    const counted = page * limit + limit + COUNTED_BEYOND_PAGE;
    const newest = sql`order by created_at desc, id desc`;
    const [rows, [total]] = await Promise.all([
      sql<Row[]>`
        select ${columns()}, s.email, s.channels, s.is_online, s.last_online_at, s.deleted_at as subscriber_deleted_at,
          s.created_at as subscriber_created_at, s.updated_at as subscriber_updated_at
        from ${tables(sql`(
          select * from ${listed(environmentId, page * limit + limit, newest)} ${newest} limit ${limit} offset ${page * limit}) m`)}
        order by m.created_at desc, m.id desc`,
      sql<{ count: number }[]>`
        select count(*)::int as count from (
          select from ${listed(environmentId, counted, sql`order by created_at desc`)} limit ${counted}) as countable`,
    ]);
    const totalCount = total?.count ?? 0;
    const hasMore = page * limit + rows.length < totalCount;
    return { page, pageSize: limit, totalCount, hasMore, data: rows.map(listedMessageOf) };
  });

  await app.listen({ host: "127.0.0.1", port: 0 });
  // Only a server that listens to a pipe has no such address.
  return { url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` };
}

interface PageRequest {
  Querystring: { page: string; limit: string };
}

const columns = () => sql`
  m.id, m.organization_id, m.environment_id, m.workflow_id, m.step_id, m.run_id, m.job_id, m.subscriber_id, m.template_identifier,
  m.transaction_id, m.channel, m.content, m.cta, m.tags, m.seen, m.read, m.archived, m.severity, m.status, m.provider_id, m.created_at,
  m.updated_at, m.expire_at, c.payload, c.overrides, s.subscriber_id as their_id, s.first_name, s.last_name,
  w.name as workflow_name, w.identifier as workflow_identifier, w.severity as workflow_severity, w.critical, w.tags as workflow_tags`;

/** Messages and what is shown of them; each is looked up by itself, or plans for any values would read whole tables. */
const tables = (messages = sql`messages m`) => sql`
  ${messages}
  left join lateral (select * from event_contents where event_id = m.event_id offset 0) c on true
  left join lateral (select * from subscribers where id = m.subscriber_id offset 0) s on true
  left join lateral (select * from workflows where id = m.workflow_id offset 0) w on true`;

/** At least as many of the first messages of all channels, by the index that has those of each channel, newest first. */
const listed = (environmentId: string, atLeast: number, order: postgres.PendingQuery<postgres.Row[]>) => sql`(
  select each.* from unnest(${[...CHANNELS]}::text[]) as listed (channel) cross join lateral (
    select * from messages
    where environment_id = ${environmentId} and channel = listed.channel and deleted_at is null
    ${order} limit ${atLeast}) each) listed`;

type Row = Record<string, unknown>;

/** Builds the message as the product has it on the wire. The bench's messages have no other fields. */
const messageOf = (row: Row) => ({
  _id: row.id,
  id: row.id,
  _organizationId: row.organization_id,
  _environmentId: row.environment_id,
  _templateId: row.workflow_id,
  _messageTemplateId: row.step_id,
  _notificationId: row.run_id,
  _jobId: row.job_id,
  _subscriberId: row.subscriber_id,
  _feedId: null,
  templateIdentifier: row.template_identifier,
  transactionId: row.transaction_id,
  channel: row.channel,
  content: row.content,
  deviceTokens: [],
  cta: row.cta ?? {},
  tags: row.tags,
  payload: row.payload,
  overrides: row.overrides,
  seen: row.seen,
  read: row.read,
  archived: row.archived,
  severity: row.severity,
  deleted: false,
  status: row.status,
  expireAt: row.expire_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  providerId: row.provider_id,
  subscriber: {
    _id: row.subscriber_id,
    id: row.subscriber_id,
    subscriberId: row.their_id,
    firstName: row.first_name,
    lastName: row.last_name,
  },
  actorSubscriber: null,
  workflow: {
    id: row.workflow_id,
    identifier: row.template_identifier,
    name: row.workflow_name,
    severity: row.workflow_severity,
    critical: row.critical,
    tags: row.workflow_tags,
  },
  template: {
    _id: row.workflow_id,
    id: row.workflow_id,
    name: row.workflow_name,
    tags: row.workflow_tags,
    triggers: [{ type: "event", identifier: row.workflow_identifier }],
  },
});

/** Builds the message as the list of all messages has it: with the whole subscriber, whose other fields the bench leaves empty: subscribers whose inbox was open in another measure have been online. */
function listedMessageOf(row: Row) {
  const { template: _, ...message } = messageOf(row);
  const subscriber = {
    _id: row.subscriber_id,
    id: row.subscriber_id,
    _organizationId: row.organization_id,
    _environmentId: row.environment_id,
    firstName: row.first_name ?? undefined,
    lastName: row.last_name ?? undefined,
    subscriberId: row.their_id,
    email: row.email,
    channels: row.channels,
    isOnline: row.is_online ?? undefined,
    lastOnlineAt: row.last_online_at ?? undefined,
    deleted: row.subscriber_deleted_at !== null,
    createdAt: row.subscriber_created_at,
    updatedAt: row.subscriber_updated_at,
  };
  return Object.assign(message, { subscriber });
}

serveCommands({ listen: async (input) => listen(Reader.parse(input)) });
