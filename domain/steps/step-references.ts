import { isChannel } from "#contract/constants/channels.ts";
import type { Filter } from "#contract/schemas/conditions.ts";
import type { StepIssues } from "#contract/workflows/step-issues.ts";
import type { StepMetadata } from "#contract/workflows/step-metadata.ts";
import { type PlacedPart, placedParts } from "../conditions/conditions.ts";
import { withMissing } from "./step-issues.ts";

/** A step as far as conditions refer to it, and as its own conditions refer to others. */
interface ReferringStep {
  readonly stepId: string;
  readonly uuid: string | null;
  readonly name: string | null;
  readonly type: string;
  readonly filters: readonly Filter[];
  readonly variants: readonly { readonly filters: readonly Filter[] }[];
  readonly metadata: StepMetadata;
  readonly issues: StepIssues | null;
}

/**
 * Returns the steps with an issue for each condition on the message of a step that is not there, comes later or sends none, by the path of
 * the field that names it. Such a condition passes for everybody when the step is executed.
 */
export function withReferenceIssues<T extends ReferringStep>(steps: readonly T[]): T[] {
  return steps.map((step, index) => {
    let controls = step.issues?.controls;
    for (const { path, part } of messageConditions(step)) {
      const message = problemOf(steps, index, part.step ?? "");
      if (message === undefined) continue;
      controls = withMissing(controls, `${path}.step`, message);
    }
    return controls === step.issues?.controls ? step : { ...step, issues: { ...step.issues, controls } };
  });
}

function problemOf(steps: readonly ReferringStep[], index: number, identifier: string): string | undefined {
  const position = steps.findIndex(({ uuid, stepId }) => (uuid ?? stepId) === identifier);
  const named = steps[position];
  if (!named) return `This workflow has no step ${identifier}: choose an earlier step that sends a message`;
  const name = named.name || identifier;
  if (position === index) return "A step knows nothing of its own message yet: choose an earlier step";
  if (position > index) return `The step ${name} comes later: move it to the front, or choose an earlier step`;
  return isChannel(named.type) ? undefined : `The step ${name} sends no message: choose one that does`;
}

/** The finished conditions of a step on messages of others, with their places. */
function messageConditions({ filters, variants, metadata }: ReferringStep): PlacedPart[] {
  const branches = metadata.type === "branch" ? metadata.branches : [];
  return [
    ...placedParts(filters, "filters"),
    ...variants.flatMap((variant, index) => placedParts(variant.filters, `variants.${index}.filters`)),
    ...branches.flatMap((branch, index) => placedParts(branch.filters, `branches.${index}.filters`)),
  ].filter(({ part }) => part.on === "previousStep" && Boolean(part.step));
}
