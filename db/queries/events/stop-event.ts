import type { Database } from "../../client.ts";
import type { Scope } from "../../scope.ts";

/** Notes why an event ended before its audience was divided. */
export async function markEventStopped(db: Database, eventId: string, reason: string): Promise<void> {
  await db.$client`update events set stop_reason = ${reason} where id = ${eventId}`;
}

/** Lets an event start again that was stopped. */
export async function clearEventStop(db: Database, { environmentId }: Scope, eventId: string): Promise<void> {
  await db.$client`
    update events set stop_reason = null where id = ${eventId} and environment_id = ${environmentId}`;
}
