import { listDeletedEnvironments } from "#db/queries/environments/delete-environment.ts";
import { cancelEventsOf, deleteEnvironmentRows, hasOpenCohorts } from "#db/queries/retention/deleted-environments.ts";
import type { Deps } from "./deps.ts";

/** Events that one statement cancels, and statements of one pass for an environment. */
const CANCELED_TOGETHER = 500;
const PASSES = 20;
/** Executions are given this long to end after the environment was deleted, whatever they seem to do. */
const PATIENCE_MS = 6 * 60 * 60 * 1000;

/** Cancels events of deleted environments, and has their executions look. */
export async function stopDeletedEnvironments({ db, engine, logger }: Deps): Promise<void> {
  for (const scope of await listDeletedEnvironments(db)) {
    for (let pass = 0; pass < PASSES; pass += 1) {
      const executionIds = await cancelEventsOf(db, scope, CANCELED_TOGETHER);
      if (executionIds.length === 0) break;
      await engine.lookAgain(executionIds);
      logger.info({ ...scope, executions: executionIds.length }, "events of a deleted environment cancelled");
    }
  }
}

/** Removes the rows of deleted environments of which no execution is at work any more. Returns how many rows went. */
export async function removeDeletedEnvironments(deps: Deps): Promise<number> {
  const { db, clock } = deps;
  await stopDeletedEnvironments(deps);
  let removed = 0;
  for (const environment of await listDeletedEnvironments(db)) {
    const isPatient = clock().getTime() - environment.deletedAt.getTime() < PATIENCE_MS;
    if (isPatient && (await hasOpenCohorts(db, environment))) continue;
    removed += await deleteEnvironmentRows(db, environment);
  }
  return removed;
}
