import type { AuthoredCall } from "#api/caller.ts";
import type { Database } from "#db/client.ts";
import { type AuthoredVersion, findVersion, listVersions } from "#db/queries/workflows/list-versions.ts";
import { hasControlIssues, storedStepOf } from "#db/queries/workflows/workflow-steps.ts";
import { nameVersion, type WorkflowRow } from "#db/queries/workflows/workflow-versions.ts";
import { DomainError, notFound } from "#domain/errors.ts";
import { describeChanges } from "#domain/steps/workflow-changes.ts";
import { note } from "../../audit.ts";
import { changing, storeChanges } from "../../workflows/store-workflow.ts";
import { contentOf } from "./require-current.ts";
import { restoredSteps } from "./restored-steps.ts";
import { byReference } from "./save-workflow.ts";

/** A version with what it changed of the one before. */
export interface DescribedVersion extends AuthoredVersion {
  changes: string[];
}

/** One page of versions, newest first. `next` is the number below which the next page begins; null after the last one. */
export async function pageOfVersions(
  db: Database,
  workflowId: string,
  { below, limit }: { below?: number | undefined; limit: number },
): Promise<{ versions: DescribedVersion[]; next: number | null }> {
  // The oldest one of the page is described by the one before it.
  const found = await listVersions(db, workflowId, { below, limit: limit + 1 });
  const versions = found.slice(0, limit).map((one, index) => ({ ...one, changes: changesOf(found[index + 1], one) }));
  return { versions, next: found.length > limit ? (versions.at(-1)?.version.number ?? null) : null };
}

/** Throws `not_found`. */
export async function describedVersion(db: Database, workflowId: string, number: number): Promise<DescribedVersion> {
  const [found, before] = await listVersions(db, workflowId, { below: number + 1, limit: 2 });
  if (found?.version.number !== number) throw unknownVersion(number);
  return { ...found, changes: changesOf(before, found) };
}

/**
 * Makes the steps and the schema of payloads of an earlier version those of a new one; returns the workflow's id. Throws `not_found`,
 * and `invalid_input` for a code-first workflow.
 */
export const restoreVersion = (db: Database, call: AuthoredCall, reference: string, number: number): Promise<string> =>
  changing(db, call, byReference(call.scope, reference), async (transaction, current) => {
    const { workflow } = current;
    if (workflow.origin === "external") {
      throw new DomainError(
        "invalid_input",
        "Steps of code-first workflows are those of its code: deploy an earlier one",
      );
    }
    const found = await findVersion(transaction, workflow.id, number);
    if (!found) throw unknownVersion(number);
    const { payloadSchema, validatePayload } = found.version;
    const steps = await restoredSteps(transaction, call.scope, found.steps.map(storedStepOf));
    await storeChanges(transaction, call, current, {
      fields: { hasIssues: hasControlIssues(steps) },
      steps,
      payload: { payloadSchema, validatePayload },
      restoredFrom: number,
      isKept: true,
    });
    return workflow.id;
  });

/** Names a version, which keeps a working copy as it is. Throws `not_found`. */
export function saveVersionName(
  db: Database,
  call: AuthoredCall,
  workflow: Pick<WorkflowRow, "id" | "name">,
  number: number,
  name: string | null,
): Promise<void> {
  return db.transaction(async (transaction) => {
    const before = await nameVersion(transaction, workflow.id, number, name);
    if (!before) throw unknownVersion(number);
    const entry = { action: "workflow.updated", id: workflow.id, name: workflow.name } as const;
    const states = {
      before: { [`versions.${number}.name`]: before.name },
      after: { [`versions.${number}.name`]: name },
    };
    await note(transaction, call, { ...entry, ...states });
  });
}

/** The oldest one is described as it was created. */
const changesOf = (before: AuthoredVersion | undefined, { version, steps }: AuthoredVersion): string[] =>
  describeChanges(before && contentOf(before), contentOf({ version, steps }));

const unknownVersion = (number: number) =>
  notFound(
    `The workflow has no version ${number}: it was never saved, or was a working copy that its author has saved over. GET /v2/workflows/:workflowId/versions lists all that are there`,
  );
