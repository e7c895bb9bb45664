import { isJsonObject } from "#contract/constants/values/json-object.ts";
import type { Filter } from "#contract/schemas/conditions.ts";
import { filtersOf } from "#dashboard/components/conditions/filters.ts";
import type { EditedStep } from "../definition.ts";

/** A branch of a branch step. */
export interface Branch {
  branchId: string;
  /** Undefined for one without a name. */
  name: string | undefined;
  filters: Filter[];
  isDefault: boolean;
}

/** A step with its place among the others, and for a branch step its lanes. */
export interface PlacedStep {
  step: EditedStep;
  /** Position among all steps of the workflow, from 0. */
  index: number;
  lanes: Lane[];
}

export interface Lane extends Branch {
  steps: PlacedStep[];
}

/** The name of a branch, as members read it. */
export const laneName = ({ name, isDefault }: Pick<Lane, "name" | "isDefault">): string =>
  name ?? (isDefault ? "Default" : "Branch without a name");

/** Returns the branches of a step, the default one last; none for other steps. */
export function branchesOf({ type, controlValues }: Pick<EditedStep, "type" | "controlValues">): Branch[] {
  if (type !== "branch") return [];
  const { branches, defaultBranchId } = controlValues;
  const cases = (Array.isArray(branches) ? branches : []).flatMap((branch): Branch[] => {
    if (!isJsonObject(branch) || typeof branch.branchId !== "string") return [];
    const name = typeof branch.name === "string" && branch.name !== "" ? branch.name : undefined;
    return [{ branchId: branch.branchId, name, filters: filtersOf(branch.filters), isDefault: false }];
  });
  return typeof defaultBranchId === "string" && defaultBranchId !== ""
    ? [...cases, { branchId: defaultBranchId, name: undefined, filters: [], isDefault: true }]
    : cases;
}

/** Returns the steps in order, those of a branch within the lanes of the step that chooses it. */
export function placedSteps(steps: readonly EditedStep[]): PlacedStep[] {
  const placed = steps.map(
    (step, index): PlacedStep => ({
      step,
      index,
      lanes: branchesOf(step).map((branch) => ({ ...branch, steps: [] })),
    }),
  );
  const lanes = new Map<string, Lane>();
  const top: PlacedStep[] = [];
  for (const one of placed) {
    // A branch of a later step is none that it can run in: it is shown where it stands.
    const lane = one.step.branchId === undefined ? undefined : lanes.get(one.step.branchId);
    (lane?.steps ?? top).push(one);
    for (const own of one.lanes) lanes.set(own.branchId, own);
  }
  return top;
}

/** Returns the keys of a step and of all steps that are in its branches. */
export function withLanes({ step, lanes }: PlacedStep): string[] {
  return [step.key, ...lanes.flatMap((lane) => lane.steps.flatMap(withLanes))];
}

const find = (placed: readonly PlacedStep[], key: string): PlacedStep | undefined => {
  for (const one of placed) {
    const found =
      one.step.key === key
        ? one
        : find(
            one.lanes.flatMap(({ steps }) => steps),
            key,
          );
    if (found) return found;
  }
  return undefined;
};

/** The place of a step: its branch (undefined for none), and the step of it that it stands behind (undefined for its beginning). */
export interface Place {
  branchId: string | undefined;
  after: string | undefined;
}

/** Returns the steps with a new one at a place. */
export function withStep(steps: readonly EditedStep[], step: EditedStep, place: Place): EditedStep[] {
  return insertedAt(steps, [{ ...step, branchId: place.branchId }], place);
}

/** Returns the steps without one and those in its branches. */
export function withoutStep(steps: readonly EditedStep[], key: string): EditedStep[] {
  const found = find(placedSteps(steps), key);
  const gone = new Set(found ? withLanes(found) : [key]);
  return steps.filter((step) => !gone.has(step.key));
}

/** Returns the steps with one at another place; those in its branches go along. */
export function withMoved(steps: readonly EditedStep[], key: string, place: Place): EditedStep[] {
  const found = find(placedSteps(steps), key);
  if (!found) return [...steps];
  const moving = new Set(withLanes(found));
  // A step cannot go into a branch of its own, or behind one that goes along.
  const owns = found.lanes.flatMap(allBranchIds);
  if ((place.branchId !== undefined && owns.includes(place.branchId)) || (place.after && moving.has(place.after))) {
    return [...steps];
  }
  const moved = steps.filter((step) => moving.has(step.key));
  const others = steps.filter((step) => !moving.has(step.key));
  return insertedAt(
    others,
    moved.map((step) => (step.key === key ? { ...step, branchId: place.branchId } : step)),
    place,
  );
}

const allBranchIds = ({ branchId, steps }: Lane): string[] => [
  branchId,
  ...steps.flatMap(({ lanes }) => lanes.flatMap(allBranchIds)),
];

function insertedAt(
  steps: readonly EditedStep[],
  added: readonly EditedStep[],
  { branchId, after }: Place,
): EditedStep[] {
  const index = indexBehind(steps, branchId, after);
  return [...steps.slice(0, index), ...added, ...steps.slice(index)];
}

/** Behind a step and all that is in its branches; at the beginning of a branch, behind the step that chooses it. */
function indexBehind(steps: readonly EditedStep[], branchId: string | undefined, after: string | undefined): number {
  if (after === undefined) {
    if (branchId === undefined) return 0;
    const chooser = steps.findIndex((step) => branchesOf(step).some((branch) => branch.branchId === branchId));
    return chooser + 1;
  }
  const found = find(placedSteps(steps), after);
  const keys = new Set(found ? withLanes(found) : []);
  return steps.findLastIndex((step) => keys.has(step.key)) + 1;
}

/** Returns the place one up or down within the steps of the same branch; undefined at its ends. */
export function placeBeside(steps: readonly EditedStep[], key: string, direction: -1 | 1): Place | undefined {
  const siblings = siblingsOf(placedSteps(steps), key);
  const at = siblings.findIndex(({ step }) => step.key === key);
  const target = at + direction;
  const step = siblings[at]?.step;
  if (!step || target < 0 || target >= siblings.length) return undefined;
  const after = direction === 1 ? siblings[target] : siblings[target - 1];
  return { branchId: step.branchId, after: after?.step.key };
}

/** Returns the place right above a step. */
export function placeAbove(steps: readonly EditedStep[], key: string): Place {
  const siblings = siblingsOf(placedSteps(steps), key);
  const at = siblings.findIndex(({ step }) => step.key === key);
  return { branchId: siblings[at]?.step.branchId, after: siblings[at - 1]?.step.key };
}

/** Returns the position of a step among those of its branch, from 1, and how many these are. */
export function positionOf(steps: readonly EditedStep[], key: string): { position: number; count: number } {
  const siblings = siblingsOf(placedSteps(steps), key);
  return { position: siblings.findIndex(({ step }) => step.key === key) + 1, count: siblings.length };
}

function siblingsOf(placed: readonly PlacedStep[], key: string): readonly PlacedStep[] {
  if (placed.some(({ step }) => step.key === key)) return placed;
  for (const lane of placed.flatMap(({ lanes }) => lanes)) {
    const found = siblingsOf(lane.steps, key);
    if (found.length > 0) return found;
  }
  return [];
}
