import type { Plan } from "#contract/constants/plans.ts";
import type { Database } from "#db/client.ts";
import { recordWorkflow } from "#db/queries/changes/record-workflow.ts";
import { moveMessages } from "#db/queries/messages/move-messages.ts";
import { deleteWorkflow, updateWorkflow, type WorkflowChanges } from "#db/queries/workflows/save-workflow.ts";
import type { VersionWithSteps } from "#db/queries/workflows/workflow-versions.ts";
import { findRow } from "#db/queries/workflows/workflows.ts";
import type { Transaction } from "#db/transaction.ts";
import type { PlanServices } from "#events/organization-plan.ts";
import type { CallContext, KeyCaller, MemberCaller } from "../../caller.ts";
import type { MjmlCompiler } from "../../mjml/mjml-compiler.ts";
import { noted, notedIn } from "../audit.ts";
import { holdPlannedWorkflows, requirePlannedWorkflows } from "../organizations/require-plan.ts";
import { reportDeleted, reportSaved } from "./report-workflow.ts";

/*
 * How both versions of the API store a workflow. What they make of a body differs: `/v1/workflows` stores what was sent, once it is
 * checked, and `/v2/workflows` what control values are compiled to, with their issues.
 */

/** Only a person can be the author of a workflow. */
export type AuthoredCall = CallContext<KeyCaller | MemberCaller>;

export interface SaveServices extends PlanServices {
  mjml: MjmlCompiler;
}

/** Has `insert` create a workflow, as far as the plan allows one more, and notes it. Returns its id. */
export function creating(
  db: Database,
  call: AuthoredCall,
  plan: Plan,
  insert: (transaction: Transaction) => Promise<string>,
): Promise<string> {
  const { scope } = call;
  const create = async (transaction: Transaction) => {
    await holdPlannedWorkflows(transaction, scope, plan.workflows);
    const id = await insert(transaction);
    await requirePlannedWorkflows(transaction, scope, plan.workflows);
    await noteSaved(transaction, call, id, "workflow.created");
    return id;
  };
  return noted(db, call, { action: "workflow.created" }, create, (id) => id);
}

/** Changes a workflow that `lock` finds and locks, and notes it. */
export const changing = <T>(
  db: Database,
  call: AuthoredCall,
  lock: (transaction: Transaction) => Promise<VersionWithSteps>,
  change: (transaction: Transaction, current: VersionWithSteps) => Promise<T>,
): Promise<T> =>
  db.transaction(async (transaction) => {
    const current = await lock(transaction);
    const { id } = current.workflow;
    return notedIn(transaction, call, { action: "workflow.updated", id }, () => change(transaction, current));
  });

/** Stores changes of a workflow that is locked, and that it was saved. Messages follow a step to the feed that it sends to from now on. */
export async function storeChanges(
  transaction: Transaction,
  call: AuthoredCall,
  current: VersionWithSteps,
  changes: WorkflowChanges,
): Promise<void> {
  await updateWorkflow(transaction, current, call.caller.userId, changes);
  if (changes.steps) await moveMessages(transaction, call.scope, current.steps, changes.steps);
  await noteSaved(transaction, call, current.workflow.id);
}

/** Deletes a workflow and notes it. Returns whether there was one. */
export async function storeDeletion(transaction: Transaction, call: AuthoredCall, id: string): Promise<boolean> {
  const { scope, caller } = call;
  if (!(await deleteWorkflow(transaction, scope, id))) return false;
  await recordWorkflow(transaction, scope, caller.userId, id);
  await reportDeleted(transaction, scope, [id]);
  return true;
}

/** Stores that a workflow was saved: for webhook endpoints, and one of `/v1/workflows` for promotion. */
export async function noteSaved(
  transaction: Transaction,
  { scope, caller }: AuthoredCall,
  id: string,
  type: "workflow.created" | "workflow.updated" = "workflow.updated",
): Promise<void> {
  await recordWorkflow(transaction, scope, caller.userId, id);
  const workflow = await findRow(transaction, scope, id);
  if (workflow) await reportSaved(transaction, scope, type, workflow);
}
