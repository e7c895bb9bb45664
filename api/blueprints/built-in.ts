import { StepInput } from "#contract/workflows/steps.ts";
import type { Blueprint } from "#db/queries/workflows/blueprints.ts";
import { ALL_CHANNELS } from "#db/queries/workflows/save-workflow.ts";
import { newSteps, type StoredStep } from "#db/queries/workflows/workflow-steps.ts";
import { extractVariables } from "#domain/templates/variables.ts";
import { slugify } from "#domain/values/slug.ts";
import { checkSteps } from "../services/workflows/check-steps.ts";
import { draftSteps } from "../services/workflows/draft-steps.ts";
import { CATALOGUE, type CatalogueEntry } from "./catalogue.ts";

/** They belong to nobody, and are as old as the catalogue. */
const NOBODY = "00000000-0000-0000-0000-000000000000";
const owner = { organizationId: NOBODY, environmentId: NOBODY };
const since = new Date("2026-11-01T00:00:00.000Z");
const dates = { createdAt: since, updatedAt: since };

/** An id of the catalogue: of a blueprint, or of one of its parts. */
const idOf = (number: number, part = 0): string =>
  `b1ee9417-0000-4000-8000-${String(number * 100 + part).padStart(12, "0")}`;
const VERSION_PART = 99;

/** Groups are numbered by their first blueprint. */
const GROUP_NUMBERS = 1_000;

let catalogue: readonly Blueprint[] | undefined;

/** Returns Belfry's own blueprints, by their groups, in the form in which stored ones are read. */
export function builtInBlueprints(): readonly Blueprint[] {
  catalogue ??= CATALOGUE.map(blueprint);
  return catalogue;
}

/** Returns the blueprint of this id or identifier. */
export const findBuiltIn = (reference: string): Blueprint | undefined =>
  builtInBlueprints().find(({ workflow: { id, identifier } }) => id === reference || identifier === reference);

function blueprint({
  number,
  name,
  description,
  group,
  popular,
  critical = false,
  steps: given,
}: CatalogueEntry): Blueprint {
  const [id, versionId] = [idOf(number), idOf(number, VERSION_PART)];
  const steps = newSteps(draftSteps(checkSteps(given.map((step) => StepInput.parse(step))))).map((step, index) =>
    withId(step, idOf(number, index + 1), given[index]?.uuid),
  );
  const first = CATALOGUE.find((entry) => entry.group === group) ?? { number };
  return {
    workflow: {
      id,
      ...owner,
      ...dates,
      name,
      description,
      critical,
      versionId,
      identifier: slugify(name),
      creatorId: NOBODY,
      active: true,
      type: "REGULAR",
      origin: "novu-cloud-v1",
      tags: popular ? ["popular"] : [],
      data: null,
      preferenceSettings: ALL_CHANNELS,
      preferencesReadOnly: false,
      preferencesEnabled: true,
      severity: "none",
      notificationGroupId: idOf(first.number + GROUP_NUMBERS),
      parentId: null,
      blueprintId: null,
      hasIssues: false,
      safetyCaps: null,
      lastTriggeredAt: null,
      deletedAt: null,
    },
    version: {
      id: versionId,
      ...owner,
      workflowId: id,
      number: 1,
      restoredFrom: null,
      name: null,
      keptAt: null,
      creatorId: NOBODY,
      createdAt: since,
      variables: extractVariables(steps),
      definition: null,
      payloadSchema: null,
      validatePayload: false,
    },
    steps: steps.map((step, position) => ({ ...step, ...owner, versionId, position })),
    group: { id: idOf(first.number + GROUP_NUMBERS), ...owner, ...dates, name: group, parentId: null },
  };
}

/** Conditions on earlier steps name them by their uuid, which is the id where the catalogue gives none. */
const withId = (step: StoredStep, stepId: string, uuid: string = stepId): StoredStep => ({ ...step, stepId, uuid });
