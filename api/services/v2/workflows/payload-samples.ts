import type { CreatePayloadSample, PatchPayloadSample } from "#contract/v2/payload-samples.ts";
import type { Database } from "#db/client.ts";
import {
  deletePayloadSample,
  insertPayloadSample,
  listPayloadSamples,
  type PayloadSampleRow,
  updatePayloadSample,
} from "#db/queries/workflows/payload-samples.ts";
import { findByReference } from "#db/queries/workflows/workflows.ts";
import type { Scope } from "#db/scope.ts";
import { requireDevelopment } from "../../changes/require-development.ts";

/** The samples of a workflow by their names. Throws `not_found`. */
export async function samplesOf(db: Database, scope: Scope, workflowId: string): Promise<PayloadSampleRow[]> {
  const { workflow } = await findByReference(db, scope, workflowId);
  return listPayloadSamples(db, scope, workflow.id);
}

/** Throws `unauthorized` outside Development, `not_found`, and `conflict` for a name that is taken, and when there are too many. */
export async function keepSample(
  db: Database,
  scope: Scope,
  workflowId: string,
  sample: CreatePayloadSample,
): Promise<PayloadSampleRow> {
  await requireDevelopment(db, scope);
  return db.transaction(async (transaction) => {
    const { workflow } = await findByReference(transaction, scope, workflowId, { lock: true });
    return insertPayloadSample(transaction, scope, workflow.id, sample);
  });
}

/** Throws `unauthorized` outside Development, `not_found`, and `conflict` for a name that is taken. */
export async function changeSample(
  db: Database,
  scope: Scope,
  { workflowId, sampleId }: { workflowId: string; sampleId: string },
  changes: PatchPayloadSample,
): Promise<PayloadSampleRow> {
  await requireDevelopment(db, scope);
  const { workflow } = await findByReference(db, scope, workflowId);
  return updatePayloadSample(db, scope, { workflowId: workflow.id, id: sampleId }, changes);
}

/** Throws `unauthorized` outside Development, and `not_found`. */
export async function removeSample(
  db: Database,
  scope: Scope,
  { workflowId, sampleId }: { workflowId: string; sampleId: string },
): Promise<void> {
  await requireDevelopment(db, scope);
  const { workflow } = await findByReference(db, scope, workflowId);
  await deletePayloadSample(db, scope, { workflowId: workflow.id, id: sampleId });
}
