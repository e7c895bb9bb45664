import { expect, test } from "vitest";
import { samplePayload } from "./sample-payload.ts";

const example = { orderId: "A-1042", customer: { name: "Ada", city: "London" }, items: [{ name: "Notebook" }] };

test("a sample has the values of the last event, and invented ones where that has none", () => {
  expect(samplePayload({ orderId: "7", customer: { name: "Grace" }, items: [], note: null }, example)).toEqual({
    orderId: "7",
    customer: { name: "Grace", city: "London" },
    items: [],
    note: null,
  });
});

test("without an event all values of a sample are invented", () => {
  expect(samplePayload(undefined, example)).toEqual(example);
});
