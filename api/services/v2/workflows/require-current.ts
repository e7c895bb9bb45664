import { findVersion } from "#db/queries/workflows/list-versions.ts";
import type { VersionWithSteps } from "#db/queries/workflows/workflow-versions.ts";
import type { Executor } from "#db/transaction.ts";
import { DomainError } from "#domain/errors.ts";
import { describeChanges } from "#domain/steps/workflow-changes.ts";
import { valuesOf } from "#domain/templates/step-values.ts";
import { personName } from "#domain/values/person-name.ts";

/**
 * Refuses a change that was made from an earlier version than the current one. Throws `conflict` with who changed what since, and
 * `invalid_input` for a version that does not exist yet.
 */
export async function requireCurrent(
  db: Executor,
  { workflow, version, steps }: VersionWithSteps,
  baseVersion: number | undefined,
): Promise<void> {
  if (baseVersion === undefined || baseVersion === version.number) return;
  if (baseVersion > version.number) {
    throw new DomainError("invalid_input", [
      `baseVersion is ${baseVersion}, but the newest version of this workflow is ${version.number}`,
    ]);
  }
  const [base, newest] = await Promise.all([
    findVersion(db, workflow.id, baseVersion),
    findVersion(db, workflow.id, version.number),
  ]);
  const changes = base ? describeChanges(contentOf(base), contentOf({ version, steps })) : [];
  const author = newest?.author ?? null;
  const name = personName(author) ?? "a former member";
  const what = changes.length > 0 ? `: ${changes.join("; ")}` : "";
  throw new DomainError(
    "conflict",
    `baseVersion is ${baseVersion}, but ${name} has saved version ${version.number} since${what}. Read the workflow, and change that`,
    { version: version.number, changes, ...(author && { changedBy: { _id: author.id, name } }) },
  );
}

/** Returns the part of a version by which changes are described; the content of all its steps as control values. */
export const contentOf = ({ version, steps }: Pick<VersionWithSteps, "version" | "steps">) => ({
  steps: steps.map((step) => (step.bridgeStepId === null ? { ...step, controls: valuesOf(step) } : step)),
  payloadSchema: version.payloadSchema,
  validatePayload: version.validatePayload,
});
