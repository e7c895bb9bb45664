import { sql } from "drizzle-orm";
import type { ChannelFlags } from "#contract/schemas/channel-flags.ts";
import type { ContextKeys } from "#domain/contexts.ts";
import type { Scope } from "../../scope.ts";
import { storableJson } from "../../storable.ts";
import type { Transaction } from "../../transaction.ts";

/** A choice of a subscriber, for one workflow or for all. Subscriber and workflow are named as callers do. */
export interface PreferenceWrite {
  line: number;
  subscriberId: string;
  workflow: string | null;
  enabled: boolean | null;
  channels: Partial<ChannelFlags>;
  contextKeys: ContextKeys;
}

/** The outcome of a choice, and its subscriber by Belfry's id; null for an unknown one. */
export interface WrittenPreference {
  as: "created" | "updated" | "unchanged" | "unknown_subscriber" | "unknown_workflow";
  subscriberId: string | null;
}

/** Stores choices; what they do not name stays. Returns by line what became of it. */
export async function writePreferences(
  transaction: Transaction,
  { organizationId, environmentId }: Scope,
  writes: readonly PreferenceWrite[],
): Promise<Map<number, WrittenPreference>> {
  const rows = await transaction.execute<{
    line: number;
    as: WrittenPreference["as"];
    subscriberId: string | null;
  }>(sql`
    with given as materialized (
      select * from jsonb_to_recordset(${storableJson(writes)}::jsonb)
        as g(line int, "subscriberId" text, workflow text, enabled boolean, channels jsonb, "contextKeys" text[])
    ), found as materialized (
      select g.line, g.workflow, g.enabled, g.channels, g."contextKeys" as context_keys, s.id as subscriber_id, w.id as workflow_id
      from given g
      left join subscribers s on s.environment_id = ${environmentId} and s.subscriber_id = g."subscriberId"
        and s.deleted_at is null
      left join workflows w on w.environment_id = ${environmentId} and w.deleted_at is null
        and (w.identifier = g.workflow or w.id::text = g.workflow)
    ), complete as (
      select distinct on (subscriber_id, workflow_id, context_keys) *,
        case when workflow_id is null then 'SUBSCRIBER_GLOBAL' else 'SUBSCRIBER_WORKFLOW' end as type
      from found where subscriber_id is not null and (workflow is null or workflow_id is not null)
      order by subscriber_id, workflow_id, context_keys, line desc
    ), written as (
      insert into preferences as p (organization_id, environment_id, type, workflow_id, subscriber_id, context_keys, enabled, channels, sources)
      select ${organizationId}, ${environmentId}, type, workflow_id, subscriber_id, context_keys, enabled, channels, (
          select coalesce(jsonb_object_agg(name, jsonb_build_object('by', 'import', 'at', now())), '{}')
          from (select jsonb_object_keys(channels) union all select 'all' where enabled is not null) as names (name))
      from complete
      where enabled is not null or channels <> '{}'
      order by subscriber_id, workflow_id, context_keys
      on conflict on constraint preferences_layer do update set
        enabled = coalesce(excluded.enabled, p.enabled), channels = p.channels || excluded.channels,
        sources = p.sources || excluded.sources, updated_at = now()
      where (p.enabled, p.channels) is distinct from
        (coalesce(excluded.enabled, p.enabled), p.channels || excluded.channels)
      returning subscriber_id, workflow_id, context_keys, (xmax = 0) as is_new
    )
    select f.line, f.subscriber_id as "subscriberId", case
      when f.subscriber_id is null then 'unknown_subscriber'
      when f.workflow is not null and f.workflow_id is null then 'unknown_workflow'
      when w.is_new then 'created'
      when w.is_new is not null then 'updated'
      else 'unchanged' end as as
    from found f
    left join written w on w.subscriber_id = f.subscriber_id and w.workflow_id is not distinct from f.workflow_id
      and w.context_keys is not distinct from f.context_keys`);
  return new Map(rows.map(({ line, ...written }) => [line, written]));
}
