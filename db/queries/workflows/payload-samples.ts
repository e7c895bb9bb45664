import { and, asc, eq } from "drizzle-orm";
import { PAYLOAD_SAMPLES_MAX } from "#contract/constants/limits.ts";
import type { CreatePayloadSample, PatchPayloadSample } from "#contract/v2/payload-samples.ts";
import { DomainError, notFound } from "#domain/errors.ts";
import { payloadSamples } from "../../schema/workflows/payload-samples.ts";
import { type Scope, scopeOf } from "../../scope.ts";
import type { Executor, Transaction } from "../../transaction.ts";
import { refusingTaken } from "../../unique-violation.ts";

export type PayloadSampleRow = typeof payloadSamples.$inferSelect;

const ofWorkflow = ({ environmentId }: Scope, workflowId: string) =>
  and(eq(payloadSamples.environmentId, environmentId), eq(payloadSamples.workflowId, workflowId));

const takenName = (name: string) =>
  new DomainError("conflict", [`name is that of another sample, ${name}: choose another one`]);

const unknownSample = (id: string) => notFound(`The workflow has no sample with id ${id}`);

/** By their names. */
export const listPayloadSamples = (db: Executor, scope: Scope, workflowId: string): Promise<PayloadSampleRow[]> =>
  db
    .select()
    .from(payloadSamples)
    .where(ofWorkflow(scope, workflowId))
    .orderBy(asc(payloadSamples.name), asc(payloadSamples.id));

/** Of a workflow that the caller has locked, as its samples are counted. Throws `conflict` for a name that is taken, and when there are too many. */
export async function insertPayloadSample(
  transaction: Transaction,
  scope: Scope,
  workflowId: string,
  { name, payload }: CreatePayloadSample,
): Promise<PayloadSampleRow> {
  if ((await transaction.$count(payloadSamples, ofWorkflow(scope, workflowId))) >= PAYLOAD_SAMPLES_MAX) {
    throw new DomainError("conflict", `A workflow has at most ${PAYLOAD_SAMPLES_MAX} samples: delete one first`);
  }
  const [row] = await transaction
    .insert(payloadSamples)
    .values({ ...scopeOf(scope), workflowId, name, payload })
    .onConflictDoNothing()
    .returning();
  if (!row) throw takenName(name);
  return row;
}

/** Throws `not_found`, and `conflict` for a name that is taken. */
export async function updatePayloadSample(
  db: Executor,
  scope: Scope,
  { workflowId, id }: { workflowId: string; id: string },
  { name, payload }: PatchPayloadSample,
): Promise<PayloadSampleRow> {
  const writing = db
    .update(payloadSamples)
    .set({ ...(name !== undefined && { name }), ...(payload !== undefined && { payload }), updatedAt: new Date() })
    .where(and(ofWorkflow(scope, workflowId), eq(payloadSamples.id, id)))
    .returning();
  const [row] = await refusingTaken("payload_samples_workflow_name", writing, () => takenName(name ?? ""));
  if (!row) throw unknownSample(id);
  return row;
}

/** Throws `not_found`. */
export async function deletePayloadSample(
  db: Executor,
  scope: Scope,
  { workflowId, id }: { workflowId: string; id: string },
): Promise<void> {
  const deleted = await db
    .delete(payloadSamples)
    .where(and(ofWorkflow(scope, workflowId), eq(payloadSamples.id, id)))
    .returning({ id: payloadSamples.id });
  if (deleted.length === 0) throw unknownSample(id);
}

/** Takes its samples along with a workflow. */
export const deletePayloadSamples = (transaction: Transaction, scope: Scope, workflowId: string) =>
  transaction.delete(payloadSamples).where(ofWorkflow(scope, workflowId));
