import { randomUUID } from "node:crypto";
import { type ControlledType, CREATABLE_STEP_TYPES } from "#contract/step-controls.ts";
import type { StepInputV2 } from "#contract/v2/workflows.ts";
import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";
import { DomainError } from "#domain/errors.ts";
import { idIn } from "#domain/short-id.ts";
import { slugify, withShortSuffix } from "#domain/slug.ts";
import type { StepPlan } from "./build-steps.ts";

/**
 * The steps of a request, each with its id, its identifier and all of its control values. A step that names one of `current` by `_id`,
 * or by its identifier, keeps what it does not send. Throws `invalid_input` for an `_id` that the workflow does not have.
 */
export function planSteps(given: readonly StepInputV2[], current: readonly StepRow[] = []): StepPlan[] {
  const matched = given.map((step, index) => matchOf(step, index, current));
  const kept = matched.flatMap((row) => (row ? [row.stepId] : []));
  const twice = kept.find((id, index) => kept.indexOf(id) !== index);
  if (twice)
    throw new DomainError("invalid_input", [
      `steps must not name the step ${twice} twice: leave _id out to add a copy`,
    ]);
  const taken = new Set(matched.flatMap((row) => (row ? [identifierOf(row)] : [])));
  return given.map((step, index): StepPlan => {
    const { name, type, controlValues } = step;
    const row = matched[index];
    if (row) {
      const values = controlValues === undefined ? (row.controls ?? {}) : (controlValues ?? {});
      return { id: row.stepId, identifier: identifierOf(row), name, type: controlledType(row.type), values };
    }
    const identifier = freeIdentifier(step.stepId || slugify(name), taken);
    taken.add(identifier);
    return { identifier, name, type: controlledType(type), values: controlValues ?? {} };
  });
}

/** The step of a stored one as it is to be built again. */
export const planOf = (row: StepRow, changes: Partial<Pick<StepPlan, "name" | "values">> = {}): StepPlan => ({
  id: row.stepId,
  identifier: identifierOf(row),
  name: row.name ?? row.type,
  type: controlledType(row.type),
  values: row.controls ?? {},
  ...changes,
});

export const identifierOf = ({ uuid, stepId }: Pick<StepRow, "uuid" | "stepId">): string => uuid ?? stepId;

function matchOf({ _id, stepId }: StepInputV2, index: number, current: readonly StepRow[]): StepRow | undefined {
  if (!_id) return stepId ? current.find((row) => identifierOf(row) === stepId) : undefined;
  const id = idIn(_id) ?? _id;
  const found = current.find((row) => row.stepId === id);
  if (found) return found;
  throw new DomainError("invalid_input", [
    `steps.${index}._id ${_id} is not part of this workflow: leave it out to add the step as new`,
  ]);
}

function freeIdentifier(wanted: string, taken: ReadonlySet<string>): string {
  const first = wanted || withShortSuffix("step", randomUUID());
  let identifier = first;
  while (taken.has(identifier)) identifier = withShortSuffix(first, randomUUID());
  return identifier;
}

/** The type as callers know it: `http` of the engine is `http_request`. */
function controlledType(type: string): ControlledType {
  const found = CREATABLE_STEP_TYPES.find((known) => known === (type === "http" ? "http_request" : type));
  if (found) return found;
  throw new DomainError("invalid_input", [
    `steps of type ${type} cannot be made here: use one of ${CREATABLE_STEP_TYPES.join(", ")}`,
  ]);
}
