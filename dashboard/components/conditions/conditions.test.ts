import fc from "fast-check";
import { expect, test } from "vitest";
import {
  FIELD_TYPES,
  FILTER_OPERATORS,
  FILTER_PARTS,
  FILTER_TIME_UNITS,
  LOGICAL_OPERATORS,
  PREVIOUS_STEP_STATES,
} from "#contract/constants/conditions.ts";
import { hasFinished } from "#contract/constants/templates/unfinished-conditions.ts";
import { Filter } from "#contract/schemas/conditions.ts";
import { type FieldType, fieldText, isSpecial, SPECIAL_FIELDS, withField } from "./condition-fields.ts";
import { conditionText, unfinishedText } from "./condition-text.ts";
import {
  type ConditionNode,
  isGroup,
  keyOf,
  type NodePath,
  nodeAt,
  withAdded,
  withMovedNode,
  withNode,
  withoutNode,
} from "./condition-tree.ts";
import { listOfTags, scalarControl, valueControl } from "./condition-value.ts";
import { isFilterList } from "./filters.ts";

const OF_STEPS = { specialFields: SPECIAL_FIELDS, root: "payload" } as const;

// Whatever the contract takes has to survive being shown and edited elsewhere.

const text = fc.oneof(
  fc.constantFrom("", "total", "data.plan", "a b", "{{payload.x}}", "__proto__", "名"),
  fc.string(),
);
const scalar = fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), fc.boolean());
const part = fc.record(
  {
    on: fc.constantFrom(...FILTER_PARTS),
    field: text,
    value: fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }), fc.jsonValue({ maxDepth: 2 })),
    operator: fc.constantFrom(...FILTER_OPERATORS),
    webhookUrl: text,
    timeOperator: fc.constantFrom(...FILTER_TIME_UNITS),
    step: text,
    stepType: fc.constantFrom(...PREVIOUS_STEP_STATES),
  },
  { requiredKeys: ["on"] },
);
const { group } = fc.letrec<{ group: Filter; child: ConditionNode }>((tie) => ({
  group: fc.record(
    {
      isNegated: fc.boolean(),
      type: fc.constantFrom(...FIELD_TYPES),
      value: fc.constantFrom(...LOGICAL_OPERATORS),
      children: fc.array(tie("child"), { maxLength: 4 }),
    },
    { requiredKeys: ["children"] },
  ),
  child: fc.oneof({ maxDepth: 4 }, part, tie("group")),
}));
const filters = fc.array(group, { maxLength: 3 });
const RUNS = { seed: 24, numRuns: 400 };

/** The paths of all nodes. */
const pathsIn = (nodes: readonly ConditionNode[], at: NodePath = []): NodePath[] =>
  nodes.flatMap((node, index) => [[...at, index], ...(isGroup(node) ? pathsIn(node.children, [...at, index]) : [])]);
const partsIn = (nodes: readonly ConditionNode[]) =>
  pathsIn(nodes).flatMap((path) => {
    const node = nodeAt(nodes, path);
    return node && !isGroup(node) ? [node] : [];
  });

test("every condition that the contract takes can be drawn, and no other", () => {
  fc.assert(
    fc.property(filters, (given) => {
      expect(Filter.array().safeParse(given).success).toBe(true);
      expect(isFilterList(given)).toBe(true);
    }),
    RUNS,
  );
  for (const broken of [
    {},
    [null],
    [{ on: "payload" }],
    [{ children: [{}] }],
    [{ children: [{ on: "weather" }] }],
    [{ children: [{ on: "payload", operator: "NEAR" }] }],
    [{ children: [], value: "XOR" }],
    [{ children: [], isNegated: "no" }],
    [{ children: [{ on: "payload", field: 7 }] }],
  ]) {
    expect([isFilterList(broken), Filter.array().safeParse(broken).success]).toEqual([false, false]);
  }
});

test("a change elsewhere leaves every condition as it is, with its key", () => {
  fc.assert(
    fc.property(filters, fc.nat(), (given, seed) => {
      const before = structuredClone(given);
      const paths = pathsIn(given);
      const path = paths[seed % Math.max(paths.length, 1)];
      const node = path && nodeAt(given, path);
      if (!path || !node) return;
      const key = keyOf(node);
      const same = withNode(given, path, isGroup(node) ? { ...node } : { ...node });
      expect(same).toEqual(before);
      const kept = nodeAt(same, path);
      expect(kept && keyOf(kept)).toBe(key);
      if (isGroup(node)) {
        const added = withAdded(given, path, { on: "isOnline" });
        expect(withoutNode(added, [...path, node.children.length])).toEqual(
          // A group that has nothing else goes along.
          node.children.length > 0 ? before : expect.anything(),
        );
      }
      const index = path.at(-1) ?? 0;
      const siblings = paths.filter(
        (other) => other.length === path.length && `${other.slice(0, -1)}` === `${path.slice(0, -1)}`,
      );
      const last = siblings.length - 1;
      expect(withMovedNode(withMovedNode(given, path, last), [...path.slice(0, -1), last], index)).toEqual(before);
      expect(given).toEqual(before);
    }),
    RUNS,
  );
});

test("every field is shown by a text, and choosing the same again changes nothing", () => {
  fc.assert(
    fc.property(part, (given) => {
      const shown = fieldText(given);
      if (isSpecial(given)) expect(withField(given, shown, OF_STEPS)).toBe(given);
    }),
    RUNS,
  );
  for (const typed of ["payload.total", "subscriber.data.plan", "tenant.name", "steps.call.status"]) {
    const made = withField({ on: "payload", operator: "IN", value: "x" }, typed, OF_STEPS);
    expect([fieldText(made), made.operator, made.value]).toEqual([typed, "IN", "x"]);
  }
  expect(withField({ on: "payload" }, "total", OF_STEPS)).toEqual({ on: "payload", field: "total" });
  expect(withField({ on: "payload" }, "{{ subscriber.email }}", OF_STEPS)).toEqual({
    on: "subscriber",
    field: "email",
  });
  expect(withField({ on: "stepResult", step: "call", operator: "EQUAL" }, "payload.a", OF_STEPS)).toEqual({
    on: "payload",
    field: "a",
    operator: "EQUAL",
  });
});

test("elsewhere than in steps, a bare name is one of the tenant, and there are no other kinds of conditions", () => {
  const ofTenants = { specialFields: [], root: "tenant" } as const;
  expect(withField({ on: "tenant" }, "data.plan", ofTenants)).toEqual({ on: "tenant", field: "data.plan" });
  expect(withField({ on: "tenant" }, "Online now", ofTenants)).toEqual({ on: "tenant", field: "Online now" });
});

test("each value has a control that shows it whole, whatever the field is", () => {
  const types: FieldType[] = ["text", "number", "boolean", "date", "list", "any"];
  fc.assert(
    fc.property(part, fc.constantFrom(...types), (given, type) => {
      const control = valueControl(given, type);
      if (control.kind === "tags" && Array.isArray(given.value)) {
        expect(listOfTags(control.tags, given.value)).toEqual(given.value);
      }
      if (control.kind === "range" && Array.isArray(given.value)) expect(control.bounds).toEqual(given.value);
      if (control.kind === "number" && control.number !== null) expect(`${control.number}`).toBe(`${given.value}`);
      if (control.kind === "text") expect(control.text).toBe(given.value === undefined ? "" : String(given.value));
    }),
    RUNS,
  );
});

test.each([
  ["number", "100", { kind: "number", number: 100 }],
  ["number", 1e21, { kind: "text", text: "1e+21" }],
  ["number", "007", { kind: "text", text: "007" }],
  ["number", "{{payload.limit}}", { kind: "text", text: "{{payload.limit}}" }],
  ["boolean", "true", { kind: "switch", isOn: true }],
  ["boolean", "", { kind: "switch", isOn: false }],
  ["boolean", "yes", { kind: "text", text: "yes" }],
  ["date", "2026-03-29T07:00:00.000Z", { kind: "date", moment: "2026-03-29T07:00:00.000Z" }],
  ["date", "tomorrow", { kind: "text", text: "tomorrow" }],
  ["any", 5, { kind: "number", number: 5 }],
  ["any", "5", { kind: "text", text: "5" }],
  ["text", null, { kind: "json" }],
  ["text", { a: 1 }, { kind: "json" }],
] as const)("a %s of %j has the control %j", (type, value, control) => {
  expect(scalarControl(value, type)).toEqual(control);
});

test("finished conditions have words, and others say what they lack", () => {
  fc.assert(
    fc.property(filters, (given) => {
      expect(conditionText(given) !== undefined).toBe(hasFinished(given));
      expect(unfinishedText(given) === undefined).toBe(
        partsIn(given).every((part) => hasFinished([{ children: [part] }])),
      );
    }),
    RUNS,
  );
});
