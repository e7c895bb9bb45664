import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { DETAILS } from "#contract/constants/details.ts";
import { IN_APP_PROVIDER } from "#contract/constants/provider-ids.ts";
import { renderText } from "#domain/templates/compile-template.ts";
import type { BenchEvent } from "./workflows.ts";

interface Recipient {
  subscriber: Record<string, unknown>;
  subscriberId: string;
  runId: string;
  jobId: string;
}

/** The work of one delivery, a row at a time, without conditions, preferences and sockets. */
export const createRecipientActivities = (sql: Sql) => ({
  /** Finds the subscriber and stores the run with its job. */
  async resolveSubscriber(event: BenchEvent, subscriberId: string): Promise<Recipient> {
    const [subscriber] = await sql<{ id: string; first_name: string | null; subscriber_id: string }[]>`
      select id, subscriber_id, first_name from subscribers
      where environment_id = ${event.environmentId} and subscriber_id = ${subscriberId} and deleted_at is null`;
    if (!subscriber) throw new Error(`There is no subscriber ${subscriberId}`);
    const runId = randomUUID();
    const jobId = randomUUID();
    const { organizationId, environmentId, expireAt } = event;
    await sql`
      insert into runs (id, organization_id, environment_id, event_id, cohort_id, workflow_id, workflow_version_id,
        subscriber_id, transaction_id, source, position, expire_at)
      values (${runId}, ${organizationId}, ${environmentId}, ${event.eventId}, ${event.cohortId}, ${event.workflowId},
        ${event.versionId}, ${subscriber.id}, ${event.transactionId}, 'broadcast', 0, ${expireAt})`;
    await sql`
      insert into jobs (id, organization_id, environment_id, run_id, step_id, position, type, status, queued_at, expire_at)
      values (${jobId}, ${organizationId}, ${environmentId}, ${runId}, ${event.stepId}, 0, 'in_app', 'queued',
        clock_timestamp(), ${expireAt})`;
    return { subscriber: { firstName: subscriber.first_name }, subscriberId: subscriber.id, runId, jobId };
  },

  /** Renders and stores the message, says so in the history and completes the job. */
  async deliverInApp(event: BenchEvent, { subscriber, subscriberId, runId, jobId }: Recipient): Promise<void> {
    const { organizationId, environmentId, expireAt } = event;
    await sql`update jobs set status = 'running', started_at = clock_timestamp()
      where id = ${jobId} and expire_at = ${expireAt}`;
    const content = renderText(event.template, { ...event.payload, subscriber }, { escape: "html" });
    const messageId = randomUUID();
    await sql`
      insert into messages (id, organization_id, environment_id, run_id, job_id, workflow_id, step_id, subscriber_id,
        event_id, transaction_id, template_identifier, channel, provider_id, content, status, expire_at)
      values (${messageId}, ${organizationId}, ${environmentId}, ${runId}, ${jobId}, ${event.workflowId}, ${event.stepId},
        ${subscriberId}, ${event.eventId}, ${event.transactionId}, ${event.workflowIdentifier}, 'in_app',
        ${IN_APP_PROVIDER}, ${content}, 'sent', ${event.messageExpireAt})`;
    for (const [detail, status] of [
      [DETAILS.messageCreated, "Pending"],
      [DETAILS.messageSent, "Success"],
    ] as const) {
      await sql`
        insert into execution_details (organization_id, environment_id, run_id, job_id, message_id, provider_id, detail, source,
          status, expire_at)
        values (${organizationId}, ${environmentId}, ${runId}, ${jobId}, ${messageId}, ${IN_APP_PROVIDER}, ${detail},
          'Internal', ${status}, ${expireAt})`;
    }
    await sql`
      update jobs set status = 'completed', provider_id = ${IN_APP_PROVIDER}, finished_at = clock_timestamp()
      where id = ${jobId} and expire_at = ${expireAt}`;
    await sql`
      update runs set position = 1, revision = revision + 1 where id = ${runId} and expire_at = ${expireAt}`;
  },
});

export type RecipientActivities = ReturnType<typeof createRecipientActivities>;
