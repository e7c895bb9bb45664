import { hasFinished } from "#contract/constants/templates/unfinished-conditions.ts";
import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";
import type { FilterOutcome } from "#domain/conditions/conditions.ts";
import type { ResolveWebhook } from "#domain/conditions/filter-parts.ts";
import type { Member } from "./member.ts";
import type { PinnedEvent } from "./pinned-event.ts";
import type { Slice } from "./slice.ts";
import { evaluateConditions } from "./step-conditions.ts";

/** The step that chooses among branches of which this is one. */
const chooserOf = (steps: readonly StepRow[], branchId: string): StepRow | undefined =>
  steps.find(
    ({ metadata }) =>
      metadata.type === "branch" &&
      (metadata.defaultBranchId === branchId || metadata.branches.some((branch) => branch.branchId === branchId)),
  );

/** A step that is not executed because its branch was not chosen. */
export interface OtherBranch {
  step: string | null;
  /** The branch that runs; null when none was chosen, because the branch step failed or is itself in another branch. */
  ran: string | null;
  belongsTo: string;
}

/** Says that the step is in a branch that the member does not take; undefined when it is executed. */
export function inOtherBranch(
  { steps }: Pick<PinnedEvent, "steps">,
  step: StepRow,
  { results }: Pick<Member, "results">,
): OtherBranch | undefined {
  const { branchId } = step;
  if (branchId === null) return undefined;
  const chooser = chooserOf(steps, branchId);
  const output = results.get(chooser?.stepId ?? "");
  const ran = output && "branchId" in output && typeof output.branchId === "string" ? output.branchId : null;
  return ran === branchId ? undefined : { step: chooser?.uuid ?? null, ran, belongsTo: branchId };
}

/**
 * Returns the first branch whose conditions pass, else the default one, with the conditions that were evaluated. A branch without a
 * finished condition is never chosen. Throws as `evaluateConditions`. Undefined for any other step.
 */
export async function chooseBranch(
  slice: Slice,
  member: Member,
  { metadata }: StepRow,
  resolveWebhook?: ResolveWebhook,
): Promise<{ branchId: string; conditions: FilterOutcome["conditions"] } | undefined> {
  if (metadata.type !== "branch") return undefined;
  const evaluated: FilterOutcome["conditions"] = [];
  for (const { branchId, filters } of metadata.branches) {
    if (!hasFinished(filters)) continue;
    const { passed, conditions } = await evaluateConditions(slice, member, filters, resolveWebhook);
    evaluated.push(...conditions);
    if (passed) return { branchId, conditions: evaluated };
  }
  return { branchId: metadata.defaultBranchId, conditions: evaluated };
}
