import { eq } from "drizzle-orm";
import { type LanePace, newPace } from "#domain/lanes/lane-pace.ts";
import type { Database } from "../../client.ts";
import { lanes } from "../../schema/runs/lanes.ts";
import { inRareTransaction, type Transaction } from "../../transaction.ts";

/** An integration, as its lane names it. */
export interface LaneOwner {
  id: string;
  organizationId: string;
  environmentId: string;
}

/**
 * Changes the pace of a lane, which has one change at a time. `change` is given the clock of the database (milliseconds since 1970),
 * which is the same for all processes.
 */
export async function changePace<Result>(
  db: Database,
  { id, organizationId, environmentId }: LaneOwner,
  change: (pace: LanePace, now: number) => { pace: LanePace; result: Result },
): Promise<Result> {
  const changed = await inRareTransaction(db, async (sql) => {
    const [row] = await sql<{ pace: LanePace | null; now: number }[]>`
      insert into lanes (integration_id, organization_id, environment_id, pace, updated_at)
      values (${id}, ${organizationId}, ${environmentId}, 'null', clock_timestamp())
      on conflict (integration_id) do update set updated_at = excluded.updated_at
      returning nullif(pace, 'null') as pace, extract(epoch from clock_timestamp())::float8 * 1000 as now`;
    const now = row?.now ?? Date.now();
    const { pace, result } = change(row?.pace ?? newPace(now), now);
    await sql`update lanes set pace = ${JSON.stringify(pace)}::text::jsonb where integration_id = ${id}`;
    return { result };
  });
  return changed.result as Result;
}

/** The pace as it stands, with the clock of the database; undefined where nothing has limited the lane yet. */
export async function readPace(
  db: Database,
  integrationId: string,
): Promise<{ pace: LanePace; now: number } | undefined> {
  const [row] = await db.$client<{ pace: LanePace; now: number }[]>`
    select pace, extract(epoch from clock_timestamp())::float8 * 1000 as now
    from lanes where integration_id = ${integrationId} and pace <> 'null'`;
  return row;
}

/** Forgets what was learned of a vendor, because the integration was changed. */
export async function forgetPace(transaction: Transaction, integrationId: string): Promise<void> {
  await transaction.delete(lanes).where(eq(lanes.integrationId, integrationId));
}
