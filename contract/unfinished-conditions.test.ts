import { expect, test } from "vitest";
import { hasFinished, missingPart } from "./constants/templates/unfinished-conditions.ts";
import type { FilterPart } from "./schemas/conditions.ts";

const payload = (part: Partial<FilterPart>): FilterPart => ({
  on: "payload",
  field: "vip",
  operator: "EQUAL",
  ...part,
});

test.each<[FilterPart, string | undefined]>([
  [payload({ field: "", value: "" }), "field"],
  [payload({ field: undefined, value: 1 }), "field"],
  [payload({ field: "", operator: "IS_DEFINED" }), "field"],
  [payload({ operator: undefined, value: 1 }), "operator"],
  [payload({}), "value"],
  [payload({ value: "" }), "value"],
  [payload({ operator: "ANY_IN", value: [] }), "value"],
  [payload({ operator: "BETWEEN", value: ["", 5] }), "value"],
  [payload({ operator: "BETWEEN", value: "1," }), "value"],
  [payload({ operator: "BETWEEN", value: "1,5" }), undefined],
  [payload({ operator: "BETWEEN", value: "{{ payload.bounds }}" }), undefined],
  [payload({ operator: "IS_DEFINED" }), undefined],
  [payload({ value: null }), undefined],
  [payload({ value: false }), undefined],
  [payload({ value: 0 }), undefined],
  [{ on: "isOnline" }, undefined],
  [{ on: "isOnlineInLast", value: "", timeOperator: "days" }, "value"],
  [{ on: "isOnlineInLast", value: 5 }, "timeOperator"],
  [{ on: "previousStep", stepType: "read" }, "step"],
  [{ on: "previousStep", step: "mail" }, "stepType"],
  [{ on: "stepResult", field: "status", operator: "EQUAL", value: 200 }, "step"],
  [{ on: "stepResult", step: "call", operator: "EQUAL", value: 200 }, "field"],
  [{ on: "webhook", webhookUrl: "", field: "ok", operator: "EQUAL", value: true }, "webhookUrl"],
  [{ on: "webhook", webhookUrl: "https://a.example", field: "", operator: "EQUAL", value: true }, "field"],
])("%j lacks %s", (part, field) => {
  expect(missingPart(part)?.field).toBe(field);
  expect(hasFinished([{ children: [part] }])).toBe(field === undefined);
});
