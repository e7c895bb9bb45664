import { type SQL, sql } from "drizzle-orm";
import type { FeedUsage } from "#contract/inbox/feeds.ts";
import type { Scope } from "#db/scope.ts";
import type { Executor, Transaction } from "#db/transaction.ts";

/* A step uses a feed when it, or a variant of it, sends there, in the current version of its workflow. */

function usingSteps({ environmentId }: Scope, id: string): SQL {
  const variants = sql`${JSON.stringify([{ template: { feedId: id } }])}::jsonb`;
  return sql`
    from workflows w join workflow_steps s on s.version_id = w.version_id
    where w.environment_id = ${environmentId} and w.deleted_at is null
      and (s.template ->> 'feedId' = ${id} or s.variants @> ${variants})`;
}

/** Whether a step uses the feed. */
export async function isFeedUsed(transaction: Transaction, scope: Scope, id: string): Promise<boolean> {
  const [row] = await transaction.execute<{ used: boolean }>(sql`
    select exists (select ${usingSteps(scope, id)}) as used`);
  return row?.used === true;
}

/** The workflows with steps that use the feed, the newest first, and these steps in their order. */
export async function workflowsUsingFeed(db: Executor, scope: Scope, id: string): Promise<FeedUsage["workflows"]> {
  const rows = await db.execute<FeedUsage["workflows"][number]>(sql`
    select w.id as "_id", w.name, w.identifier as "workflowId",
      jsonb_agg(jsonb_build_object('_id', s.step_id, 'name', coalesce(s.name, s.type)) order by s.position) as steps
    ${usingSteps(scope, id)}
    group by w.id
    order by w.created_at desc, w.id desc`);
  return [...rows];
}
