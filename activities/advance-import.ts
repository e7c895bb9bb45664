import { Context } from "@temporalio/activity";
import {
  endImport,
  findImport,
  type ImportRow,
  lockImport,
  noteOutcome,
  readPortion,
} from "#db/queries/imports/imports.ts";
import { scopeOf } from "#db/scope.ts";
import { bounds } from "#engine/policies.ts";
import type { ImportRef } from "#engine/refs.ts";
import type { Deps } from "./deps.ts";
import { linesOf } from "./imports/lines.ts";
import { type Written, writeLines } from "./imports/write-lines.ts";

/**
 * Writes the lines of a file in portions. Each portion is stored with its outcome by one transaction, so that no line is written
 * or counted twice, whoever repeats it and wherever it ends.
 */
export const advanceImport =
  (deps: Deps) =>
  async ({ importId, ...scope }: ImportRef): Promise<{ more: boolean }> => {
    const { cancellationSignal } = Context.current();
    const deadline = Date.now() + bounds.import.budget;
    for (;;) {
      const row = await findImport(deps.db, scope, importId);
      if (row?.state !== "pending" && row?.state !== "running") return { more: false };
      if (Date.now() >= deadline || cancellationSignal.aborted) return { more: true };
      await advancePortion(deps, row);
    }
  };

/** Writes the portion that comes next, and notifies the open inboxes of those whose choices it changes; or ends the import after the last one. */
export async function advancePortion(
  {
    db,
    clock,
    engine,
    publisher,
  }: Pick<Deps, "db" | "clock" | "publisher"> & {
    engine: Pick<Deps["engine"], "lookAgain">;
  },
  row: ImportRow,
): Promise<void> {
  const lines = await readPortion(db, row);
  if (!lines) {
    await db.transaction(async (transaction) => {
      // An attempt that was slower has read a place that is no longer the current one.
      if (await lockImport(transaction, row)) await endImport(transaction, row.id, "completed");
    });
    return;
  }
  const { valid, problems } = linesOf(row.kind, lines);
  const write = await writeLines(db, scopeOf(row), valid);
  const written = await db.transaction(async (transaction): Promise<Written | undefined> => {
    if (!(await lockImport(transaction, row))) return undefined;
    const outcome = row.dryRun ? await undone(transaction, write) : await write(transaction);
    const all = [...problems, ...outcome.problems].sort((a, b) => a.line - b.line);
    const dueAt = new Date(clock().getTime() + bounds.import.progress);
    await noteOutcome(transaction, row, { ...outcome, lines: lines.length, problems: all }, dueAt);
    return outcome;
  });
  if (!written || row.dryRun) return;
  if (written.executionIds.length > 0) await engine.lookAgain(written.executionIds);
  const { environmentId } = row;
  publisher.publish(
    [...new Set(written.choosers)].map((subscriberId) => ({ kind: "preferences", environmentId, subscriberId })),
  );
}

type Write = Awaited<ReturnType<typeof writeLines>>;

class DryRunEnd extends Error {}

/** Outcome of a write that is undone before anybody can see it. */
async function undone(transaction: Parameters<Write>[0], write: Write): Promise<Written> {
  let outcome: Written | undefined;
  try {
    await transaction.transaction(async (inner) => {
      outcome = await write(inner);
      throw new DryRunEnd();
    });
  } catch (error) {
    if (!(error instanceof DryRunEnd)) throw error;
  }
  if (!outcome) throw new Error("A dry run has no outcome");
  return outcome;
}
