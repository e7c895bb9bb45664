import { randomUUID } from "node:crypto";
import { controlledTypeOf } from "#api/controls/alternatives.ts";
import type { StepInputV2, VariantInputV2 } from "#contract/v2/workflows.ts";
import { type ControlledType, STEP_TYPES_V2 } from "#contract/workflows/step-controls.ts";
import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";
import type { StoredVariant } from "#db/schema/workflows/workflow-steps.ts";
import { DomainError } from "#domain/errors.ts";
import { type Renames, renamedInFilters, renamedInValues } from "#domain/steps/renamed-steps.ts";
import { valuesOf } from "#domain/templates/step-values.ts";
import { requestUnmasked } from "#domain/values/request-secrets.ts";
import { idIn } from "#domain/values/short-id.ts";
import { slugify, withShortSuffix } from "#domain/values/slug.ts";

/** The fields of a step beside its content. */
export type StepSettings = Pick<
  StepRow,
  | "active"
  | "shouldStopOnFail"
  | "outsideHours"
  | "replyCallback"
  | "filters"
  | "branchId"
  | "expiresAfter"
  | "integrationIdentifier"
>;

/** A step of a workflow to store. */
export interface StepPlan {
  /** Belfry's id; a new one for a new step. */
  id?: string | undefined;
  /** The name by which templates, conditions and callers mean it. */
  identifier: string;
  name: string;
  type: ControlledType;
  values: Record<string, unknown>;
  settings: StepSettings;
  variants: VariantPlan[];
  /** The stored step that it replaces. */
  previous?: StepRow | undefined;
}

export interface VariantPlan extends Pick<StoredVariant, "active" | "filters"> {
  id?: string | undefined;
  name?: string | undefined;
  values: Record<string, unknown>;
  previous?: StoredVariant | undefined;
}

/** The fields of a step that a caller may leave out. */
type GivenSettings = { [K in keyof StepSettings]?: StepSettings[K] | undefined };

const USUAL: StepSettings = {
  active: true,
  shouldStopOnFail: false,
  outsideHours: "defer",
  replyCallback: {},
  filters: [],
  branchId: null,
  expiresAfter: null,
  integrationIdentifier: null,
};

/**
 * The steps of a request, each with its id, its identifier and all of its control values. A step that names one of `current` by `_id`,
 * or by its identifier, keeps what it does not send. Throws `invalid_input` for an `_id` that the workflow does not have, and for an
 * identifier that two steps would have.
 */
export function planSteps(given: readonly StepInputV2[], current: readonly StepRow[] = []): StepPlan[] {
  const matched = given.map((step, index) => matchOf(step, index, current));
  const kept = matched.flatMap((row) => (row ? [row.stepId] : []));
  const twice = kept.find((id, index) => kept.indexOf(id) !== index);
  if (twice)
    throw new DomainError("invalid_input", [
      `steps must not name the step ${twice} twice: leave _id out to add a copy`,
    ]);
  const identifiers = matched.map((row, index) => row && (given[index]?.stepId || identifierOf(row)));
  const taken = new Set<string>();
  for (const [index, identifier] of identifiers.entries()) {
    if (identifier === undefined) continue;
    if (taken.has(identifier)) {
      throw new DomainError("invalid_input", [
        `steps.${index}.stepId ${identifier} is the identifier of another step of this workflow: choose another one`,
      ]);
    }
    taken.add(identifier);
  }
  const planned = given.map((step, index): StepPlan => {
    const row = matched[index];
    if (row) return changedPlan(row, { ...step, identifier: identifiers[index] }, `steps.${index}`);
    const { name, type, controlValues, variants } = step;
    const identifier = freeIdentifier(step.stepId || slugify(name), taken);
    taken.add(identifier);
    return {
      identifier,
      name,
      type,
      values: requestUnmasked(controlValues ?? {}, undefined, `steps.${index}.controlValues`),
      settings: settingsOf(USUAL, step),
      variants: planVariants(variants ?? [], [], `steps.${index}`),
    };
  });
  return followingRenames(planned);
}

/** Has conditions and templates that name a step by an identifier which it no longer has, and which no other step has now, name it by its new one. */
function followingRenames(plans: readonly StepPlan[]): StepPlan[] {
  const taken = new Set(plans.map(({ identifier }) => identifier));
  const renames: Renames = new Map(
    plans.flatMap(({ previous, identifier }) => {
      const former = previous && identifierOf(previous);
      return former !== undefined && !taken.has(former) ? [[former, identifier]] : [];
    }),
  );
  if (renames.size === 0) return [...plans];
  return plans.map((plan) => ({
    ...plan,
    values: renamedInValues(plan.values, renames),
    settings: { ...plan.settings, filters: renamedInFilters(plan.settings.filters, renames) },
    variants: plan.variants.map((variant) => ({
      ...variant,
      filters: renamedInFilters(variant.filters, renames),
      values: renamedInValues(variant.values, renames),
    })),
  }));
}

interface StepChanges extends GivenSettings {
  name?: string | undefined;
  identifier?: string | undefined;
  controlValues?: StepInputV2["controlValues"];
  variants?: StepInputV2["variants"];
}

/** A stored step as it is to be built again, with what is to change about it. Its type stays. `path` names it in errors. */
export function changedPlan(row: StepRow, changes: StepChanges = {}, path = "step"): StepPlan {
  const { name = row.name ?? row.type, controlValues, variants, identifier = identifierOf(row) } = changes;
  return {
    id: row.stepId,
    identifier,
    name,
    type: requireControlled(row.type),
    values:
      controlValues === undefined
        ? valuesOf(row)
        : requestUnmasked(controlValues ?? {}, valuesOf(row), `${path}.controlValues`),
    settings: settingsOf(row, changes),
    variants: variants === undefined ? row.variants.map(keptVariant) : planVariants(variants, row.variants, path),
    previous: row,
  };
}

export const identifierOf = ({ uuid, stepId }: Pick<StepRow, "uuid" | "stepId">): string => uuid ?? stepId;

function settingsOf(before: StepSettings, given: GivenSettings): StepSettings {
  const { active, shouldStopOnFail, outsideHours, replyCallback, filters, branchId, expiresAfter } = given;
  const { integrationIdentifier } = given;
  return {
    active: active ?? before.active,
    shouldStopOnFail: shouldStopOnFail ?? before.shouldStopOnFail,
    outsideHours: outsideHours ?? before.outsideHours,
    replyCallback: replyCallback ?? before.replyCallback,
    filters: filters ?? before.filters,
    branchId: branchId === undefined ? before.branchId : branchId || null,
    expiresAfter: expiresAfter === undefined ? before.expiresAfter : expiresAfter,
    integrationIdentifier:
      integrationIdentifier === undefined ? before.integrationIdentifier : integrationIdentifier || null,
  };
}

const keptVariant = (variant: StoredVariant): VariantPlan => ({
  id: variant.variantId,
  name: variant.name,
  active: variant.active,
  filters: variant.filters,
  values: valuesOf(variant),
  previous: variant,
});

function planVariants(
  given: readonly VariantInputV2[],
  current: readonly StoredVariant[],
  path: string,
): VariantPlan[] {
  const seen = new Set<string>();
  return given.map(({ _id, name, active, filters, controlValues }, index) => {
    const id = _id && (idIn(_id) ?? _id);
    const previous = current.find(({ variantId }) => variantId === id);
    if (id && (!previous || seen.has(id))) {
      throw new DomainError("invalid_input", [
        `${path}.variants.${index}._id ${_id} is ${previous ? "given twice" : "no variant of this step"}: leave it out to add a new one`,
      ]);
    }
    if (id) seen.add(id);
    return {
      id: previous?.variantId,
      name,
      active,
      filters,
      values: controlValues ?? (previous ? valuesOf(previous) : {}),
      previous,
    };
  });
}

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

function requireControlled(type: string): ControlledType {
  const found = controlledTypeOf(type);
  if (found) return found;
  throw new DomainError("invalid_input", [
    `steps of type ${type} cannot be made here: use one of ${STEP_TYPES_V2.join(", ")}`,
  ]);
}
