import { isDeepStrictEqual } from "node:util";
import { storeWebhooks } from "#db/queries/webhooks/store-webhooks.ts";
import type { WorkflowRow } from "#db/queries/workflows/workflow-versions.ts";
import { findRow } from "#db/queries/workflows/workflows.ts";
import type { Scope } from "#db/scope.ts";
import type { Transaction } from "#db/transaction.ts";

/** Stores for webhook endpoints that a workflow was saved. */
export async function reportSaved(
  transaction: Transaction,
  scope: Scope,
  type: "workflow.created" | "workflow.updated",
  { id: workflowId, identifier: workflow, name, active }: WorkflowRow,
): Promise<void> {
  await storeWebhooks(transaction, scope, [{ type, data: { workflowId, workflow, name, active } }]);
}

/** The same of workflows that were deleted. */
export async function reportDeleted(transaction: Transaction, scope: Scope, ids: readonly string[]): Promise<void> {
  await storeWebhooks(
    transaction,
    scope,
    ids.map((workflowId) => ({ type: "workflow.deleted", data: { workflowId } })),
  );
}

/** The same of a workflow that something made equal to another: by what differs from its row before, and undefined for none. */
export async function reportChange(
  transaction: Transaction,
  scope: Scope,
  id: string,
  before: WorkflowRow | undefined,
): Promise<void> {
  const after = await findRow(transaction, scope, id);
  const wasThere = before !== undefined && before.deletedAt === null;
  if (!after) return;
  if (after.deletedAt !== null) {
    if (wasThere) await reportDeleted(transaction, scope, [id]);
  } else if (!wasThere) await reportSaved(transaction, scope, "workflow.created", after);
  else if (!isSame(before, after)) await reportSaved(transaction, scope, "workflow.updated", after);
}

const isSame = (before: WorkflowRow, after: WorkflowRow): boolean =>
  isDeepStrictEqual({ ...before, ...UNREPORTED }, { ...after, ...UNREPORTED });

/** Columns that a trigger writes, or every save. */
const UNREPORTED = { updatedAt: null, lastTriggeredAt: null, parentId: null };
