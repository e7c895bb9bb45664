import { hasResult } from "#contract/constants/channels.ts";
import type { Filter, FilterPart } from "#contract/schemas/conditions.ts";
import type { StepMetadata } from "#contract/workflows/step-metadata.ts";
import { partsOf } from "#domain/conditions/conditions.ts";
import { branchFilters } from "#domain/steps/metadata-texts.ts";

/** A step as far as others may refer to it. */
interface FlowStep {
  readonly template: { readonly type: string };
  readonly metadata: StepMetadata;
  readonly filters: Filter[];
  readonly variants: readonly { readonly filters: Filter[] }[];
  readonly active: boolean;
  readonly branchId?: string | null | undefined;
  readonly uuid?: string | null | undefined;
}

/**
 * Returns what is wrong about how steps refer to each other: branches that steps name, and results that conditions ask for.
 * Each issue names its field and the remedy.
 */
export function flowIssues(steps: readonly FlowStep[]): string[] {
  return [...branchIdIssues(steps), ...steps.flatMap((step, index) => stepIssues(steps, step, index))];
}

const branchIdsOf = ({ metadata }: FlowStep): string[] =>
  metadata.type === "branch" ? [...metadata.branches.map(({ branchId }) => branchId), metadata.defaultBranchId] : [];

/** A step names its branch alone, so that no two branches of a workflow may have the same id. */
function branchIdIssues(steps: readonly FlowStep[]): string[] {
  const seen = new Set<string>();
  return steps.flatMap((step, index) =>
    branchIdsOf(step).flatMap((id, place, ids) => {
      const isDefault = place === ids.length - 1;
      const field = `steps.${index}.metadata.${isDefault ? "defaultBranchId" : `branches.${place}.branchId`}`;
      if (seen.has(id)) return [`${field} ${id} is given twice: every branch of a workflow needs an id of its own`];
      seen.add(id);
      return [];
    }),
  );
}

function stepIssues(steps: readonly FlowStep[], step: FlowStep, index: number): string[] {
  const path = `steps.${index}`;
  const earlier = steps.slice(0, index);
  const filters = [
    ...step.filters,
    ...step.variants.flatMap((variant) => variant.filters),
    ...branchFilters(step.metadata),
  ];
  return [
    ...(step.template.type === "branch" && step.filters.some(({ children }) => children.length > 0)
      ? [`${path}.filters must be empty: a branch step has its conditions in metadata.branches`]
      : []),
    ...branchIssues(steps, earlier, step, path),
    ...new Set(partsOf(filters).flatMap((part) => resultIssues(earlier, part, path))),
  ];
}

function branchIssues(
  steps: readonly FlowStep[],
  earlier: readonly FlowStep[],
  { branchId, active }: FlowStep,
  path: string,
): string[] {
  if (!branchId) return [];
  const owns = (step: FlowStep) => branchIdsOf(step).includes(branchId);
  const chooser = earlier.find(owns);
  if (!chooser) {
    const remedy = steps.some(owns)
      ? "move the step behind the branch step"
      : "name one of metadata.branches, or the metadata.defaultBranchId, of an earlier branch step";
    return [`${path}.branchId ${branchId} is no branch of an earlier step: ${remedy}`];
  }
  return active && !chooser.active
    ? [`${path}.active must be false, as its branch step is switched off: nothing chooses its branch`]
    : [];
}

function resultIssues(earlier: readonly FlowStep[], { on, step: uuid }: FilterPart, path: string): string[] {
  if (on !== "stepResult") return [];
  const withResult = earlier.filter(({ template }) => hasResult(template.type));
  // A step that keeps its uuid need not send it.
  if (uuid && withResult.some((step) => !step.uuid || step.uuid === uuid)) return [];
  return [
    `${path}.filters ask for the result of the step ${uuid ?? ""}: name the uuid of an earlier step that waits for an event, sends an HTTP request or chooses a branch`,
  ];
}
