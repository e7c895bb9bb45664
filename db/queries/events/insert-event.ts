import type { Fragment } from "postgres";
import type { EventProblem, TriggerOverrides } from "#contract/events.ts";
import type { RetentionDays } from "#contract/retention.ts";
import type { TestMode } from "#contract/test-mode.ts";
import type { ContextKeys, NamedContext } from "#domain/contexts.ts";
import type { InlineSubscriber } from "#domain/recipients.ts";
import type { LocalStart } from "#domain/times/local-start.ts";
import type { Database } from "../../client.ts";
import type { EventBridge, EventRecipients } from "../../schema/events/event-contents.ts";
import type { Scope } from "../../scope.ts";
import { columnsOf, rowsOf } from "../../sql/rows.ts";
import { storableJson } from "../../storable.ts";
import { keepVersion, type ReadVersion } from "../workflows/workflow-versions.ts";
import type { TriggeredWorkflow } from "../workflows/workflows.ts";

/** Tenant of an event, as parsed from the trigger. */
export interface EventTenant {
  identifier: string;
  name?: string;
  data?: Record<string, unknown>;
}

/** An event with its content: everything that never changes about it. */
export interface EventRow extends Scope {
  id: string;
  transactionId: string;
  workflowId: string;
  workflowVersionId: string;
  executionId: string;
  audience: "direct" | "broadcast";
  payload: Record<string, unknown>;
  overrides: TriggerOverrides;
  /** Null for a broadcast. */
  recipients: EventRecipients | null;
  actor: InlineSubscriber | null;
  tenant: EventTenant | null;
  /** As named, sorted by their keys; empty for none. */
  contexts: readonly NamedContext[];
  /** Their keys, which the event's messages have, and by which preferences and subscriptions count for it. */
  contextKeys: ContextKeys;
  /** The bridge that the trigger named; null for a workflow of the environment. */
  bridge: EventBridge | null;
  /** How many trigger steps lie between this event and the one that somebody sent. */
  depth: number;
  /** When runs start, by the clock of each subscriber; without it they start at once. */
  localStart?: LocalStart | null;
  /** How a test event differs; without it the event is a real one. */
  testMode?: TestMode | null;
  /** For how long its rows are kept; null for the default. */
  retention: RetentionDays | null;
  createdAt: Date;
  /** Steps that have not sent by then are skipped as expired; null without such a moment. */
  validUntil: Date | null;
  expireAt: Date;
}

/** Everything that is stored with an event. */
interface EventContent {
  /** The workflow as the caller read it; null for one that a bridge defines for this event alone. */
  workflow: TriggeredWorkflow | null;
  /** The version that the event is pinned to, as the caller read it: a working copy is kept from now on. */
  version: ReadVersion;
  contentExpireAt: Date;
  /** The event whose step triggers this one: nothing is stored once that is cancelled. */
  parentId?: string;
  /** Bytes of the attachments that the payload lists, in base64. */
  files?: readonly string[];
  /** Parts of the audience that are known to be out of reach. */
  problems?: readonly EventProblem[];
}

/**
 * Stores an event and its content in one statement, and before the first event of a version keeps that. `duplicate` when the environment has an event of this transactionId;
 * `stale` when the workflow is no longer as the caller read it: read it again.
 */
export async function insertEvent(
  db: Database,
  event: EventRow,
  { workflow, version, contentExpireAt, parentId, files = [], problems = [] }: EventContent,
): Promise<"stored" | "duplicate" | "stale"> {
  if (!(await keepVersion(db, version))) return "stale";
  const sql = db.$hot;
  const { organizationId, environmentId } = event;
  const json = (value: unknown) => (value === null ? null : storableJson(value));
  const payload = storableJson(event.payload);
  const isCurrent = workflow
    ? sql`and w.identifier = ${workflow.identifier} and w.version_id = ${workflow.versionId}
        and w.critical = ${workflow.critical} and w.active = ${workflow.active} and w.deleted_at is null
        and e.retention is not distinct from ${json(workflow.retention)}::text::jsonb`
    : sql``;
  const isWanted = parentId
    ? sql`and not exists (select from events where id = ${parentId} and canceled_at is not null)`
    : sql``;
  const [row] = await sql<{ current: boolean; stored: boolean }[]>`
    with workflow as (
      select w.id from workflows w join environments e on e.id = w.environment_id
      where w.id = ${event.workflowId} and w.environment_id = ${environmentId} ${isCurrent} ${isWanted}
    ), event as (
      insert into events (id, organization_id, environment_id, transaction_id, workflow_id, workflow_version_id, execution_id,
        audience, problems, retention, test_mode, valid_until, created_at, expire_at)
      select ${event.id}, ${organizationId}, ${environmentId}, ${event.transactionId}, workflow.id,
        ${event.workflowVersionId}, ${event.executionId}, ${event.audience}, ${json(problems)}::text::jsonb, ${json(event.retention)}::text::jsonb,
        ${json(event.testMode ?? null)}::text::jsonb, ${event.validUntil?.toISOString() ?? null}, ${event.createdAt.toISOString()},
        ${event.expireAt.toISOString()}
      from workflow
      on conflict (environment_id, transaction_id) do nothing
      returning id
    ), content as (
      insert into event_contents (event_id, organization_id, environment_id, payload, payload_size, overrides, recipients, actor,
        tenant, contexts, context_keys, local_start, bridge, depth, expire_at)
      select id, ${organizationId}, ${environmentId}, ${payload}::text::jsonb, ${payload.length},
        ${json(event.overrides)}::text::jsonb, ${json(event.recipients)}::text::jsonb, ${json(event.actor)}::text::jsonb,
        ${json(event.tenant)}::text::jsonb, ${json(event.contexts.length > 0 ? event.contexts : null)}::text::jsonb,
        ${event.contextKeys && [...event.contextKeys]}::text[], ${json(event.localStart ?? null)}::text::jsonb,
        ${json(event.bridge)}::text::jsonb, ${event.depth}, ${contentExpireAt.toISOString()}
      from event
    )
    ${files.length > 0 ? attachmentsPart(db, event, files) : sql``}
    select exists (select from workflow) as current, exists (select from event) as stored`;
  if (row?.stored) return "stored";
  return row?.current ? "duplicate" : "stale";
}

/** When to look for the first time whether the event has ended. */
const FIRST_LOOK = "1 minute";

const FILES = columnsOf<{ file: string }>("f", { file: "text" }, { number: ["int", (_, number) => number] });

function attachmentsPart(db: Database, event: EventRow, files: readonly string[]): Fragment {
  const sql = db.$hot;
  return sql`, attachments as (
      insert into event_attachments (event_id, organization_id, environment_id, number, file, due_at)
      select event.id, ${event.organizationId}, ${event.environmentId}, f.number, decode(f.file, 'base64'),
        case when f.number = 0 then ${event.createdAt.toISOString()}::timestamptz + ${FIRST_LOOK}::interval end
      from event, ${rowsOf(
        sql,
        FILES,
        files.map((file) => ({ file })),
      )}
    )`;
}
