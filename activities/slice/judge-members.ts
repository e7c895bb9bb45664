import { setImmediate } from "node:timers/promises";
import type { EventRow } from "#db/queries/events/insert-event.ts";
import type { SliceRow } from "#db/queries/runs/read-slice.ts";
import type { SliceContext, SliceSubscriber } from "#db/queries/runs/slice-context.ts";
import { judgeSubscriptions } from "#domain/subscriptions/subscription-preferences.ts";
import type { EnvironmentValues } from "#domain/templates/environment-values.ts";
import type { DecisionDeps } from "../run/decision-deps.ts";
import { loadEnvironmentValues } from "../run/environment-values.ts";
import { subscriberView } from "../run/template-views.ts";

/** Members that are judged before the event loop has its turn: each may have ten subscriptions. */
const JUDGED_TOGETHER = 50;

export type JudgeDeps = Pick<DecisionDeps, "db" | "logger" | "config">;

/**
 * Finds those of the members of topics whom the preferences of their subscriptions let the event reach: by any one of these. Costs
 * nothing for members without preferences, and asks for the variables of the environment once for all others.
 */
export async function judgeMembers(
  deps: JudgeDeps,
  event: EventRow,
  context: SliceContext,
  rows: readonly SliceRow[],
): Promise<{ reached: readonly SliceRow[]; isFaulty: boolean }> {
  if (!rows.some(({ subscriptions }) => subscriptions)) return { reached: rows, isFaulty: false };
  const env = readableValues(context, await loadEnvironmentValues(deps, event, context.variablesRevision));
  const shared = {
    payload: event.payload,
    env,
    ...(context.actor && { actor: subscriberView(context.actor) }),
    ...(context.context && { context: context.context }),
  };
  const workflow = { id: event.workflowId, tags: context.workflow.tags };
  const dataFor = (subscriber: SliceSubscriber | null) => () => ({
    ...shared,
    subscriber: subscriber ? subscriberView(subscriber) : {},
  });
  let isFaulty = false;
  const reached: SliceRow[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % JUDGED_TOGETHER === 0) await setImmediate();
    const judgement = row.subscriptions
      ? judgeSubscriptions(row.subscriptions, workflow, dataFor(row.subscriber))
      : { isReached: true, isFaulty: false };
    isFaulty ||= judgement.isFaulty;
    if (judgement.isReached) reached.push(row);
  }
  return { reached, isFaulty };
}

/** The values that are no secrets, as subscribers write conditions themselves; name and type of the environment where no variable has these names. */
const readableValues = (
  { environment }: Pick<SliceContext, "environment">,
  values: EnvironmentValues | null,
): Readonly<Record<string, string>> => ({
  ...environment,
  ...Object.fromEntries(Object.entries(values?.revealed ?? {}).filter(([key, value]) => values?.masked[key] === value)),
});
