import { MINUTE } from "#contract/constants/values/times.ts";
import { listDeletedEnvironments } from "#db/queries/environments/delete-environment.ts";
import type { SliceDeps } from "../slice/slice-deps.ts";
import type { Look, Pass } from "./pass.ts";
import { stopEventsOf } from "./remove-environments.ts";

/** An environment whose events were all looked at is looked at again after so long: calls that were under way may have stored more. */
const SECOND_LOOK_AFTER_MS = 10 * MINUTE;

/** Cancels what goes on in deleted environments. They take turns, and one that fails keeps none of the others back. */
export function deletedEnvironments(deps: SliceDeps): Pass {
  const { db, logger } = deps;
  /** Up to which event an environment was looked at, or until when it is left alone, by its id. */
  const places = new Map<string, { after: string } | { restsUntil: number }>();

  return { name: "deleted environments", run: stopAll };

  async function stopAll({ now, hasTime }: Look): Promise<{ more: boolean }> {
    const deleted = await listDeletedEnvironments(db);
    for (const id of places.keys()) if (!deleted.some(({ environmentId }) => environmentId === id)) places.delete(id);
    let isAnyLeft = false;
    for (const { deletedAt: _, ...scope } of deleted) {
      const place = places.get(scope.environmentId);
      if (place && "restsUntil" in place && place.restsUntil > now.getTime()) continue;
      if (!hasTime()) return { more: true };
      try {
        const last = await stopEventsOf(deps, scope, place && "after" in place ? place.after : null, onceMore(hasTime));
        places.set(
          scope.environmentId,
          last === null ? { restsUntil: now.getTime() + SECOND_LOOK_AFTER_MS } : { after: last },
        );
        isAnyLeft ||= last !== null;
      } catch (err) {
        logger.warn({ err, ...scope }, "events of a deleted environment could not be cancelled");
      }
    }
    return { more: isAnyLeft };
  }
}

/** Statements for one environment, before it is another one's turn. */
const TURN = 20;

function onceMore(hasTime: () => boolean): () => boolean {
  let left = TURN;
  return () => {
    left -= 1;
    return left > 0 && hasTime();
  };
}
