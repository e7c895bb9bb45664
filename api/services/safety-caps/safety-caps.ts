import type { StoredSafetyCaps } from "#contract/safety-caps.ts";
import type { Database } from "#db/client.ts";
import { getPause, type PauseRow, resolvePause } from "#db/queries/pauses/pauses.ts";
import { saveEnvironmentCaps, saveWorkflowCaps } from "#db/queries/pauses/safety-caps.ts";
import { DomainError } from "#domain/errors.ts";
import type { Engine } from "#engine/client.ts";
import type { CallContext } from "../../caller.ts";
import { noted } from "../audit.ts";

interface Services {
  db: Database;
  engine: Pick<Engine, "reconcileSoon">;
}

const ENDINGS = { continued: "pause.continued", discarded: "pause.discarded" } as const;

/**
 * Ends a pause: its runs go on, or end as discarded. The reconciler lets them go, a few hundred at a time. Throws
 * `not_found`, and `conflict` for a pause that has ended in the other way.
 */
export async function endPause(
  { db, engine }: Services,
  call: CallContext,
  id: string,
  state: "continued" | "discarded",
): Promise<PauseRow> {
  const isResolved = await noted(db, call, { action: ENDINGS[state], id }, (transaction) =>
    resolvePause(transaction, call.scope, id, state),
  );
  const pause = await getPause(db, call.scope, id);
  if (!isResolved && pause.state !== state) {
    throw new DomainError("conflict", `The pause was ${pause.state} already: what it held cannot be ${state} any more`);
  }
  await engine.reconcileSoon();
  return pause;
}

/** Replaces the caps that the environment sets itself. */
export const changeEnvironmentCaps = (db: Database, call: CallContext, caps: StoredSafetyCaps): Promise<void> =>
  noted(db, call, { action: "environment.updated", id: call.scope.environmentId }, (transaction) =>
    saveEnvironmentCaps(transaction, call.scope, caps),
  );

/** Replaces the caps that a workflow sets itself. Throws `not_found`. */
export const changeWorkflowCaps = (
  db: Database,
  call: CallContext,
  workflowId: string,
  caps: StoredSafetyCaps,
): Promise<void> =>
  noted(db, call, { action: "workflow.updated", id: workflowId }, (transaction) =>
    saveWorkflowCaps(transaction, call.scope, workflowId, caps),
  );
