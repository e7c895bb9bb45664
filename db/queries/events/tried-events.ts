import type { ContextView, NamedContext } from "#domain/contexts.ts";
import type { Database } from "../../client.ts";
import type { Scope } from "../../scope.ts";
import type { SliceActor, SliceTenant } from "../runs/slice-context.ts";
import { isReal } from "./is-real.ts";

/** An earlier event by its place among those of its workflow. */
export interface EventRef {
  id: string;
  transactionId: string;
  createdAt: string;
}

/** The content of an earlier event, with what conditions see of its first recipient. */
export interface TriedEventRow {
  id: string;
  payload: Record<string, unknown>;
  /** The tenant that it named, also where there is none of that name. */
  tenantIdentifier: string | null;
  tenant: SliceTenant | null;
  contexts: NamedContext[];
  /** The data of those contexts that are stored, by their keys. */
  contextData: Record<string, ContextView["data"]> | null;
  actor: SliceActor | null;
  runId: string | null;
  /** Null without a run, and for a subscriber that has been deleted. */
  subscriber: SliceActor | null;
}

/** The latest events of a workflow, newest first, without their contents and without dry runs. */
export async function latestEvents(
  db: Database,
  { environmentId }: Scope,
  { workflowId, limit }: { workflowId: string; limit: number },
): Promise<EventRef[]> {
  return db.$client<EventRef[]>`
    select id, transaction_id as "transactionId", created_at::text as "createdAt" from events
    where workflow_id = ${workflowId} and environment_id = ${environmentId} and ${isReal(db.$client)}
    order by created_at desc, id desc limit ${limit}`;
}

/** Reads the contents of some events, whose payloads may be long: of those whose content has expired there is none. */
export async function readTriedEvents(
  db: Database,
  { environmentId }: Scope,
  eventIds: readonly string[],
): Promise<TriedEventRow[]> {
  const sql = db.$client;
  const person = (alias: "s" | "a") => sql`case when ${sql(alias)}.id is null then null else jsonb_build_object(
    'id', ${sql(alias)}.id, 'subscriberId', ${sql(alias)}.subscriber_id, 'firstName', ${sql(alias)}.first_name,
    'lastName', ${sql(alias)}.last_name, 'email', ${sql(alias)}.email, 'phone', ${sql(alias)}.phone,
    'avatar', ${sql(alias)}.avatar, 'locale', ${sql(alias)}.locale, 'timezone', ${sql(alias)}.timezone,
    'data', ${sql(alias)}.data, 'isOnline', ${sql(alias)}.is_online, 'lastOnlineAt', ${sql(alias)}.last_online_at) end`;
  return sql<TriedEventRow[]>`
    select e.id, c.payload, c.tenant ->> 'identifier' as "tenantIdentifier",
      case when t.id is null then null else jsonb_build_object('id', t.id, 'identifier', t.identifier, 'name', t.name,
        'data', t.data, 'createdAt', t.created_at, 'updatedAt', t.updated_at) end as tenant,
      coalesce(c.contexts, '[]') as contexts, (
        select jsonb_object_agg(known.key, known.data) from contexts known
        where known.environment_id = ${environmentId} and known.key = any(c.context_keys)) as "contextData",
      r.id as "runId", ${person("s")} as subscriber, ${person("a")} as actor
    from events e
    join event_contents c on c.event_id = e.id
    left join lateral (
      select id, subscriber_id from runs
      where event_id = e.id and expire_at = e.expire_at order by created_at, id limit 1) r on true
    left join subscribers s on s.id = r.subscriber_id and s.environment_id = ${environmentId} and s.deleted_at is null
    left join subscribers a on a.environment_id = ${environmentId} and a.subscriber_id = c.actor ->> 'subscriberId'
      and a.deleted_at is null
    left join tenants t on t.environment_id = ${environmentId} and t.identifier = c.tenant ->> 'identifier'
    where e.id = any(${[...eventIds]}::uuid[]) and e.environment_id = ${environmentId}`;
}
