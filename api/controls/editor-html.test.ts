import fc from "fast-check";
import { expect, test } from "vitest";
import { parseTemplate } from "#domain/templates/compile-template.ts";
import { emailHtml, isEditorDocument } from "./editor-html.ts";

const html = (...content: object[]) =>
  emailHtml(JSON.stringify({ type: "doc", content })).replace(/^<div[^>]*>|<\/div>$/g, "");

const text = (value: string, ...marks: object[]) => ({ type: "text", text: value, marks });

test("a body that is no document of the editor is taken as it is", () => {
  for (const body of ["<p>{{payload.a}}</p>", "", "{", '{"type":"other"}', "{{payload.a}}"]) {
    expect([emailHtml(body), isEditorDocument(body)]).toEqual([body, false]);
  }
});

test("markup in texts is text, Liquid in them counts, and marks become elements", () => {
  expect(
    html({
      type: "paragraph",
      attrs: { textAlign: "center" },
      content: [text("<b> & {{payload.a}}", { type: "bold" })],
    }),
  ).toBe('<p style="text-align:center;"><strong>&lt;b&gt; &amp; {{payload.a}}</strong></p>');
  const link = { type: "link", attrs: { href: 'https://example.com/"x' } };
  expect(html(text("Go", link))).toBe('<a href="https://example.com/&quot;x">Go</a>');
  expect(html(text("Go", { type: "link", attrs: { href: "javascript:alert(1)" } }))).toBe('<a href="">Go</a>');
});

test("variables, conditions and repeated parts become Liquid", () => {
  expect(html({ type: "variable", attrs: { id: "payload.a", fallback: 'x"}}y' } })).toBe(
    '{{ payload.a | default: "xy" }}',
  );
  expect(html({ type: "paragraph", attrs: { showIfKey: "payload.vip" } })).toBe(
    '{% if payload.vip %}<p style=""></p>{% endif %}',
  );
  expect(
    html({
      type: "for",
      attrs: { each: "payload.items" },
      content: [{ type: "variable", attrs: { id: "item.name" } }],
    }),
  ).toBe("{% for item in payload.items %}{{ item.name }}{% endfor %}");
  expect(html({ type: "variable", attrs: { id: "a }}{% raw %}" } })).toBe("");
});

test("columns have widths and places, and the items of a repeated part a name", () => {
  const column = (attrs: object) => html({ type: "columns", content: [{ type: "column", attrs }] });
  expect(column({ width: 40, verticalAlign: "middle" })).toContain('<td valign="middle" width="40%">');
  expect(column({ width: "auto", verticalAlign: '"x' })).toContain('<td valign="top">');
  const repeat = (as: unknown) => html({ type: "repeat", attrs: { each: "payload.items", as } });
  expect(repeat("line")).toBe("{% for line in payload.items %}{% endfor %}");
  expect(repeat("a %}{% b")).toBe("{% for item in payload.items %}{% endfor %}");
});

test("any document at all makes a template without code of its own in tags", () => {
  const node = fc.letrec((tie) => ({
    node: fc.record({
      type: fc.constantFrom("paragraph", "heading", "text", "variable", "button", "image", "for", "columns", "unheard"),
      text: fc.constantFrom("plain", "<script>", '"'),
      attrs: fc.dictionary(
        fc.constantFrom(
          "id",
          "text",
          "url",
          "src",
          "each",
          "showIfKey",
          "level",
          "alignment",
          "buttonColor",
          "fallback",
        ),
        fc.oneof(fc.string(), fc.constant("}}{% break"), fc.constant("red;background:url(x)")),
      ),
      content: fc.array(tie("node"), { maxLength: 2, size: "xsmall" }),
    }),
  })).node;
  fc.assert(
    fc.property(fc.array(node, { maxLength: 3 }), (content) => {
      const made = html(...content.map((one) => Object(one)));
      expect(made).not.toContain("<script");
      expect(made.replace(/\{\{[^}]*\}\}/g, "").match(/style="[^"]*url\(x\)/)).toBeNull();
      expect(() => parseTemplate(made.replace(/\{\{[^}]*\}\}/g, ""))).not.toThrow();
    }),
  );
});
