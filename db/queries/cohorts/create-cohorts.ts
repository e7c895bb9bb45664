import type { Database } from "../../client.ts";
import { cohortIdOf } from "../../derived-ids.ts";
import { columnsOf, insertOf, rowsOf } from "../../sql/rows.ts";
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

const PARTS = columnsOf<CohortPart & { id: string }>(
  "c",
  { id: "uuid", number: "smallint", executionId: "text", recipientsFrom: "int", recipientsTo: "int" },
  {
    idsAfter: ["uuid", ({ ids }) => ids?.after],
    idsUpTo: ["uuid", ({ ids }) => ids?.upTo],
    cursor: ["text", firstCursor],
  },
);

/** Stores how an event's audience is divided. Repeated, it finds its own rows; how far they are is kept. */
export async function createCohorts(
  db: Database,
  event: EventRow,
  parts: readonly CohortPart[],
  now: Date,
): Promise<void> {
  const rows = parts.map((part) => ({ ...part, id: cohortIdOf(event.id, part.number) }));
  const others = {
    organizationId: event.organizationId,
    environmentId: event.environmentId,
    eventId: event.id,
    dueAt: now.toISOString(),
    createdAt: now.toISOString(),
    expireAt: event.expireAt.toISOString(),
  };
  await db.$hot`
    ${insertOf(db.$hot, "cohorts", PARTS, others)} from ${rowsOf(db.$hot, PARTS, rows)}
    on conflict do nothing`;
}
