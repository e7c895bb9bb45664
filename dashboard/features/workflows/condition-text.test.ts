import { expect, test } from "vitest";
import { conditionText } from "./condition-text.ts";

test("a condition reads as a clause", () => {
  expect(
    conditionText([
      {
        value: "AND",
        children: [
          { on: "payload", field: "amount", operator: "LARGER", value: "100" },
          { on: "subscriber", field: "locale", operator: "IN", value: ["de", "fr"] },
        ],
      },
    ]),
  ).toBe('payload.amount is larger than 100 and subscriber.locale is one of ["de","fr"]');
});

test("several groups are alternatives, and a negated one says so", () => {
  expect(
    conditionText([
      { value: "AND", isNegated: true, children: [{ on: "isOnline", value: true }] },
      { value: "OR", children: [{ on: "isOnlineInLast", value: 5, timeOperator: "minutes" }] },
    ]),
  ).toBe("not (subscriber is online) or subscriber was online in the last 5 minutes");
});

test("a step without conditions has no text for them", () => {
  expect(conditionText([])).toBeUndefined();
  expect(conditionText([{ value: "AND", children: [] }])).toBeUndefined();
});
