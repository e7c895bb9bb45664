import { FILTER_OPERATORS, type FilterPartType } from "#contract/constants/conditions.ts";
import type { ConditionTrial, TriedValue } from "#contract/v2/condition-trials.ts";
import { operatorText } from "#dashboard/components/conditions/operator-texts.ts";
import { valueText } from "#dashboard/components/conditions/value-text.ts";
import { parseExactJson } from "#dashboard/exact-json.ts";

const NOT_KNOWN: Readonly<Partial<Record<FilterPartType, string>>> = {
  isOnline: "whether the subscriber was online",
  isOnlineInLast: "when the subscriber was last online",
  webhook: "what the webhook would have answered",
  previousStep: "the state of an earlier step's message",
  stepResult: "the result of an earlier step",
};

const LISTED = new Intl.ListFormat("en");

/** Returns the outcome of a trial as a sentence: "42 of the last 100 events would pass." */
export function triedText({ events, passed, unknown, isComplete }: ConditionTrial, would = "pass"): string {
  if (events === 0) return "The workflow has no events yet.";
  const those = events === 1 ? "last event" : `last ${events} events`;
  const known = `${passed.count} of the ${those} would ${would}.`;
  const open = unknown.count === 0 ? "" : ` Of ${unknown.count} it is not known.`;
  return `${known}${open}${isComplete ? "" : " The others were not tried in time."}`;
}

/** Returns what cannot be evaluated afterwards as a sentence; undefined where all can. */
export function notKnownText({ notKnown }: ConditionTrial): string | undefined {
  const kinds = notKnown.map((kind) => NOT_KNOWN[kind] ?? "the events of a digest");
  return kinds.length === 0 ? undefined : `Past events do not record ${LISTED.format(new Set(kinds))}.`;
}

/** Returns what a condition found, and what it compared that with: "payload.total is 250, and has to be larger than 100". */
export function triedValueText({ on, field, actual, expected, operator, passed }: TriedValue): string {
  const subject = `${on}.${field} is ${valueText(actual)}`;
  const known = FILTER_OPERATORS.find((one) => one === operator);
  if (known === undefined) return subject;
  const words = operatorText(known);
  const wanted = known === "IS_DEFINED" ? words : `${words} ${valueText(listIn(expected))}`;
  return `${subject} (${passed ? "passes" : "does not pass"}: ${wanted})`;
}

/** The API writes lists as JSON, of which a long one is cut. */
function listIn(text: string): unknown {
  if (!text.startsWith("[")) return text;
  try {
    return parseExactJson(text);
  } catch {
    return text;
  }
}
