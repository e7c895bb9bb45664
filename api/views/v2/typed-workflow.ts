import { isKnownToTypedClients } from "#contract/workflows/step-controls.ts";
import { isPlainObject } from "#domain/values/plain-object.ts";

const typedType = (type: unknown): unknown =>
  typeof type === "string" && !isKnownToTypedClients(type) ? "custom" : type;

/** A workflow, a step of one or a page of workflows as published typed clients accept it: types that they do not know are custom ones. */
export function typedWorkflow(shown: unknown): unknown {
  if (!isPlainObject(shown)) return shown;
  const { type, steps, stepTypeOverviews, workflows } = shown;
  return {
    ...shown,
    ...(type !== undefined && { type: typedType(type) }),
    ...(Array.isArray(steps) && { steps: steps.map(typedWorkflow) }),
    ...(Array.isArray(stepTypeOverviews) && { stepTypeOverviews: stepTypeOverviews.map(typedType) }),
    ...(Array.isArray(workflows) && { workflows: workflows.map(typedWorkflow) }),
  };
}
