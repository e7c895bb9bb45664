import { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";
import { liquidCompletions } from "./completions.ts";
import { schemaOfSeen } from "./seen-payload.ts";

const SCHEMA = {
  type: "object",
  properties: { payload: { type: "object", properties: { order: { type: "string" } }, additionalProperties: true } },
};

/** Completes at the end of the text, with what these payloads have had; names the options with what stands beside them. */
function completions(text: string, payloads: readonly unknown[]): [label: string, detail: string | undefined][] {
  const seen = { type: "object", properties: { payload: schemaOfSeen(payloads) } };
  const result = liquidCompletions({ state: EditorState.create({ doc: text }), pos: text.length }, SCHEMA, seen);
  return result?.options.map(({ label, detail }) => [label, detail]) ?? [];
}

test("fields of earlier payloads are offered behind those of the schema, and marked", () => {
  expect(completions("{{ payload.", [{ total: 7, order: "A" }, { paid: true }])).toEqual([
    ["order", "text"],
    ["total", "number, seen"],
    ["paid", "true or false, seen"],
  ]);
});

test("fields of objects and of the items of lists are offered one level at a time", () => {
  const payloads = [{ buyer: { name: "Ada" }, items: [{ price: 3 }, { price: 4, colour: "red" }] }];
  expect(completions("{{ payload.buyer.", payloads)).toEqual([["name", "text, seen"]]);
  expect(completions("{% for item in payload.items %}{{ item.", payloads)).toEqual([
    ["price", "number, seen"],
    ["colour", "text, seen"],
  ]);
});

test("a field that was null in one payload has the type that it had in another", () => {
  expect(completions("{{ payload.", [{ note: null }, { note: "soon" }])).toContainEqual(["note", "text, seen"]);
});

test("any key of a payload is data: none changes what is offered beside it", () => {
  const hostile: unknown = JSON.parse(
    `{"__proto__": {"polluted": 1}, "constructor": 1, "hasOwnProperty": 2, "<img src=x onerror=alert(1)>": 3, "a}}{% raw %}": 4, "two\\nlines": 5, "both\\"'": 6, "": 7, "${"x".repeat(65)}": 8, "order id": 9}`,
  );
  expect(completions("{{ payload.", [hostile]).map(([label]) => label)).toEqual([
    "order",
    "__proto__",
    "constructor",
    "hasOwnProperty",
    "<img src=x onerror=alert(1)>",
    "order id",
  ]);
  expect(completions("{{ payload.__proto__.", [hostile])).toEqual([["polluted", "number, seen"]]);
  expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
});

test("large and deep payloads give a list that is neither", () => {
  let deep: unknown = "end";
  for (let level = 0; level < 5_000; level += 1) deep = { next: deep };
  const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`field${index}`, index]));
  expect(completions("{{ payload.", [wide, { deep }]).length).toBeLessThanOrEqual(101);
  expect(completions("{{ payload.deep.next.next.", [{ deep }])).toEqual([["next", "object, seen"]]);
});
