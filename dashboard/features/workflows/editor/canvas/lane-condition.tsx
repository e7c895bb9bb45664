import { conditionText } from "#dashboard/components/conditions/condition-text.ts";
import type { Lane } from "./step-order.ts";

/** Says when the run follows a branch. */
export function LaneCondition({ lane }: { lane: Lane }) {
  const conditions = conditionText(lane.filters);
  if (!conditions) return null;
  return <span className="font-normal text-info wrap-anywhere">{`if ${conditions}`}</span>;
}
