import { stepKindName } from "../canvas/step-kind.tsx";
import { laneName, type PlacedStep } from "../canvas/step-order.ts";
import type { EditedStep } from "../definition.ts";

/** A step as the outline lists it. */
export interface OutlineRow {
  step: EditedStep;
  /** From 1, in the order of the canvas. */
  position: number;
  /** How many branches it is within. */
  depth: number;
  /** The branch that it is in; undefined for none. */
  branch: string | undefined;
  /** Position, name, kind and identifier, which a search is compared with. */
  searched: string;
}

/** Returns the steps in the order of the canvas, those of a branch behind the step that chooses it. */
export function outlineRows(placed: readonly PlacedStep[]): OutlineRow[] {
  const rows: OutlineRow[] = [];
  const add = (steps: readonly PlacedStep[], depth: number, branch: string | undefined) => {
    for (const { step, lanes } of steps) {
      const position = rows.length + 1;
      const searched = [position, step.name, stepKindName(step.type), step.stepId].join(" ");
      rows.push({ step, position, depth, branch, searched });
      for (const lane of lanes) add(lane.steps, depth + 1, laneName(lane));
    }
  };
  add(placed, 0, undefined);
  return rows;
}
