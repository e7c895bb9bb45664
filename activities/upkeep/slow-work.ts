import { endImport, findOverdueImports, type ImportRow } from "#db/queries/imports/imports.ts";
import { cancelResumption, findOverdueResumptions, type ResumptionRow } from "#db/queries/resumptions/resumptions.ts";
import { findOverdueErasures } from "#db/queries/subscribers/erasures/erasures.ts";
import type { Transaction } from "#db/transaction.ts";
import { importExecutionId, resumptionExecutionId } from "#engine/ids.ts";
import type { SliceDeps } from "../slice/slice-deps.ts";
import { lookAfterAll } from "./look-after-all.ts";
import type { Pass } from "./pass.ts";

/** Rows of one pass: there are few, and the next one comes in a minute. */
const LIMIT = 500;

/** Starts work with an execution of its own again that has lost it. */
export function slowWork(deps: SliceDeps): Pass[] {
  const { db, engine } = deps;

  return [
    {
      name: "overdue resumptions",
      run: async ({ overdue }) => ({
        started: await lookAfterAll(deps, await findOverdueResumptions(db, overdue, LIMIT), lookAfterResumption),
      }),
    },
    {
      name: "overdue imports",
      run: async ({ overdue }) => ({
        started: await lookAfterAll(deps, await findOverdueImports(db, overdue, LIMIT), lookAfterImport),
      }),
    },
    {
      name: "overdue erasures",
      run: async ({ overdue }) => ({
        // What is to be erased is, whoever ended the execution.
        started: await lookAfterAll(deps, await findOverdueErasures(db, overdue, LIMIT), async (erasure) => {
          const { id: erasureId, organizationId, environmentId } = erasure;
          await engine.startErasure({ organizationId, environmentId, erasureId });
          return true;
        }),
      }),
    },
  ];

  function lookAfterResumption({ id: resumptionId, organizationId, environmentId }: ResumptionRow): Promise<boolean> {
    const scope = { organizationId, environmentId };
    return startUnlessEnded(resumptionExecutionId(resumptionId), {
      start: () => engine.startResumption({ ...scope, resumptionId }),
      end: (transaction) => cancelResumption(transaction, scope, resumptionId),
    });
  }

  function lookAfterImport({ id, organizationId, environmentId }: ImportRow): Promise<boolean> {
    return startUnlessEnded(importExecutionId(id), {
      start: () => engine.startImport({ organizationId, environmentId, importId: id }),
      end: (transaction) => endImport(transaction, id, "canceled"),
    });
  }

  /** Starts the execution again, unless it was ended by hand or failed. */
  async function startUnlessEnded(
    executionId: string,
    { start, end }: { start(): Promise<void>; end(transaction: Transaction): Promise<unknown> },
  ): Promise<boolean> {
    const state = await engine.stateOf(executionId);
    if (state === "running") return false;
    if (state !== "failed") {
      await start();
      return true;
    }
    await db.transaction(end);
    return false;
  }
}
