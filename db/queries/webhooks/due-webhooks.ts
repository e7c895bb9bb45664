import { DAY } from "#contract/constants/values/times.ts";
import { WEBHOOK_ANSWER_KEPT, WEBHOOK_FAILING_DAYS_MAX, type WebhookStatus } from "#contract/constants/webhooks.ts";
import type { Database } from "../../client.ts";
import type { Scope } from "../../scope.ts";
import { columnsOf, rowsOf } from "../../sql/rows.ts";
import { storableText } from "../../storable.ts";

/** An endpoint for which something waits. */
export interface WaitingEndpoint {
  id: string;
  /** False of one that was switched off or deleted: what waits for it is ended. */
  isActive: boolean;
  /** When the first of what waits for it is due, and not before its pause ends. */
  dueAt: Date;
}

/** Returns the endpoints of an environment for which something waits. */
export async function waitingEndpoints(db: Database, { environmentId }: Pick<Scope, "environmentId">) {
  const rows = await db.$client<{ id: string; isActive: boolean; dueAt: string }[]>`
    select e.id, e.active and e.deleted_at is null as "isActive",
      case when e.active then greatest(m.due_at, e.paused_until) else m.due_at end as "dueAt"
    from webhook_endpoints e
    cross join lateral (
      select due_at from webhook_messages where endpoint_id = e.id and due_at is not null order by due_at limit 1) as m
    where e.environment_id = ${environmentId}`;
  return rows.map((row): WaitingEndpoint => ({ ...row, dueAt: new Date(row.dueAt) }));
}

/** Environments of which something has been due since then, which it is only when nobody sends it. */
export async function environmentsWithOverdueWebhooks(db: Database, before: Date, limit: number): Promise<Scope[]> {
  // Each environment is one step through the index of endpoints, however much waits for it.
  return db.$client<Scope[]>`
    select distinct e.organization_id as "organizationId", e.environment_id as "environmentId"
    from webhook_endpoints e
    where exists (
      select from webhook_messages m where m.endpoint_id = e.id and m.due_at < ${before.toISOString()})
      and (not e.active or e.paused_until is null or e.paused_until < ${before.toISOString()})
    limit ${limit}`;
}

/** An event that is about to be sent. */
export interface TakenWebhook {
  id: string;
  type: string;
  data: Record<string, unknown>;
  createdAt: Date;
  /** Attempts, with the one that begins now. */
  attempts: number;
}

export interface TakenWebhooks {
  url: string;
  /** Encrypted: the current secret, and the former one as long as it counts. */
  secrets: string[];
  webhooks: TakenWebhook[];
}

/** Takes events that are due; until `until` nobody else takes them. After many failures in a row, one is taken to try. */
export async function takeWebhooks(
  db: Database,
  endpointId: string,
  { now, until, limit, failuresToPause }: { now: Date; until: Date; limit: number; failuresToPause: number },
): Promise<TakenWebhooks | undefined> {
  const at = now.toISOString();
  const rows = await db.$client<
    (Omit<TakenWebhook, "createdAt"> & {
      createdAt: string;
      url: string;
      secret: string;
      formerSecret: string | null;
    })[]
  >`
    with endpoint as (
      select *, case when failures >= ${failuresToPause} then 1 else ${limit}::int end as portion
      from webhook_endpoints
      where id = ${endpointId} and active and deleted_at is null and (paused_until is null or paused_until <= ${at})
    ), due as materialized (
      select m.id from webhook_messages m
      where m.endpoint_id = ${endpointId} and m.due_at <= ${at} and exists (select from endpoint)
      order by m.due_at limit (select portion from endpoint) for update skip locked
    )
    update webhook_messages m set attempts = m.attempts + 1, due_at = ${until.toISOString()}, last_attempt_at = ${at}
    from due, endpoint e where m.id = due.id
    returning m.id, m.type, m.data, m.created_at as "createdAt", m.attempts, e.url, e.secret,
      case when e.former_secret_until > ${at} then e.former_secret end as "formerSecret"`;
  const [first] = rows;
  if (!first) return undefined;
  return {
    url: first.url,
    secrets: [first.secret, ...(first.formerSecret === null ? [] : [first.formerSecret])],
    webhooks: rows.map(({ id, type, data, createdAt, attempts }) => ({
      id,
      type,
      data,
      attempts,
      createdAt: new Date(createdAt),
    })),
  };
}

/** The result of one attempt. */
export interface WebhookAttempt {
  webhook: TakenWebhook;
  status: WebhookStatus;
  /** The next attempt; null when there is none. */
  dueAt: Date | null;
  responseStatus: number | null;
  responseBody: string | null;
  error: string | null;
}

/** The beginning of an answer. */
const text = (value: string | null) => (value === null ? null : storableText(value).slice(0, WEBHOOK_ANSWER_KEPT));

const ATTEMPTS = columnsOf<WebhookAttempt>(
  "a",
  { status: "text", dueAt: "timestamptz", responseStatus: "int" },
  {
    id: ["uuid", ({ webhook }) => webhook.id],
    attempts: ["smallint", ({ webhook }) => webhook.attempts],
    responseBody: ["text", ({ responseBody }) => text(responseBody)],
    error: ["text", ({ error }) => text(error)],
  },
);

/**
 * Stores what became of events of one endpoint, as far as nobody else has taken them since, and what that says about the endpoint:
 * a success ends its pause, many failures in a row pause it, and an endpoint that has failed for days, or says that it is gone
 * (`isGone`), is switched off. Returns whether the endpoint was switched off.
 */
export async function recordAttempts(
  db: Database,
  endpointId: string,
  attempts: readonly WebhookAttempt[],
  {
    now,
    isGone,
    failuresToPause,
    pausedUntil,
  }: { now: Date; isGone: boolean; failuresToPause: number; pausedUntil: Date },
): Promise<boolean> {
  const at = now.toISOString();
  const isAnySent = attempts.some(({ status }) => status === "sent");
  const failed = attempts.length;
  const failingTooLong = new Date(now.getTime() - WEBHOOK_FAILING_DAYS_MAX * DAY).toISOString();
  const [endpoint] = await db.$client<{ active: boolean }[]>`
    with noted as (
      update webhook_messages m set status = a.status, due_at = a.due_at, response_status = a.response_status,
        response_body = a.response_body, error = a.error
      from ${rowsOf(db.$client, ATTEMPTS, attempts)}
      -- One whose attempt took too long may have been taken again, or have been asked for anew.
      where m.id = a.id and m.attempts = a.attempts and m.status = 'waiting'
    )
    update webhook_endpoints e set
      failures = case when ${isAnySent} then 0 else e.failures + ${failed}::int end,
      failing_since = case when ${isAnySent} then null else coalesce(e.failing_since, ${at}) end,
      paused_until = case when ${isAnySent} or e.failures + ${failed}::int < ${failuresToPause} then null
        else ${pausedUntil.toISOString()}::timestamptz end,
      active = e.active and not ${isGone} and (${isAnySent} or coalesce(e.failing_since > ${failingTooLong}, true)),
      disabled_reason = case when not e.active then e.disabled_reason
        when ${isGone} then 'The endpoint answered 410 Gone'
        when not ${isAnySent} and e.failing_since <= ${failingTooLong}
          then ${`Every attempt has failed for ${WEBHOOK_FAILING_DAYS_MAX} days`} else e.disabled_reason end
    where e.id = ${endpointId}
    returning e.active`;
  return endpoint?.active === false;
}

/** Ends what waits for an endpoint that is switched off or deleted, some of it. Returns how many. */
export async function endWaiting(db: Database, endpointId: string, limit: number): Promise<number> {
  const { count } = await db.$client`
    update webhook_messages set status = 'failed', due_at = null, error = 'The endpoint is not active'
    where id = any(array(
      select m.id from webhook_messages m join webhook_endpoints e on e.id = m.endpoint_id
      where m.endpoint_id = ${endpointId} and m.due_at is not null and not (e.active and e.deleted_at is null)
      order by m.due_at limit ${limit} for update of m skip locked))`;
  return count;
}
