import { subscriberView } from "#activities/run/template-views.ts";
import type { FilterPartType } from "#contract/constants/conditions.ts";
import type { TriedEventRow } from "#db/queries/events/tried-events.ts";
import type { FilterOutcome } from "#domain/conditions/conditions.ts";
import { textOf } from "#domain/conditions/filter-operators.ts";
import { PART_LABELS } from "#domain/conditions/filter-parts.ts";
import { holds, variablesOfRule } from "#domain/conditions/json-logic.ts";
import type { EnvironmentValues } from "#domain/templates/environment-values.ts";
import { getPath } from "#domain/values/dotted-path.ts";
import type { PlainObject } from "#domain/values/plain-object.ts";

/** The decision of conditions about an event; unknown where it depends on what is not kept. */
export interface Decided {
  outcome: "passed" | "failed" | "unknown";
  conditions: FilterOutcome["conditions"];
  /** Why the conditions could not be evaluated. */
  problem: string | undefined;
}

const RESULT = /^steps(?:\.|$)/;
const PRESENCE = /^subscriber\.(?:isOnline|lastOnlineAt)(?:\.|$)/;

/** Evaluates the rule by which a step is skipped for an event, as a run does. One that asks for what only the run knew is undecided. */
export function triedRule(
  rule: PlainObject,
  { payload, subscriber }: TriedEventRow,
  env: EnvironmentValues | null,
): Decided {
  const views = { payload, subscriber: subscriber ? subscriberView(subscriber) : {} };
  const data = { ...views, ...(env && { env: env.masked }) };
  const names = [...new Set(variablesOfRule(rule))];
  const passed = holds(rule, { ...views, ...(env && { env: env.revealed }) });
  const isOpen = names.some(
    (name) => RESULT.test(name) || PRESENCE.test(name) || (subscriber === null && name.startsWith("subscriber.")),
  );
  return {
    outcome: isOpen ? "unknown" : passed ? "passed" : "failed",
    conditions: names
      .filter((name) => !RESULT.test(name) && !PRESENCE.test(name))
      .map((name) => {
        const [root = "", ...field] = name.split(".");
        return {
          filter: PART_LABELS[root === "subscriber" || (root === "env" && env) ? root : "payload"],
          field: field.join("."),
          actual: textOf(getPath(data, name)),
          expected: "",
          operator: "",
          passed,
        };
      }),
    problem: undefined,
  };
}

/** Returns the kinds of what a rule asks for that nobody knows afterwards. */
export function notKnownInRule(rule: PlainObject): FilterPartType[] {
  const names = variablesOfRule(rule);
  return [
    ...(names.some((name) => RESULT.test(name)) ? ["stepResult" as const] : []),
    ...(names.some((name) => PRESENCE.test(name)) ? ["isOnline" as const] : []),
  ];
}
