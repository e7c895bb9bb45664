import type { Database } from "#db/client.ts";
import type { TakenMail } from "./inbound-mails.ts";

/** Everything that the callback of a reply is told about the email that was replied to. Moments are Postgres' texts. */
export interface ReplyContext {
  organizationId: string;
  environmentId: string;
  runExpireAt: string;
  transactionId: string;
  payload: Record<string, unknown>;
  workflowVersionId: string;
  subscriber: {
    id: string;
    subscriberId: string;
    email: string | null;
    phone: string | null;
    firstName: string | null;
    lastName: string | null;
    locale: string | null;
    data: Record<string, unknown> | null;
  };
  workflow: {
    id: string;
    identifier: string;
    name: string;
    description: string | null;
    active: boolean;
    critical: boolean;
    tags: string[];
  };
  run: { id: string; cohortId: string; source: string; createdAt: string };
  message: {
    id: string;
    jobId: string;
    stepId: string;
    channel: string;
    providerId: string | null;
    identifier: string | null;
    subject: string | null;
    content: string | null;
    blocks: unknown[] | null;
    email: string | null;
    status: string;
    createdAt: string;
  };
}

/** Undefined when the run, its content or its subscriber is gone. */
export async function readReplyContext(
  db: Database,
  { messageId, messageExpireAt }: Pick<TakenMail, "messageId" | "messageExpireAt">,
): Promise<ReplyContext | undefined> {
  const [row] = await db.$client<ReplyContext[]>`
    select m.organization_id as "organizationId", m.environment_id as "environmentId", r.expire_at as "runExpireAt",
      m.transaction_id as "transactionId", c.payload, r.workflow_version_id as "workflowVersionId",
      jsonb_build_object('id', s.id, 'subscriberId', s.subscriber_id, 'email', s.email, 'phone', s.phone,
        'firstName', s.first_name, 'lastName', s.last_name, 'locale', s.locale, 'data', s.data) as subscriber,
      jsonb_build_object('id', w.id, 'identifier', w.identifier, 'name', w.name, 'description', w.description,
        'active', w.active, 'critical', w.critical, 'tags', w.tags) as workflow,
      jsonb_build_object('id', r.id, 'cohortId', r.cohort_id, 'source', r.source, 'createdAt', r.created_at) as run,
      jsonb_build_object('id', m.id, 'jobId', m.job_id, 'stepId', m.step_id, 'channel', m.channel, 'providerId', m.provider_id,
        'identifier', m.identifier, 'subject', m.subject, 'content', m.content, 'blocks', m.blocks, 'email', m.email,
        'status', m.status, 'createdAt', m.created_at) as message
    from messages m
    join events e on e.id = m.event_id
    join event_contents c on c.event_id = m.event_id
    join runs r on r.id = m.run_id and r.expire_at = e.expire_at
    join workflows w on w.id = m.workflow_id
    join subscribers s on s.id = m.subscriber_id
    where m.id = ${messageId} and m.expire_at = ${messageExpireAt.toISOString()}`;
  return row;
}
