import type { Database } from "../../client.ts";
import { cohortIdOf } from "../../derived-ids.ts";
import type { EventRow } from "../events/insert-event.ts";

export interface CohortPart {
  number: number;
  executionId: string;
  recipientsFrom: number;
  recipientsTo: number;
  /** A range of Belfry's ids of subscribers: after the first, up to the second. Null: nobody but the named recipients. */
  ids: { after: string; upTo: string } | null;
}

export const firstCursor = ({ recipientsFrom, recipientsTo, ids }: CohortPart): string | null =>
  recipientsFrom < recipientsTo ? `named:${recipientsFrom}` : ids ? `ids:${ids.after}` : null;

/** Stores how an event's audience is divided. Repeated, it finds its own rows; how far they are is kept. */
export async function createCohorts(
  db: Database,
  event: EventRow,
  parts: readonly CohortPart[],
  now: Date,
): Promise<void> {
  await db.$hot`
    insert into cohorts (id, organization_id, environment_id, event_id, number, execution_id, recipients_from,
      recipients_to, ids_after, ids_up_to, cursor, due_at, created_at, expire_at)
    select c.id, ${event.organizationId}, ${event.environmentId}, ${event.id}, c.number, c.execution_id, c.recipients_from,
      c.recipients_to, c.ids_after, c.ids_up_to, c.cursor, ${now.toISOString()}, ${now.toISOString()},
      ${event.expireAt.toISOString()}
    from unnest(${parts.map(({ number }) => cohortIdOf(event.id, number))}::uuid[],
      ${parts.map(({ number }) => number)}::smallint[], ${parts.map(({ executionId }) => executionId)}::text[],
      ${parts.map(({ recipientsFrom }) => recipientsFrom)}::int[], ${parts.map(({ recipientsTo }) => recipientsTo)}::int[],
      ${parts.map(({ ids }) => ids?.after ?? null)}::uuid[], ${parts.map(({ ids }) => ids?.upTo ?? null)}::uuid[],
      ${parts.map(firstCursor)}::text[])
      as c (id, number, execution_id, recipients_from, recipients_to, ids_after, ids_up_to, cursor)
    on conflict do nothing`;
}
