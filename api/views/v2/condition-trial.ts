import { FILTER_PARTS } from "#contract/constants/conditions.ts";
import type { Filter, FilterPart } from "#contract/schemas/conditions.ts";
import {
  type ConditionTrial,
  TRIED_EXAMPLES_MAX,
  TRIED_TEXT_MAX,
  TRIED_VALUES_MAX,
  type TriedEvent as TriedEventView,
  type TriedValue,
} from "#contract/v2/condition-trials.ts";
import { PART_LABELS } from "#domain/conditions/filter-parts.ts";
import type { Trial, TriedEvent } from "#explain/try-conditions.ts";
import { moment } from "../activity/digests.ts";

export function conditionTrialView(
  { events, notKnown, isComplete }: Trial,
  filters: readonly Filter[],
): ConditionTrial {
  const isInverted = hasNegated(filters);
  const of = (outcome: TriedEvent["outcome"]) => {
    const found = events.filter((tried) => tried.outcome === outcome);
    return {
      count: found.length,
      examples: found.slice(0, TRIED_EXAMPLES_MAX).map((tried) => exampleView(tried, isInverted)),
    };
  };
  return {
    events: events.length,
    passed: of("passed"),
    failed: of("failed"),
    unknown: of("unknown"),
    notKnown,
    isComplete,
  };
}

function exampleView({ event, runId, subscriberId, outcome, conditions, problem }: TriedEvent, isInverted: boolean) {
  const passed = outcome === "passed";
  const agreeing = conditions.filter((condition) => condition.passed === passed);
  // Under a negated group it is the others that decide.
  const deciding = isInverted || agreeing.length === 0 || outcome === "unknown" ? conditions : agreeing;
  const view: TriedEventView = {
    transactionId: event.transactionId,
    triggeredAt: moment(event.createdAt),
    ...(runId !== null && { _notificationId: runId }),
    ...(subscriberId !== undefined && { subscriberId }),
    values: deciding.slice(0, TRIED_VALUES_MAX).map(valueView),
    ...(problem !== undefined && { problem: cut(problem) }),
  };
  return view;
}

const valueView = ({
  filter,
  field,
  actual,
  expected,
  operator,
  passed,
}: TriedEvent["conditions"][number]): TriedValue => ({
  on: FILTER_PARTS.find((part) => PART_LABELS[part] === filter) ?? "payload",
  field: cut(field),
  actual: cut(actual),
  expected: cut(expected),
  operator,
  passed,
});

const cut = (text: string): string => (text.length > TRIED_TEXT_MAX ? `${text.slice(0, TRIED_TEXT_MAX - 1)}…` : text);

const hasNegated = (children: readonly (Filter | FilterPart)[]): boolean =>
  children.some((child) => "children" in child && (child.isNegated === true || hasNegated(child.children)));
