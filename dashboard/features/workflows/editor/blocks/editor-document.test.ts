import fc from "fast-check";
import { expect, test } from "vitest";
import { readDocument, writeDocument } from "./editor-document.ts";
import { blockSchema } from "./extensions.ts";

const schema = blockSchema();
const body = (...content: object[]) => JSON.stringify({ type: "doc", version: 3, content });
const text = (value: string, ...marks: object[]) => ({ type: "text", text: value, ...(marks.length > 0 && { marks }) });

/** The document after a paragraph was added at its end. */
function edited(before: string): unknown[] {
  const doc = readDocument(before, schema);
  const changed = doc.replace(
    doc.content.size,
    doc.content.size,
    readDocument(body({ type: "paragraph" }), schema).slice(0),
  );
  return JSON.parse(writeDocument(changed, before)).content.slice(0, -1);
}

const UNKNOWN = [
  { type: "section", attrs: { background: "red" }, content: [{ type: "paragraph", content: [text("In it")] }] },
  {
    type: "paragraph",
    attrs: { textAlign: null, colour: { deep: [1] } },
    content: [text("a"), text("b", { type: "glow", attrs: { by: 2 } })],
  },
  {
    type: "paragraph",
    content: [
      { type: "inlineImage", attrs: { src: "x" } },
      text("c", { type: "link", attrs: { href: "x", target: "_blank" } }),
    ],
  },
  { type: "for", attrs: { each: "payload.a" }, content: [{ type: "variable", attrs: { id: "item.a" } }] },
  {
    type: "for",
    attrs: { each: "payload.a", limit: 3 },
    content: [
      { type: "paragraph", content: [{ type: "variable", attrs: { id: "item.a", label: "A", fallback: null } }] },
    ],
  },
  {
    type: "columns",
    attrs: { gap: 8 },
    content: [{ type: "column", attrs: { columnId: "1", width: "auto" }, content: [{ type: "linkCard" }] }],
  },
  { type: "heading", attrs: { level: 6 }, content: [{ type: "paragraph" }] },
  { type: "logo", attrs: { src: "x", size: "sm" } },
  { type: "button", attrs: { text: "Go", variant: "filled" }, content: [text("lost otherwise")] },
  { type: "htmlCodeBlock", attrs: { activeTab: "code" }, content: [text("<b>"), text("</b>")] },
  { type: "text", text: "on its own" },
];

test("a document that is read and not edited is written as it was", () => {
  const before = body(...UNKNOWN);
  expect(JSON.parse(writeDocument(readDocument(before, schema), before))).toEqual(JSON.parse(before));
});

test.each(UNKNOWN.map((node) => [JSON.stringify(node), node]))("%s survives an edit beside it", (_, node) => {
  expect(edited(body(node, { type: "paragraph" }))).toEqual([node, { type: "paragraph" }]);
});

test("an edited block keeps what the editor does not know of it, and only changes what was edited", () => {
  const before = body(
    { type: "paragraph", attrs: { textAlign: null, colour: "red" }, content: [text("a", { type: "glow" })] },
    { type: "logo", attrs: { src: "x", size: "sm", width: "120" } },
  );
  const doc = readDocument(before, schema);
  const wider = doc.child(1).type.create({ ...doc.child(1).attrs, width: 300 });
  const longer = doc
    .child(0)
    .copy(doc.child(0).content.append(schema.node("paragraph", null, schema.text("!")).content));
  const changed = schema.topNodeType.create(null, [longer, wider]);
  expect(JSON.parse(writeDocument(changed, before)).content).toEqual([
    { type: "paragraph", attrs: { textAlign: null, colour: "red" }, content: [text("a", { type: "glow" }), text("!")] },
    { type: "logo", attrs: { src: "x", size: "sm", width: 300 } },
  ]);
});

test("any document at all survives an edit beside it", () => {
  const types = [
    "paragraph",
    "heading",
    "text",
    "variable",
    "bulletList",
    "listItem",
    "image",
    "button",
    "columns",
    "column",
    "repeat",
    "hardBreak",
    "unheard",
    "htmlCodeBlock",
  ];
  const attrs = fc.option(
    fc.dictionary(fc.constantFrom("level", "textAlign", "id", "src", "each", "other", "showIfKey"), fc.jsonValue(), {
      maxKeys: 3,
    }),
    { nil: undefined },
  );
  const { node } = fc.letrec((tie) => ({
    node: fc.record(
      {
        type: fc.constantFrom(...types),
        text: fc.option(fc.string(), { nil: undefined }),
        attrs,
        marks: fc.option(
          fc.array(fc.record({ type: fc.constantFrom("bold", "link", "glow"), attrs }), { maxLength: 2 }),
          { nil: undefined },
        ),
        content: fc.option(fc.array(tie("node"), { maxLength: 3, size: "small" }), { nil: undefined }),
      },
      { requiredKeys: ["type"] },
    ),
  }));
  fc.assert(
    fc.property(
      fc.array(
        node.map((one) => Object(one)),
        { maxLength: 4 },
      ),
      (content) => {
        const before = body(...content);
        if (content.length > 0) expect(edited(before)).toEqual(JSON.parse(before).content);
      },
    ),
    { numRuns: 300 },
  );
});
