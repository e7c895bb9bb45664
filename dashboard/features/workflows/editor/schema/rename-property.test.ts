import { expect, test } from "vitest";
import type { Definition, EditedStep } from "../definition.ts";
import { newNameFault, propertyPaths, renameProperty } from "./rename-property.ts";

const text = { type: "string" };
const payloadSchema = {
  type: "object",
  properties: {
    order: {
      type: "object",
      properties: { id: text, lines: { type: "array", items: { type: "object", properties: { id: text } } } },
      required: ["id"],
    },
    id: text,
  },
  required: ["order"],
};

const aStep = (controlValues: object, others: Partial<EditedStep> = {}) =>
  ({
    key: "mail",
    name: "Mail",
    type: "email",
    controlValues,
    filters: [],
    variants: [],
    ...others,
  }) as unknown as EditedStep;
const definitionOf = (...steps: EditedStep[]) => ({ payloadSchema, steps }) as unknown as Definition;

function renamed(keys: string[], to: string, steps: EditedStep[], hasBareNames = false) {
  return renameProperty(definitionOf(...steps), { keys, to, hasBareNames });
}
/** The text of a control after order became purchase. */
const control = (value: unknown, name = "subject") => {
  const { definition } = renamed(["order"], "purchase", [aStep({ [name]: value })]);
  return definition.steps[0]?.controlValues[name];
};

test.each([
  ["{{ payload.order.id }} {{payload.order}}", "{{ payload.purchase.id }} {{payload.purchase}}"],
  [
    `{{ payload["order"].id }} {{ payload['order'] | upcase }}`,
    `{{ payload["purchase"].id }} {{ payload['purchase'] | upcase }}`,
  ],
  ["payload.order and order {{ subscriber.data.order }}", "payload.order and order {{ subscriber.data.order }}"],
  ["{{ 'payload.order' | append: payload.order }}", "{{ 'payload.order' | append: payload.purchase }}"],
  [
    "{% for order in payload.order.lines %}{{ order.id }}{% endfor %}",
    "{% for order in payload.purchase.lines %}{{ order.id }}{% endfor %}",
  ],
  ["{% if payload.order.id %} it began", "{% if payload.purchase.id %} it began"],
  ["{{ payload.orders }} {{ payload.order }", "{{ payload.orders }} {{ payload.order }"],
])("in the template %s it is renamed where it is meant", (before, after) => {
  expect(control(before)).toBe(after);
});

test("a property of the items of a list is renamed through the names that loops give it", () => {
  const body = "{% for line in payload.order.lines %}{{ line.id }} {{ payload.id }}{% endfor %}{{ line.id }}";
  const { definition } = renamed(["order", "lines", "id"], "number", [aStep({ body })]);
  expect(definition.steps[0]?.controlValues.body).toBe(
    "{% for line in payload.order.lines %}{{ line.number }} {{ payload.id }}{% endfor %}{{ line.id }}",
  );
});

test("it is renamed in blocks, in paths, in rules, in conditions and in variants, and each place is named", () => {
  const blocks = JSON.stringify({
    type: "doc",
    content: [
      {
        type: "paragraph",
        content: [{ type: "variable", attrs: { id: "payload.order.id | upcase", fallback: null } }],
      },
      {
        type: "repeat",
        attrs: { each: "payload.order.lines", as: "line" },
        content: [
          {
            type: "button",
            attrs: { text: "line.id", isTextVariable: true, url: "https://x.test/{{payload.order.id}}" },
          },
        ],
      },
    ],
  });
  const condition = {
    on: "payload" as const,
    field: "order.id",
    operator: "EQUAL" as const,
    value: "{{payload.order.id}}",
  };
  const skip = {
    and: [{ "==": [{ var: "payload.order.id" }, "payload.order.id"] }, { "!!": { var: ["payload.order", 1] } }],
  };
  const filters = [{ value: "AND" as const, children: [condition, { value: "OR" as const, children: [condition] }] }];
  const { definition, uses } = renamed(["order"], "purchase", [
    aStep(
      { body: blocks, subject: "Hello", skip },
      {
        filters,
        variants: [
          { key: "v", name: "Gold", active: true, filters, controlValues: { subject: "{{payload.order.id}}" } },
        ],
      },
    ),
    aStep({ digestKey: "payload.order.id" }, { name: "Hourly" }),
    aStep({ digestKey: "order.id" }, { name: "Daily" }),
    aStep({ branches: [{ branchId: "a", filters }] }, { name: "Fork" }),
    aStep({ headers: { "X-Order": "{{payload.order.id}}" } }, { name: "Call" }),
    aStep({ body: "{{payload.id}}" }, { name: "Other" }),
  ]);
  const renamedText = JSON.stringify(definition.steps).replaceAll('"payload.order.id"]', "the text that is compared");
  expect(renamedText).not.toMatch(/order\.|payload\.order/);
  expect(uses).toEqual([
    "Mail: Body",
    "Mail: rule to skip the step",
    "Mail: conditions",
    "Mail, Gold: Subject",
    "Mail, Gold: conditions",
    "Hourly: Group by",
    "Daily: Group by",
    "Fork: conditions of the branches",
    "Call: headers",
  ]);
  expect(definition.payloadSchema).toEqual({
    ...payloadSchema,
    properties: { purchase: payloadSchema.properties.order, id: text },
    required: ["purchase"],
  });
  expect(Object.keys(Object(definition.payloadSchema?.properties))).toEqual(["purchase", "id"]);
});

test("templates that may leave payload out are renamed there, too", () => {
  const { definition } = renamed(
    ["order"],
    "purchase",
    [aStep({ subject: "{{ order.id }} {{ subscriber.order }}" })],
    true,
  );
  expect(definition.steps[0]?.controlValues.subject).toBe("{{ purchase.id }} {{ subscriber.order }}");
});

test("properties are offered with those in them, and a name that is none or is taken is refused", () => {
  expect(propertyPaths(payloadSchema).map((path) => path.join("."))).toEqual([
    "order",
    "order.id",
    "order.lines",
    "order.lines.id",
    "id",
  ]);
  expect(newNameFault(payloadSchema, ["order"], "id")).toMatch(/^There is a property id already/);
  expect(newNameFault(payloadSchema, ["order", "lines"], "id")).toMatch(/^There is a property id already/);
  expect(newNameFault(payloadSchema, ["order"], "order")).toMatch(/^Enter a different/);
  expect(newNameFault(payloadSchema, ["order"], "a b")).toMatch(/^Begin with a letter/);
  expect(newNameFault(payloadSchema, ["order"], "purchase")).toBeUndefined();
});
