import { holds } from "../conditions/json-logic.ts";
import type { PlainObject } from "../values/plain-object.ts";

/** Says whether events of some workflows reach a subscriber by a subscription. */
export interface StoredSubscriptionPreference {
  /** Belfry's ids. */
  workflowIds: string[];
  /** Workflows with one of these tags, as they are tagged when an event arrives. */
  tags: string[];
  /** Counts where there is no condition. */
  enabled: boolean;
  /** A JSON-logic rule that is judged for each event. */
  condition?: PlainObject | undefined;
}

/** The preferences of one subscription; null for one that takes every event. */
export type StoredPreferences = readonly StoredSubscriptionPreference[] | null;

export interface JudgedWorkflow {
  id: string;
  tags: readonly string[];
}

const concerns = (
  { workflowIds, tags }: Pick<StoredSubscriptionPreference, "workflowIds" | "tags">,
  workflow: JudgedWorkflow,
): boolean => workflowIds.includes(workflow.id) || tags.some((tag) => workflow.tags.includes(tag));

/** The preference of a subscription for a workflow: the last one that names it; undefined where none does, and all its events are taken. */
export const preferenceFor = (
  preferences: StoredPreferences,
  workflow: JudgedWorkflow,
): StoredSubscriptionPreference | undefined => preferences?.findLast((one) => concerns(one, workflow));

/** Data that conditions read: `payload`, `subscriber`, `actor`, `context` and `env`, as far as there is such. */
export type JudgedData = Readonly<Record<string, unknown>>;

export interface Judgement {
  isReached: boolean;
  /** Whether a condition could not be judged, which counts as one that does not hold. */
  isFaulty: boolean;
}

/** Whether an event reaches a subscriber by one of several subscriptions. The data is asked for where there is a condition. */
export function judgeSubscriptions(
  subscriptions: readonly StoredPreferences[],
  workflow: JudgedWorkflow,
  dataOf: () => JudgedData,
): Judgement {
  let isFaulty = false;
  for (const preferences of subscriptions) {
    try {
      const preference = preferenceFor(preferences, workflow);
      if (!preference) return { isReached: true, isFaulty };
      const { condition, enabled } = preference;
      if (condition === undefined ? enabled : holds(condition, dataOf())) return { isReached: true, isFaulty };
    } catch {
      isFaulty = true;
    }
  }
  return { isReached: false, isFaulty };
}

/** The preferences after a choice for one workflow, which takes the place of all that was chosen for it by name. */
export function withChoice(
  preferences: StoredPreferences,
  workflowId: string,
  choice: Pick<StoredSubscriptionPreference, "enabled" | "condition">,
): StoredSubscriptionPreference[] {
  const others = (preferences ?? []).flatMap((one) => {
    const workflowIds = one.workflowIds.filter((id) => id !== workflowId);
    return workflowIds.length + one.tags.length === 0 ? [] : [{ ...one, workflowIds }];
  });
  return [...others, { ...choice, workflowIds: [workflowId], tags: [] }];
}
