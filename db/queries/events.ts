import { and, eq, isNull, sql } from "drizzle-orm";
import type { EventProblem, TriggerOverrides } from "#contract/events.ts";
import type { Database } from "../client.ts";
import { prepared } from "../prepared.ts";
import { events } from "../schema/events.ts";
import { type Scope, scopeOf } from "../scope.ts";

export type EventRow = typeof events.$inferSelect;

export interface NewEvent {
  transactionId: string;
  workflowId: string;
  workflowVersionId: string;
  audience: "direct" | "broadcast";
  to: unknown;
  payload: Record<string, unknown>;
  overrides: TriggerOverrides;
  tenant: Record<string, unknown> | null;
  actor: Record<string, unknown> | null;
  expireAt: Date;
}

/** Stores an event, or finds the one that already has its transactionId: of two at the same instant one is stored. */
export async function insertEvent(db: Database, scope: Scope, event: NewEvent): Promise<EventRow> {
  const { transactionId, workflowId, workflowVersionId, audience, to, payload, overrides, tenant, actor, expireAt } =
    event;
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  const [inserted] = await db.$client<{ id: string; createdAt: string }[]>`
    insert into events (organization_id, environment_id, transaction_id, workflow_id, workflow_version_id, audience, "to",
      payload, overrides, tenant, actor, expire_at)
    values (${scope.organizationId}, ${scope.environmentId}, ${transactionId}, ${workflowId}, ${workflowVersionId},
      ${audience}, ${json(to)}::text::jsonb, ${json(payload)}::text::jsonb, ${json(overrides)}::text::jsonb,
      ${json(tenant)}::text::jsonb, ${json(actor)}::text::jsonb, ${expireAt.toISOString()})
    on conflict (environment_id, transaction_id) do nothing
    returning id, created_at as "createdAt"`;
  if (inserted) {
    const untouched = { problems: [], startedAt: null, resolvedAt: null, canceledAt: null };
    return { ...scopeOf(scope), ...event, ...untouched, id: inserted.id, createdAt: new Date(inserted.createdAt) };
  }
  const stored = await findEvent(db, scope, transactionId);
  if (!stored) throw new Error(`Event ${transactionId} vanished while it was stored`);
  return stored;
}

export async function findEvent(db: Database, scope: Scope, transactionId: string): Promise<EventRow | undefined> {
  const [row] = await db
    .select()
    .from(events)
    .where(and(eq(events.environmentId, scope.environmentId), eq(events.transactionId, transactionId)));
  return row;
}

/** The event that an execution carries. */
export async function getEvent(db: Database, scope: Scope, eventId: string): Promise<EventRow | undefined> {
  const [row] = await prepared(db)
    .select()
    .from(events)
    .where(and(eq(events.environmentId, scope.environmentId), eq(events.id, eventId)));
  return row;
}

/** Adds to what of the audience could not be served. Said twice by a repeated activity, it stands there once. */
export async function noteEventProblems(db: Database, eventId: string, problems: EventProblem[]): Promise<void> {
  if (problems.length === 0) return;
  const added = JSON.stringify(problems);
  await db.execute(sql`
    update ${events} set problems = (
      select jsonb_agg(distinct problem) from jsonb_array_elements(problems || ${added}::text::jsonb) problem)
    where id = ${eventId}`);
}

/** Stops turning the audience into runs. False when all of it has become runs already, or was stopped before. */
export async function cancelUnresolvedEvent(db: Database, scope: Scope, eventId: string): Promise<boolean> {
  const rows = await db
    .update(events)
    .set({ canceledAt: sql`clock_timestamp()` })
    .where(
      and(
        eq(events.environmentId, scope.environmentId),
        eq(events.id, eventId),
        isNull(events.resolvedAt),
        isNull(events.canceledAt),
      ),
    )
    .returning({ id: events.id });
  return rows.length > 0;
}

/** How many runs an event has, and how many jobs stand in each state. */
export async function countJobsOfEvent(
  db: Database,
  event: EventRow,
): Promise<{ runs: number; jobs: Record<string, number> }> {
  const expireAt = event.expireAt.toISOString();
  const [[total], states] = await Promise.all([
    db.$client<{ runs: number }[]>`
      select count(*)::int as runs from runs where event_id = ${event.id} and expire_at = ${expireAt}`,
    db.$client<{ status: string; jobs: number }[]>`
      select j.status, count(*)::int as jobs
      from runs r join jobs j on j.run_id = r.id and j.expire_at = ${expireAt}
      where r.event_id = ${event.id} and r.expire_at = ${expireAt}
      group by j.status`,
  ]);
  return { runs: total?.runs ?? 0, jobs: Object.fromEntries(states.map(({ status, jobs }) => [status, jobs])) };
}

/** Deletes events whose runs have expired. Returns how many. */
export async function deleteExpiredEvents(db: Database, now: Date): Promise<number> {
  const deleted = await db.execute(sql`delete from ${events} where expire_at < ${now.toISOString()}`);
  return deleted.count;
}
