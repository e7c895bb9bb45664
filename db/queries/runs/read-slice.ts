import type { Fragment } from "postgres";
import type { StepType } from "#contract/constants/channels.ts";
import type { Completion, DeliveryState, JobStatus, SubscriberSource } from "#contract/constants/statuses.ts";
import { type ContextView, contextViews } from "#domain/contexts.ts";
import type { StoredPreferences } from "#domain/subscriptions/subscription-preferences.ts";
import type { Database } from "../../client.ts";
import { hasContexts } from "../../context-filter.ts";
import { filterByEnvironment } from "../../environment-filter.ts";
import type { EventRecipients } from "../../schema/events/event-contents.ts";
import type { jobs } from "../../schema/runs/jobs.ts";
import { audienceTopics } from "../events/audience.ts";
import type { EventRow } from "../events/insert-event.ts";
import type { LayerRow } from "../preferences/preference-layers.ts";
import {
  type ContentNeeds,
  NO_CONTENT_NEEDS,
  type SliceContext,
  type SliceSubscriber,
  sharedContext,
} from "./slice-context.ts";

/** Why a job failed, or its next attempt waits. */
export type JobError = NonNullable<(typeof jobs.$inferSelect)["error"]>;

export interface DueRun {
  id: string;
  position: number;
  revision: number;
  source: SubscriberSource;
  subscriberId: string;
  /** That a resumption chose. */
  integrationId: string | null;
  /** From the run's position on, in order. */
  jobs: { position: number; status: JobStatus; dueAt: string | null; error: JobError | null }[];
  deliveries: {
    jobId: string;
    messageId: string;
    state: DeliveryState;
    completion: Completion;
    error: { message: string } | null;
  }[];
}

export interface SliceRow {
  subscriber: SliceSubscriber | null;
  /** The subscriber's preferences, for this workflow and for all. */
  layers: LayerRow[];
  run: DueRun | null;
  pauseId: string | null;
  /** Of a member of topics, the preferences of those subscriptions by which the event may reach it; null where one has none. */
  subscriptions?: readonly StoredPreferences[] | null;
}

type AudienceByTopics = Pick<EventRecipients, "topics" | "exclusions">;

/** Which members a slice takes. By `ids` without `recipients`, all of the environment. */
export type SliceQuery =
  | { kind: "named"; subscriberIds: readonly string[] }
  | { kind: "ids"; after: string; upTo: string; recipients: AudienceByTopics | null; limit: number }
  | { kind: "due"; cohortId: string; now: Date; limit: number };

interface StoredRow extends SliceSubscriber {
  subscriberKey: string | null;
  run: DueRun | null;
  layers: LayerRow[] | null;
  pauseId: string | null;
  subscriptions: readonly StoredPreferences[] | null;
  /** Of contexts, the data by their keys. */
  shared: (Omit<SliceContext, "context"> & { context: Record<string, ContextView["data"]> | null }) | null;
}

/**
 * Reads a slice in one statement: its members with their preferences, and what they share. A workflow that was deleted
 * since still answers: its runs in flight end as they began.
 */
export async function readSlice(
  db: Database,
  event: EventRow,
  stepTypes: readonly StepType[],
  query: SliceQuery,
  needs: ContentNeeds = NO_CONTENT_NEEDS,
): Promise<{ context: SliceContext; rows: SliceRow[]; last: string | null }> {
  const sql = db.$hot;
  const rows = await sql<StoredRow[]>`
    with members as (${membersOf(db, event, query)})
    select m.run, m.subscriber_key as "subscriberKey", m.id, m.subscriber_id as "subscriberId",
      m.first_name as "firstName", m.last_name as "lastName", m.email, m.phone, m.avatar, m.locale, m.timezone, m.hours, m.data,
      ${sendsToEntries(stepTypes) ? sql`m.channels` : sql`'[]'::jsonb as channels`},
      ${isByTopics(query) ? sql`m.subscriptions` : sql`null::jsonb as subscriptions`},
      m.is_online as "isOnline", m.last_online_at as "lastOnlineAt", m.deleted_at as "deletedAt",
      (select jsonb_agg(jsonb_build_object('type', p.type, 'enabled', p.enabled, 'readOnly', p.read_only, 'channels',
         p.channels))
       from preferences p
       where p.subscriber_id = m.id and ${filterByEnvironment(sql, "p.environment_id", event.environmentId)}
         and ${hasContexts(sql, "p.context_keys", event.contextKeys)}
         and ((p.type = 'SUBSCRIBER_WORKFLOW' and p.workflow_id = ${event.workflowId})
           or (p.type = 'SUBSCRIBER_GLOBAL' and p.workflow_id is null))) as layers,
      (select p.id from pauses p
       where p.environment_id = ${event.environmentId} and p.subscriber_id = m.id and p.state = 'open') as "pauseId",
      case when row_number() over () = 1 then ${sharedContext(sql, event, stepTypes, { ...needs, isNew: query.kind !== "due" })} end as shared
    from (select 1) as one left join members m on true`;
  const shared = rows[0]?.shared;
  if (!shared) throw new Error(`Workflow ${event.workflowId} of event ${event.transactionId} does not exist`);
  const context = { ...shared, context: contextViews(event.contexts, shared.context) };
  const found = rows.filter(({ run, subscriberKey }) => run !== null || subscriberKey !== null);
  return { context, rows: found.map(sliceRow), last: found.at(-1)?.subscriberKey ?? null };
}

/** Whether a step sends to the entries of subscribers: they are read for no other workflow. */
const sendsToEntries = (stepTypes: readonly StepType[]): boolean =>
  stepTypes.includes("chat") || stepTypes.includes("push");

/** A row of an outer join: a subscriber's columns are null together or not at all. */
function sliceRow(row: StoredRow): SliceRow {
  return {
    run: row.run,
    layers: row.layers ?? [],
    pauseId: row.pauseId,
    subscriber: row.id === null ? null : row,
    subscriptions: row.subscriptions,
  };
}

const isByTopics = (query: SliceQuery): boolean => query.kind === "ids" && query.recipients !== null;

function membersOf(db: Database, event: EventRow, query: SliceQuery): Fragment {
  const sql = db.$hot;
  const noRun = sql`null::jsonb as run`;
  switch (query.kind) {
    case "named":
      return sql`
        select ${noRun}, s.id as subscriber_key, s.* from subscribers s
        where s.environment_id = ${event.environmentId} and s.subscriber_id = any(${[...query.subscriberIds]}::text[])`;
    case "ids":
      return query.recipients === null
        ? sql`
          select ${noRun}, s.id as subscriber_key, s.* from subscribers s
          where s.environment_id = ${event.environmentId} and s.id > ${query.after} and s.id <= ${query.upTo}
            and s.deleted_at is null
          order by s.id limit ${query.limit}`
        : membersOfTopics(db, event, query, query.recipients);
    case "due":
      return sql`
        select jsonb_build_object('id', r.id, 'position', r.position, 'revision', r.revision, 'source', r.source,
            'subscriberId', r.subscriber_id, 'integrationId', r.integration_id,
            'jobs', (
              select coalesce(jsonb_agg(jsonb_build_object('position', j.position, 'status', j.status, 'dueAt', j.due_at,
                'error', j.error) order by j.position), '[]')
              from jobs j where j.run_id = r.id and j.expire_at = r.expire_at and j.position >= r.position),
            'deliveries', (
              select coalesce(jsonb_agg(jsonb_build_object('jobId', d.job_id, 'messageId', d.message_id, 'state', d.state,
                'completion', d.completion, 'error', d.error) order by d.created_at, d.id), '[]')
              from deliveries d where d.run_id = r.id and d.expire_at = r.expire_at)) as run,
          s.id as subscriber_key, s.*
        from (
          select * from runs
          where cohort_id = ${query.cohortId} and expire_at = ${event.expireAt.toISOString()} and due_at is not null
            and workflow_version_id = ${event.workflowVersionId}
            -- What is left of a cancelled event is due now.
            and due_at <= (
              select case when canceled_at is null then ${query.now.toISOString()}::timestamptz else 'infinity' end
              from events where id = ${event.id})
          order by due_at limit ${query.limit}) as r
        left join lateral (select * from subscribers where id = r.subscriber_id offset 0) as s on s.deleted_at is null`;
  }
}

/**
 * The members of topics by subscriptions with exactly the contexts of the event, each once, however many subscriptions it has. The
 * preferences of these are read only where the topics have any.
 */
function membersOfTopics(
  db: Database,
  event: EventRow,
  { after, upTo, limit }: Extract<SliceQuery, { kind: "ids" }>,
  { topics, exclusions }: AudienceByTopics,
): Fragment {
  const sql = db.$hot;
  const isOfEvent = (subscriptions: string) => sql`
    ${sql.unsafe(subscriptions)}.topic_id = t.id
      and ${hasContexts(sql, `${subscriptions}.context_keys`, event.contextKeys)}
      ${exclusions ? sql`and ${sql.unsafe(subscriptions)}.subscriber_id <> all(t.left_out)` : sql``}`;
  const audience = exclusions
    ? sql`select t.id, left_out.ids as left_out from ${audienceTopics(db, event, exclusions)}`
    : sql`select t.id from topics t`;
  return sql`
    with audience as materialized (
      ${audience} where t.environment_id = ${event.environmentId} and t.key = any(${[...topics]}::text[])
    ), judged as materialized (
      select exists (
        select from audience t cross join lateral (
          select from topic_subscribers ts where ts.topic_id = t.id and ts.preferences is not null limit 1) preferred) as is_any
    )
    select null::jsonb as run, s.id as subscriber_key, s.*,
      case when (select is_any from judged) then (
        select jsonb_agg(ts.preferences)
        from audience t join topic_subscribers ts on ts.subscriber_id = page.subscriber_id and ${isOfEvent("ts")}
        -- Who has one without preferences is reached.
        having count(ts.preferences) = count(*)) end as subscriptions
    from (
      select distinct member.subscriber_id
      from audience t cross join lateral (
        -- The first ones of all topics together are among the first ones of each.
        select distinct ts.subscriber_id from topic_subscribers ts
        where ts.subscriber_id > ${after} and ts.subscriber_id <= ${upTo} and ${isOfEvent("ts")}
        order by ts.subscriber_id limit ${limit}) member
      order by 1 limit ${limit}) as page
    cross join lateral (select * from subscribers where id = page.subscriber_id offset 0) as s
    order by s.id`;
}
