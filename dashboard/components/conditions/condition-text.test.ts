import { expect, test } from "vitest";
import type { Filter, FilterPart } from "#contract/schemas/conditions.ts";
import { conditionText, unfinishedText } from "./condition-text.ts";

const is = (field: string, value: unknown = "1"): FilterPart => ({ on: "payload", field, operator: "EQUAL", value });
const all = (...children: Filter["children"]): Filter => ({ value: "AND", children });
const any = (...children: Filter["children"]): Filter => ({ value: "OR", children });

test("a condition reads as a clause", () => {
  expect(
    conditionText([
      all(
        { on: "payload", field: "amount", operator: "LARGER", value: "100" },
        { on: "subscriber", field: "locale", operator: "ANY_IN", value: ["de", "fr"] },
      ),
    ]),
  ).toBe("payload.amount is larger than 100 and subscriber.locale is one of de, fr");
});

test.each<[Filter[], string]>([
  [[all(is("a"), is("b"))], "payload.a is 1 and payload.b is 1"],
  [[any(is("a"), is("b"), is("c"))], "payload.a is 1 or payload.b is 1 or payload.c is 1"],
  [[all(any(is("a"), is("b")), is("c"))], "either payload.a is 1 or payload.b is 1, and payload.c is 1"],
  [
    [any(all(is("a"), is("b"), is("c")), is("d"))],
    "all of payload.a is 1 and payload.b is 1 and payload.c is 1, or payload.d is 1",
  ],
  [
    [all(any(is("a"), all(is("b"), is("c"))), is("d"))],
    "either payload.a is 1, or both payload.b is 1 and payload.c is 1; and payload.d is 1",
  ],
  [[all(is("a")), all(is("b"), is("c"))], "payload.a is 1, or both payload.b is 1 and payload.c is 1"],
  [[{ ...any(is("a"), is("b")), isNegated: true }], "it is not true that either payload.a is 1 or payload.b is 1"],
  [[all(any(is("a")))], "payload.a is 1"],
])("%j reads: %s", (filters, text) => {
  expect(conditionText(filters.map((group) => group))).toBe(text);
});

test("several groups are alternatives, and a negated one says so", () => {
  expect(
    conditionText([
      { value: "AND", isNegated: true, children: [{ on: "isOnline", value: true }] },
      { value: "OR", children: [{ on: "isOnlineInLast", value: 5, timeOperator: "minutes" }] },
    ]),
  ).toBe("it is not true that the subscriber is online, or the subscriber was online in the last 5 minutes");
});

test.each<[FilterPart, string]>([
  [{ on: "isOnline", value: false }, "the subscriber is offline"],
  [{ on: "isOnline" }, "the subscriber is offline"],
  [{ on: "isOnlineInLast", value: 1, timeOperator: "hours" }, "the subscriber was online in the last 1 hour"],
  [{ on: "previousStep", step: "bell", stepType: "unread" }, "the message of Bell is not read"],
  [{ on: "previousStep", step: "gone", stepType: "seen" }, "the message of gone is seen"],
  [{ on: "stepResult", step: "bell", field: "status", operator: "EQUAL", value: 200 }, "status of Bell is 200"],
  [
    { on: "webhook", webhookUrl: "https://a.example", field: "ok", operator: "EQUAL", value: true },
    "ok in the answer of https://a.example is true",
  ],
  [{ on: "payload", field: "n", operator: "BETWEEN", value: [1, 5] }, "payload.n is between 1 and 5"],
  [{ on: "payload", field: "n", operator: "BETWEEN", value: "1, 5" }, "payload.n is between 1 and 5"],
  [{ on: "payload", field: "n", operator: "IS_DEFINED", value: "left over" }, "payload.n is set"],
  [{ on: "payload", field: "n", operator: "EQUAL", value: "New York" }, "payload.n is “New York”"],
  [{ on: "payload", field: "n", operator: "EQUAL", value: { a: 1 } }, 'payload.n is {"a":1}'],
])("%j reads: %s", (part, text) => {
  expect(conditionText([{ children: [part] }], (id) => (id === "bell" ? "Bell" : undefined))).toBe(text);
});

test.each<[FilterPart, string]>([
  [{ on: "payload", field: "", operator: "EQUAL", value: "" }, "Choose a field to finish this condition"],
  [{ on: "payload", field: "n", operator: "EQUAL", value: "" }, "Enter a value to finish this condition"],
  [{ on: "payload", field: "n" }, "Choose an operator to finish this condition"],
  [{ on: "previousStep", stepType: "read" }, "Choose a step to finish this condition"],
  [{ on: "isOnlineInLast", value: 5 }, "Choose a unit of time to finish this condition"],
])("%j is not finished: it is left out of the text, and %s", (part, text) => {
  expect(conditionText([all(part)])).toBeUndefined();
  expect(conditionText([{ children: [is("a"), part] }])).toBe("payload.a is 1");
  expect(unfinishedText([all(is("a"), any(part))])).toBe(text);
  expect(unfinishedText([all(is("a"))])).toBeUndefined();
});

test("moments are before and after each other", () => {
  const part: FilterPart = { on: "payload", field: "at", operator: "LARGER", value: "2026-01-01T00:00:00.000Z" };
  expect(conditionText([{ type: "DATE", children: [part] }])).toBe("payload.at is after 2026-01-01T00:00:00.000Z");
});

test("a group that does not say whether all or any have to pass never does, and says so", () => {
  expect(conditionText([{ children: [is("a"), is("b")] }])).toMatch(
    /^never, .* of \(payload\.a is 1 and payload\.b is 1\)$/,
  );
});

test("a step without conditions has no text for them", () => {
  expect(conditionText([])).toBeUndefined();
  expect(conditionText([{ value: "AND", children: [] }])).toBeUndefined();
});
