import type { CreateResumption } from "#contract/resumptions.ts";
import type { Database } from "#db/client.ts";
import {
  cancelResumption,
  getResumption,
  insertResumption,
  type ResumptionRow,
  unknownRuns,
} from "#db/queries/resumptions/resumptions.ts";
import { DomainError, notFound } from "#domain/errors.ts";
import type { Engine } from "#engine/client.ts";
import type { CallContext } from "../../caller.ts";
import { noted } from "../audit.ts";

interface Services {
  db: Database;
  engine: Engine;
}

/**
 * Asks for runs to go on that failed or were stopped: only steps that failed or were not sent are executed. A worker does it,
 * in portions. Throws `invalid_input` for a run that does not exist.
 */
export async function resumeSelected(
  { db, engine }: Services,
  call: CallContext,
  selection: CreateResumption,
): Promise<ResumptionRow> {
  const { scope } = call;
  const [unknown] = selection.runIds ? await unknownRuns(db, scope, selection.runIds) : [];
  if (unknown !== undefined) {
    throw new DomainError("invalid_input", `runIds: no notification with id ${unknown} exists in this environment`);
  }
  const row = await noted(
    db,
    call,
    { action: "resumption.created" },
    (transaction) => insertResumption(transaction, scope, selection),
    ({ id }) => id,
  );
  await start(engine, row);
  return row;
}

/** The same for one run. Throws `not_found`. */
export async function resumeRun(
  services: Services,
  call: CallContext,
  { runId, version }: { runId: string; version: CreateResumption["version"] },
): Promise<ResumptionRow> {
  const [unknown] = await unknownRuns(services.db, call.scope, [runId]);
  if (unknown !== undefined) throw notFound(`No notification with id ${runId} exists in this environment`);
  return resumeSelected(services, call, { runIds: [runId], version });
}

/** Ends it after the portion that is under way. Returns it as it is then; one that has ended stays as it was. Throws `not_found`. */
export const endResumption = (db: Database, call: CallContext, id: string): Promise<ResumptionRow> =>
  noted(db, call, { action: "resumption.canceled", id }, async (transaction) => {
    await cancelResumption(transaction, call.scope, id);
    return getResumption(transaction, call.scope, id);
  });

/** The row says what is to be done: should Temporal not respond, the reconciler starts it. */
async function start(
  engine: Engine,
  { id: resumptionId, organizationId, environmentId }: ResumptionRow,
): Promise<void> {
  try {
    await engine.startResumption({ resumptionId, organizationId, environmentId });
  } catch (error) {
    if (!(error instanceof DomainError && error.code === "unavailable")) throw error;
  }
}
