import { isJsonObject } from "#contract/constants/values/json-object.ts";

/** The demand of a condition, by its operator. */
const DEMANDS: Readonly<Record<string, string>> = {
  ALL_IN: "must hold all of",
  ANY_IN: "must hold any of",
  BETWEEN: "must be between",
  EQUAL: "must be",
  IN: "must be one of",
  IS_DEFINED: "must be set",
  LARGER: "must be larger than",
  LARGER_EQUAL: "must be at least",
  LIKE: "must contain",
  NOT_BETWEEN: "must not be between",
  NOT_EQUAL: "must not be",
  NOT_IN: "must be none of",
  NOT_LIKE: "must not contain",
  SMALLER: "must be smaller than",
  SMALLER_EQUAL: "must be at most",
};

/** The beginning of a field's name, by the kind of the condition; the others say all by themselves. */
const OWNERS: Readonly<Record<string, string>> = {
  Payload: "payload.",
  Subscriber: "subscriber.",
  Tenant: "tenant.",
  Webhook: "webhook answer ",
  "Step result": "steps.",
};

const QUOTED = 80;
const quoted = (value: unknown): string => {
  const text = String(value ?? "");
  return text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text;
};

/** Says of the first condition that does not pass what it found and what it demands; undefined where the history names none. */
export function failedCondition(filter: unknown): string | undefined {
  if (!isJsonObject(filter)) return undefined;
  const { conditions } = { ...filter };
  if (!Array.isArray(conditions)) return undefined;
  const failed = conditions.map((one: unknown) => ({ ...Object(one) })).find(({ passed }) => passed === false);
  if (!failed) return undefined;
  const { filter: kind, field, operator, actual, expected } = failed;
  switch (kind) {
    case "Is online":
      return `the subscriber is ${expected === "true" ? "not online" : "online"}`;
    case "Last time was online":
      return `the subscriber was not online in the last ${quoted(expected)} ${quoted(operator)}`;
    case "Previous step":
      return `the message of the earlier step is not ${quoted(field)}`;
    default: {
      const name = `${OWNERS[kind] ?? ""}${quoted(field)}`;
      const found = actual === "" || actual === undefined ? "is not there" : `is ${quoted(actual)}`;
      const demand = DEMANDS[operator] ?? `must be ${quoted(operator)}`;
      return `${name} ${found}, ${demand}${operator === "IS_DEFINED" ? "" : ` ${quoted(expected)}`}`;
    }
  }
}
