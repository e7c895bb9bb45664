import type { StoredSafetyCaps } from "#contract/safety-caps.ts";
import type { Database } from "#db/client.ts";
import { getPause, type PauseRow, resolvePause } from "#db/queries/pauses/pauses.ts";
import { saveEnvironmentCaps, saveWorkflowCaps } from "#db/queries/pauses/safety-caps.ts";
import { DomainError } from "#domain/errors.ts";
import type { Engine } from "#engine/client.ts";
import type { CallContext } from "../caller.ts";

interface Services {
  db: Database;
  engine: Pick<Engine, "reconcileSoon">;
}

/**
 * Ends a pause: its runs go on, or end as discarded. The reconciler lets them go, a few hundred at a time. Throws
 * `not_found`, and `conflict` for a pause that has ended in the other way.
 */
export async function endPause(
  { db, engine }: Services,
  { scope }: CallContext,
  id: string,
  state: "continued" | "discarded",
): Promise<PauseRow> {
  const isResolved = await db.transaction((transaction) => resolvePause(transaction, scope, id, state));
  const pause = await getPause(db, scope, id);
  if (!isResolved && pause.state !== state) {
    throw new DomainError("conflict", `The pause was ${pause.state} already: what it held cannot be ${state} any more`);
  }
  await engine.reconcileSoon();
  return pause;
}

/** Replaces the caps that the environment sets itself. */
export const changeEnvironmentCaps = (db: Database, { scope }: CallContext, caps: StoredSafetyCaps): Promise<void> =>
  db.transaction((transaction) => saveEnvironmentCaps(transaction, scope, caps));

/** Replaces the caps that a workflow sets itself. Throws `not_found`. */
export const changeWorkflowCaps = (
  db: Database,
  { scope }: CallContext,
  workflowId: string,
  caps: StoredSafetyCaps,
): Promise<void> => db.transaction((transaction) => saveWorkflowCaps(transaction, scope, workflowId, caps));
