import type { Database } from "../../client.ts";
import { cohortIdOf } from "../../derived-ids.ts";
import type { EventRow } from "../events/insert-event.ts";
import type { CohortPart } from "./create-cohorts.ts";

/** A cohort as far as moving it on has to know it. */
export interface CohortRow extends CohortPart {
  id: string;
  cursor: string | null;
  stopReason: string | null;
  reopen: boolean;
  /** Other versions than the event's by which some of its runs go on. */
  versions: string[];
}

interface StoredCohort extends Omit<CohortRow, "ids"> {
  idsAfter: string | null;
  idsUpTo: string | null;
}

/** Undefined for a cohort that has not been stored. */
export async function findCohort(db: Database, event: EventRow, number: number): Promise<CohortRow | undefined> {
  const [row] = await db.$hot<StoredCohort[]>`
    select id, number, execution_id as "executionId", recipients_from as "recipientsFrom", recipients_to as "recipientsTo",
      ids_after as "idsAfter", ids_up_to as "idsUpTo", cursor, stop_reason as "stopReason", reopen, versions
    from cohorts where id = ${cohortIdOf(event.id, number)} and environment_id = ${event.environmentId}`;
  if (!row) return undefined;
  const { idsAfter, idsUpTo, ...cohort } = row;
  return { ...cohort, ids: idsAfter !== null && idsUpTo !== null ? { after: idsAfter, upTo: idsUpTo } : null };
}

/** How many cohorts an event has been divided into; 0 before that. */
export async function countCohorts(db: Database, eventId: string): Promise<number> {
  const [row] = await db.$hot<{ count: number }[]>`
    select count(*)::int as count from cohorts where event_id = ${eventId}`;
  return row?.count ?? 0;
}
