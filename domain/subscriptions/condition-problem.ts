import { faultsOfRule, RULE_OPERATORS } from "../conditions/json-logic.ts";
import { isPlainObject } from "../values/plain-object.ts";

/** Roots of what a condition of a subscription may read. */
const CONDITION_ROOTS = ["payload", "subscriber", "actor", "context", "env"] as const;

/** Says what is wrong with the condition of a subscription, in words that follow its path in the request; undefined for a sound one. */
export function conditionProblem(condition: unknown): string | undefined {
  const [fault] = faultsOfRule(condition);
  if (fault?.fault === "operator") {
    const named = fault.operator === "" ? "a part that is no operation" : `the unknown operator ${fault.operator}`;
    return `has ${named}: each part must be an object with one of the operators ${RULE_OPERATORS.join(", ")}`;
  }
  if (fault) return `lacks an operand of ${fault.operator}, as which an empty text does not count`;
  if (!isPlainObject(condition) || Object.keys(condition).length === 0) {
    return 'must be a JSON-logic rule, such as {"==": [{"var": "payload.tier"}, "premium"]}';
  }
  for (const path of pathsIn(condition)) {
    const [root, ...rest] = typeof path === "string" ? path.split(".") : [];
    if (rest.length > 0 && CONDITION_ROOTS.some((known) => known === root)) continue;
    const shown = typeof path === "string" && path !== "" ? path : "a variable without a path";
    return `reads ${shown}: a variable must be a path such as payload.tier that begins with ${CONDITION_ROOTS.join(", ")}`;
  }
  return undefined;
}

/** The paths of all variables of a sound rule; what is no text is given as it is. */
export function pathsIn(rule: unknown): unknown[] {
  if (Array.isArray(rule)) return rule.flatMap(pathsIn);
  if (!isPlainObject(rule)) return [];
  return Object.entries(rule).flatMap(([operator, operands]) => {
    if (operator !== "var") return pathsIn(operands);
    if (!Array.isArray(operands)) return [operands];
    const [path, ...defaults]: unknown[] = operands;
    return [path, ...pathsIn(defaults)];
  });
}
