import type { Erasure, Import, ImportProblem } from "#contract/imports.ts";
import type { ImportProblemRow, ImportRow } from "#db/queries/imports/imports.ts";
import type { ErasureRow } from "#db/queries/subscribers/erasures/erasures.ts";
import { ownedFields } from "./fields.ts";

export function importView(row: ImportRow): Import {
  const { kind, format, dryRun, state, total, done, created, updated, unchanged, failed } = row;
  return {
    ...ownedFields(row),
    kind,
    format,
    dryRun,
    state,
    total,
    done,
    created,
    updated,
    unchanged,
    failed,
    createdAt: row.createdAt.toISOString(),
    ...(row.finishedAt && { finishedAt: row.finishedAt.toISOString() }),
  };
}

export const problemView = ({ line, field, message }: ImportProblemRow): ImportProblem => ({
  line,
  ...(field !== null && { field }),
  message,
});

export function erasureView(row: ErasureRow): Erasure {
  const { person, state, endedRuns, erasedRows, createdAt, finishedAt } = row;
  return {
    ...ownedFields(row),
    ...(person && { subscriberId: person.subscriberId }),
    state,
    endedRuns,
    erasedRows,
    createdAt: createdAt.toISOString(),
    ...(finishedAt && { finishedAt: finishedAt.toISOString() }),
  };
}
