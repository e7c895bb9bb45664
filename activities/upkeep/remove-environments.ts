import { HOUR } from "#contract/constants/values/times.ts";
import { listDeletedEnvironments } from "#db/queries/environments/delete-environment.ts";
import { cancelEventsOf, deleteEnvironmentRows, hasOpenCohorts } from "#db/queries/retention/deleted-environments.ts";
import type { Scope } from "#db/scope.ts";
import type { SliceDeps } from "../slice/slice-deps.ts";

/** Executions are given this long to end after the environment was deleted, whatever they seem to do. */
const PATIENCE_MS = 6 * HOUR;

/**
 * Cancels events of a deleted environment after `after`, and has their executions look. Returns where it ended when its time was up, and
 * null when it is through.
 */
export async function stopEventsOf(
  { db, engine, logger }: Pick<SliceDeps, "db" | "engine" | "logger">,
  scope: Scope,
  after: string | null,
  hasTime: () => boolean,
): Promise<string | null> {
  let place = after;
  do {
    const { executionIds, last } = await cancelEventsOf(db, scope, place);
    await engine.lookAgain(executionIds);
    if (executionIds.length > 0)
      logger.info({ ...scope, executions: executionIds.length }, "events of a deleted environment cancelled");
    place = last;
  } while (place !== null && hasTime());
  return place;
}

/** Removes the rows of deleted environments of which no execution is at work any more. Returns how many rows went. */
export async function removeDeletedEnvironments(deps: SliceDeps): Promise<number> {
  const { db, clock } = deps;
  let removed = 0;
  for (const environment of await listDeletedEnvironments(db)) {
    await stopEventsOf(deps, environment, null, () => true);
    const isPatient = clock().getTime() - environment.deletedAt.getTime() < PATIENCE_MS;
    if (isPatient && (await hasOpenCohorts(db, environment))) continue;
    removed += await deleteEnvironmentRows(db, environment);
  }
  return removed;
}
