import { lockEnvironment } from "#db/queries/changes/promotable.ts";
import { countWorkflows } from "#db/queries/workflows/workflows.ts";
import type { Scope } from "#db/scope.ts";
import type { Transaction } from "#db/transaction.ts";
import { DomainError } from "#domain/errors.ts";
import { type TierIssue, tierIssues } from "#domain/times/plan-waits.ts";
import type { WaitingStep } from "#domain/times/retention.ts";
import { organizationPlan, type PlanServices } from "#events/organization-plan.ts";

/** Paths of the controls in the steps of this wire, which has no issues on steps. */
const FIELDS: Readonly<Record<TierIssue["control"], string>> = {
  amount: "metadata.amount",
  unit: "metadata.unit",
  cron: "metadata.timed.cronExpression",
  timed: "metadata.timed",
};

/** Throws `invalid_input` that names each wait which is longer than the organisation's plan allows. */
export async function requirePlannedWaits(
  services: PlanServices,
  scope: Scope,
  steps: readonly WaitingStep[],
): Promise<void> {
  const { waitDays } = await organizationPlan(services, scope);
  const issues = tierIssues(steps, waitDays, new Date()).map(
    ({ step, control, issueType, message }) => `steps.${step}.${FIELDS[control]}: ${issueType}. ${message}`,
  );
  if (issues.length > 0) throw new DomainError("invalid_input", issues);
}

/** Throws `forbidden` when the organisation's plan has no translations. */
export async function requireTranslations(services: PlanServices, scope: Scope): Promise<void> {
  const { features } = await organizationPlan(services, scope);
  if (!features.autoTranslations) throw new DomainError("forbidden", "Your plan has no translations: change the plan");
}

/** Throws `forbidden` when members of the organisation's plan have no roles: all of them are admins. */
export async function requireRoles(services: PlanServices, scope: Pick<Scope, "organizationId">): Promise<void> {
  const { features } = await organizationPlan(services, scope);
  if (!features.roles) {
    throw new DomainError("forbidden", "Your plan has no roles, all members are admins: change the plan");
  }
}

/**
 * Lets calls that make workflows in an environment wait for each other, where they are counted: a count does not see what another
 * transaction has not committed. It comes before the workflow is made, as those who copy to an environment hold it first, too.
 */
export async function holdPlannedWorkflows(
  transaction: Transaction,
  scope: Scope,
  allowed: number | null,
): Promise<void> {
  if (allowed !== null) await lockEnvironment(transaction, scope);
}

/** Throws `invalid_input` when the environment has more workflows than the plan allows, counting the new one. */
export async function requirePlannedWorkflows(
  transaction: Transaction,
  scope: Scope,
  allowed: number | null,
): Promise<void> {
  if (allowed === null || (await countWorkflows(transaction, scope)) <= allowed) return;
  const message = `LIMIT_REACHED. Your plan allows ${allowed} workflows in an environment: delete one, or change the plan`;
  throw new DomainError("invalid_input", message);
}
