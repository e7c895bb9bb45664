import type { Sql } from "postgres";

/** Rows that statements are looking for, among many others. */
export interface Wanted {
  organizationId: string;
  environmentId: string;
  /** Of the environment; other rows belong to it, too. */
  workflowId: string;
  workflowVersionId: string;
  userId: string;
  eventId: string;
  cohortId: string;
  expireAt: Date;
  subscriberIds: readonly string[];
}

/**
 * Fills the tables with `count` rows each beside the wanted ones: half of them in the same environment, all in the same
 * partitions, and where that could mislead a plan also of the same event, cohort, workflow or subscriber.
 */
export async function addNeighbours(sql: Sql, wanted: Wanted, count: number): Promise<void> {
  const { organizationId, environmentId, workflowId, workflowVersionId, userId, eventId, cohortId } = wanted;
  const expireAt = wanted.expireAt.toISOString();
  const [reader] = wanted.subscriberIds;
  const other = "00000000-0000-4000-8000-000000000001";
  const owner = sql`${organizationId}::uuid, case when g % 2 = 0 then ${environmentId}::uuid else ${other}::uuid end`;
  const rows = sql`generate_series(1, ${count}) as g`;
  const id = (kind: string) => sql`md5(${kind}::text || g)::uuid`;
  const cohort = sql`case when g % 8 = 0 then ${cohortId}::uuid else ${id("cohort")} end`;
  const event = sql`case when g % 8 = 0 then ${eventId}::uuid else ${id("event")} end`;
  const createdAt = sql`clock_timestamp() - g * interval '1 second'`;
  await sql.begin(async (transaction) => {
    const insert = (into: string, values: ReturnType<Sql>) =>
      transaction`insert into ${transaction.unsafe(into)} select ${values} from ${rows}`;
    await insert(
      "subscribers (id, organization_id, environment_id, subscriber_id)",
      sql`${id("subscriber")}, ${owner}, 'neighbour-' || g`,
    );
    await insert(
      `pauses (organization_id, environment_id, reason, subscriber_id, "limit", counted)`,
      sql`${owner}, 'subscriber_messages', ${id("subscriber")}, 1, 1`,
    );
    await insert(
      "demo_messages (job_id, organization_id, environment_id, provider_id, month, number)",
      sql`${id("job")}, ${owner}, 'belfry-email', '2026-11', g`,
    );
    await insert(
      "topics (id, organization_id, environment_id, key, name)",
      sql`${id("topic")}, ${owner}, 'topic-' || g, ''`,
    );
    await insert(
      "topic_subscribers (organization_id, environment_id, topic_id, subscriber_id)",
      sql`${owner}, md5('topic' || 1 + g % 10)::uuid, ${id("subscriber")}`,
    );
    await insert(
      "layouts (id, organization_id, environment_id, creator_id, name, identifier, content, variables)",
      sql`${id("layout")}, ${owner}, ${userId}, '', 'layout-' || g, '', '[]'::jsonb`,
    );
    await insert(
      "translation_groups (id, organization_id, environment_id, creator_id, name, identifier)",
      sql`${id("translations")}, ${owner}, ${userId}, '', 'translations-' || g`,
    );
    await insert(
      "translations (id, organization_id, environment_id, group_id, locale, texts, size, keys)",
      sql`${id("translation")}, ${owner}, ${id("translations")}, 'en', '{}'::jsonb, 2, 0`,
    );
    await insert(
      "event_attachments (event_id, organization_id, environment_id, number, file, due_at)",
      sql`${id("event")}, ${owner}, 0, ''::bytea, ${createdAt}`,
    );
    await insert(
      "tenants (id, organization_id, environment_id, identifier)",
      sql`${id("tenant")}, ${owner}, 'tenant-' || g`,
    );
    await insert(
      "workflow_overrides (organization_id, environment_id, workflow_id, tenant_id, active, preference_settings)",
      sql`${owner}, ${workflowId}::uuid, ${id("tenant")}, true, '{}'::jsonb`,
    );
    await insert(
      "payload_samples (organization_id, environment_id, workflow_id, name, payload)",
      sql`${owner}, ${id("workflow")}, 'sample', '{}'::json`,
    );
    await insert(
      "preferences (organization_id, environment_id, type, workflow_id, subscriber_id)",
      sql`${owner}, 'SUBSCRIBER_WORKFLOW', ${workflowId}::uuid, ${id("subscriber")}`,
    );
    await insert(
      "workflows (id, organization_id, environment_id, identifier, name, active, preference_settings, notification_group_id, creator_id, version_id)",
      sql`${id("workflow")}, ${owner}, 'workflow-' || g, '', true, '{}'::jsonb, ${other}::uuid, ${userId}::uuid, ${other}::uuid`,
    );
    await insert(
      "integrations (organization_id, environment_id, provider_id, channel, name, identifier, credentials, active, deleted_at)",
      // An environment has few integrations; those that were deleted remain.
      sql`${owner}, 'nodemailer', 'email', '', 'integration-' || g, '{}'::jsonb, true, case when g % 2 = 0 then now() end`,
    );
    await insert(
      "api_keys (organization_id, environment_id, user_id, hash, encrypted_key)",
      sql`${owner}, ${userId}::uuid, md5('key' || g), ''`,
    );
    await insert(
      "idempotency_keys (id, organization_id, environment_id, call_id, body_hash, claim, leased_until, expire_at)",
      sql`${id("key")}, ${owner}, ${id("call")}, '', ${id("claim")}, now(), ${expireAt}::timestamptz`,
    );
    await insert(
      "throttle_windows (environment_id, workflow_id, step_id, subscriber_id, throttle_value, passed, last_run_id, ends_at, expire_at)",
      sql`${environmentId}::uuid, ${workflowId}::uuid, ${id("step")}, ${reader ?? other}::uuid, 'value-' || g, 1, ${id("run")}, now(), ${expireAt}::timestamptz`,
    );
    await insert(
      "throttle_claims (run_id, step_id, passed, ends_at, expire_at)",
      sql`${id("run")}, ${other}::uuid, true, now(), ${expireAt}::timestamptz`,
    );
    await insert(
      "event_waits (run_id, step_id, environment_id, subscriber_id, position, awaited, since, due_at, expire_at)",
      sql`${id("run")}, ${other}::uuid, ${environmentId}::uuid, ${id("subscriber")}, 0, 'signal:wanted', now(), now() + interval '1 day', ${expireAt}::timestamptz`,
    );
    await insert(
      "signals (organization_id, environment_id, subscriber_id, name, payload, created_at, expire_at)",
      sql`${owner}, ${id("subscriber")}, 'wanted', '{}'::jsonb, now(), ${expireAt}::timestamptz`,
    );
    await insert(
      "http_requests (run_id, step_id, attempt, state, due_at, expire_at)",
      sql`${id("run")}, ${other}::uuid, 1, 'sent', now(), ${expireAt}::timestamptz`,
    );
    await insert(
      "events (id, organization_id, environment_id, transaction_id, workflow_id, workflow_version_id, execution_id, audience, expire_at)",
      sql`${id("event")}, ${owner}, 'event-' || g, ${workflowId}::uuid, ${workflowVersionId}::uuid, '', 'direct', ${expireAt}::timestamptz`,
    );
    await insert(
      "event_contents (event_id, organization_id, environment_id, payload, overrides, expire_at)",
      sql`${id("event")}, ${owner}, '{}'::jsonb, '{}'::jsonb, ${expireAt}::timestamptz`,
    );
    await insert(
      "cohorts (id, organization_id, environment_id, event_id, number, execution_id, recipients_from, recipients_to, due_at, pending, expire_at)",
      sql`${id("cohort")}, ${owner}, ${id("event")}, 0, '', 0, 1, now(), 1, ${expireAt}::timestamptz`,
    );
    await insert(
      "runs (id, organization_id, environment_id, event_id, cohort_id, workflow_id, workflow_version_id, subscriber_id, transaction_id, source, position, due_at, stop_reason, expire_at)",
      // Those of the cohort have ended; others are due, or were stopped.
      sql`${id("run")}, ${owner}, ${event}, ${cohort}, ${workflowId}::uuid, ${workflowVersionId}::uuid, ${id("subscriber")}, '', 'direct', 0,
        case when g % 8 <> 0 then now() end, case when g % 8 = 1 then 'step_failed' end, ${expireAt}::timestamptz`,
    );
    await insert(
      "jobs (id, organization_id, environment_id, run_id, step_id, position, type, status, expire_at)",
      sql`${id("job")}, ${owner}, ${id("run")}, ${other}::uuid, 0, 'email', 'running', ${expireAt}::timestamptz`,
    );
    await insert(
      "deliveries (id, organization_id, environment_id, event_id, cohort_id, run_id, job_id, message_id, message_expire_at, position, channel, integration_id, provider_id, state, due_at, bytes, is_only, is_last, expire_at)",
      sql`${id("delivery")}, ${owner}, ${event}, ${cohort}, ${id("run")}, ${id("job")}, ${id("message")}, ${expireAt}::timestamptz, 0, 'email',
        ${other}::uuid, 'nodemailer', case g % 8 when 0 then 'sent' when 1 then 'failed' else 'open' end, now(), 100, true, true,
        ${expireAt}::timestamptz`,
    );
    await insert(
      "digest_windows (id, organization_id, environment_id, workflow_id, step_id, subscriber_id, digest_value, master_run_id, closes_at, expire_at)",
      // A third of them are overdue; each is one that its master will close.
      sql`${id("window")}, ${owner}, ${workflowId}::uuid, ${other}::uuid, ${id("subscriber")}, '', ${id("run")},
        now() + (g % 3 - 1) * interval '1 day', ${expireAt}::timestamptz`,
    );
    await insert(
      "digest_members (run_id, step_id, position, event_id, decision, window_id, expire_at)",
      sql`${id("run")}, ${other}::uuid, 0, ${id("event")}, 'joined', ${id("window")}, ${expireAt}::timestamptz`,
    );
    await insert(
      "digest_arrivals (environment_id, workflow_id, step_id, subscriber_id, digest_value, last_at, expire_at)",
      sql`${environmentId}::uuid, ${workflowId}::uuid, ${other}::uuid, ${id("subscriber")}, '', now(), ${expireAt}::timestamptz`,
    );
    await insert(
      "messages (id, organization_id, environment_id, run_id, job_id, workflow_id, step_id, subscriber_id, event_id, transaction_id, template_identifier, channel, provider_id, seen, read, created_at, expire_at)",
      // The reader has read thousands.
      sql`${id("message")}, ${owner}, ${id("run")}, ${id("job")}, ${workflowId}::uuid, ${other}::uuid,
        case when g % 8 = 0 then ${reader ?? other}::uuid else ${id("subscriber")} end, ${event}, '', '', 'in_app', 'belfry', g % 8 = 0, g % 8 = 0,
        ${createdAt}, ${expireAt}::timestamptz`,
    );
  });
}
