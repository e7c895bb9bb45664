import { and, eq } from "drizzle-orm";
import { controlValues } from "../../schema/workflows/control-values.ts";
import type { Scope } from "../../scope.ts";
import type { Executor, Transaction } from "../../transaction.ts";

export type ControlValuesRow = typeof controlValues.$inferSelect;

interface ControlledStep {
  workflowId: string;
  bridgeStepId: string;
}

/** Undefined where nobody has set any. */
export async function findControlValues(
  db: Executor,
  scope: Scope,
  { workflowId, bridgeStepId }: ControlledStep,
): Promise<ControlValuesRow | undefined> {
  const [row] = await db
    .select()
    .from(controlValues)
    .where(
      and(
        eq(controlValues.environmentId, scope.environmentId),
        eq(controlValues.workflowId, workflowId),
        eq(controlValues.bridgeStepId, bridgeStepId),
      ),
    );
  return row;
}

/** All that members have set in a workflow. */
export const listControlValues = (db: Executor, scope: Scope, workflowId: string): Promise<ControlValuesRow[]> =>
  db
    .select()
    .from(controlValues)
    .where(and(eq(controlValues.environmentId, scope.environmentId), eq(controlValues.workflowId, workflowId)));

/** Stores the values of a step's controls in place of those that there are. */
export async function saveControlValues(
  transaction: Transaction,
  { organizationId, environmentId }: Scope,
  { workflowId, bridgeStepId, controls }: ControlledStep & { controls: Record<string, unknown> },
): Promise<ControlValuesRow> {
  const [row] = await transaction
    .insert(controlValues)
    .values({ organizationId, environmentId, workflowId, bridgeStepId, controls })
    .onConflictDoUpdate({
      target: [controlValues.workflowId, controlValues.bridgeStepId],
      set: { controls, updatedAt: new Date() },
    })
    .returning();
  if (!row) throw new Error("Postgres confirmed an insert without a row");
  return row;
}
