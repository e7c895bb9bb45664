import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { emailText } from "#domain/templates/email/email-text.ts";
import { repairExpressions } from "#domain/templates/repair/repair-expressions.ts";
import { emailHtml } from "../editor-html.ts";
import type { EditorNode } from "./editor-node.ts";
import { htmlToBlocks } from "./html-to-blocks.ts";
import { keepsTexts } from "./kept-texts.ts";

const documentOf = (...content: EditorNode[]) => ({ type: "doc", content });
const blocksOf = (html: string): EditorNode[] => JSON.parse(htmlToBlocks(html).body).content;

const text = (value: string, ...marks: NonNullable<EditorNode["marks"]>): EditorNode => ({
  type: "text",
  text: value,
  ...(marks.length > 0 && { marks }),
});
const variable = (id: string, fallback?: string): EditorNode => ({
  type: "variable",
  attrs: { id, ...(fallback && { fallback }) },
});
const paragraph = (...content: EditorNode[]): EditorNode => ({
  type: "paragraph",
  ...(content.length > 0 && { content }),
});

const EVERY_NODE: readonly EditorNode[] = [
  { type: "heading", attrs: { level: 1 }, content: [text("Hello "), variable("subscriber.firstName", "friend")] },
  { type: "heading", attrs: { level: 3, textAlign: "center" }, content: [text("Third")] },
  { type: "paragraph", attrs: { textAlign: "right" }, content: [text("A  & <b> "), text("b", { type: "bold" })] },
  paragraph(
    text("all", { type: "code" }, { type: "strike" }, { type: "underline" }, { type: "italic" }, { type: "bold" }),
    { type: "hardBreak" },
    text(
      "red",
      { type: "textStyle", attrs: { color: "#aa0000" } },
      { type: "link", attrs: { href: "https://example.com/?a=1&b=2" } },
    ),
    text(" to ", { type: "link", attrs: { href: "payload.url", isUrlVariable: true } }),
    { ...variable("payload.name"), marks: [{ type: "bold" }] },
  ),
  {
    type: "bulletList",
    content: [
      { type: "listItem", content: [paragraph(text("One"))] },
      {
        type: "listItem",
        content: [
          paragraph(text("Two")),
          { type: "orderedList", content: [{ type: "listItem", content: [paragraph(text("In it"))] }] },
        ],
      },
    ],
  },
  { type: "blockquote", content: [paragraph(text("Said")), paragraph(text("so"))] },
  { type: "codeBlock", content: [text("if (a < b)\n  return  1;\n")] },
  { type: "horizontalRule" },
  { type: "spacer", attrs: { height: 24 } },
  { type: "footer", attrs: { textAlign: "center" }, content: [text("Small print")] },
  {
    type: "image",
    attrs: {
      src: "https://example.com/a.png",
      alt: 'A "cat"',
      width: 200,
      height: 100,
      externalLink: "https://example.com",
      alignment: "center",
    },
  },
  {
    type: "image",
    attrs: { src: "payload.picture", isSrcVariable: true, externalLink: "payload.url", isExternalLinkVariable: true },
  },
  {
    type: "button",
    attrs: {
      text: "Pay {{ payload.amount }}",
      url: "https://example.com/{{ payload.id }}",
      alignment: "center",
      buttonColor: "#0b6b6b",
      textColor: "#ffffff",
    },
  },
  {
    type: "button",
    attrs: {
      text: "payload.label",
      isTextVariable: true,
      url: "payload.url",
      isUrlVariable: true,
      buttonColor: "black",
      textColor: "white",
    },
  },
  {
    type: "columns",
    content: [
      { type: "column", attrs: { width: 33 }, content: [paragraph(text("Left"))] },
      { type: "column", attrs: { verticalAlign: "middle" }, content: [{ type: "horizontalRule" }] },
    ],
  },
  {
    type: "repeat",
    attrs: { each: "payload.items" },
    content: [
      paragraph(variable("item.name")),
      { type: "repeat", attrs: { each: "item.parts", as: "part" }, content: [paragraph(variable("part.name"))] },
    ],
  },
  { type: "paragraph", attrs: { showIfKey: "payload.vip" }, content: [text("For you alone")] },
  { type: "spacer", attrs: { height: 8, showIfKey: "payload.vip" } },
  { type: "htmlCodeBlock", content: [text('<video src="a.mp4">{{ payload.a }}</video>')] },
];

test.each(EVERY_NODE.map((node) => [node.type, node] as const))(
  "%s becomes HTML and the same node again",
  (_, node) => {
    const around = paragraph(text("between"));
    const { body, losses } = htmlToBlocks(emailHtml(JSON.stringify(documentOf(around, node, around))));
    expect([JSON.parse(body), losses]).toEqual([documentOf(around, node, around), []]);
  },
);

test("a document of all nodes becomes HTML and the same document again", () => {
  expect(blocksOf(emailHtml(JSON.stringify(documentOf(...EVERY_NODE))))).toEqual(EVERY_NODE);
});

/** HTML that no document but one with all of it as one block of HTML holds. */
const framed = (html: string) => `<div style="max-width:600px;margin:0 auto;">${html}</div>`;
/** A text without line breaks, which HTML shows as spaces. */
const words = fc.string({ minLength: 1, unit: "grapheme" }).filter((value) => !/[\t\n\r\f]/.test(value));

test("any document of blocks is sent the same after it was HTML", () => {
  const inline = fc.oneof(
    words.map((value) => text(value)),
    fc.constantFrom(
      variable("payload.a"),
      variable("a.b[0]", "none"),
      text("{% if a %}yes{% endif %}"),
      text("{{ a | append: '%' }}"),
      { type: "hardBreak" },
    ),
    words.map((value) => text(value, { type: "bold" }, { type: "link", attrs: { href: value } })),
  );
  const leaf = fc.oneof(
    fc.array(inline, { maxLength: 4 }).map((content) => paragraph(...content)),
    fc.constantFrom(...EVERY_NODE),
    words.map((value) => ({ type: "htmlCodeBlock", content: [text(`<form>${value}</form>`)] })),
  );
  const block = fc.oneof(
    leaf,
    fc
      .array(leaf, { minLength: 1, maxLength: 3 })
      .map((content) => ({ type: "repeat", attrs: { each: "payload.list" }, content })),
    fc
      .array(leaf, { minLength: 2, maxLength: 3 })
      .map((content) => ({ type: "columns", content: content.map((one) => ({ type: "column", content: [one] })) })),
  );
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 4 }), (content) => {
      const html = emailHtml(JSON.stringify(documentOf(...content)));
      const again = emailHtml(htmlToBlocks(html).body);
      const isWhole = again === framed(html);
      expect(isWhole ? html : again).toBe(html);
    }),
    { numRuns: 300 },
  );
});

const liquid = (html: string) =>
  (html.match(/\{\{.*?\}\}|\{%.*?%\}/gs) ?? []).map((token) => token.replaceAll(/\s/g, ""));
test("no text and nothing of Liquid is lost of any HTML", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "<p>",
      "</p>",
      "<div style='color:{{a}}'>",
      "</div>",
      "<table>",
      "<tr>",
      "<td align=center>",
      "</td>",
      "</tr>",
      "</table>",
      "<ul><li>",
      "</ul>",
      "<b>",
      "</b>",
      "<a href='{{ url }}'>",
      "</a>",
      "<br>",
      "<img src='{{x}}' alt='{{ y }}'>",
      "<h1>",
      "</h1>",
      "<style>p{}</style>",
      "<pre>",
      "</pre>",
      "{{ a }}",
      "{{ a | default: 'b' }}",
      "{{- c -}}",
      "{% if a %}",
      "{% else %}",
      "{% endif %}",
      "{% for i in a %}",
      "{% endfor %}",
      "{% assign a = 1 %}",
      "{% raw %}{{ b }}{% endraw %}",
      "&#123;&#123; d }}",
      "&amp;",
      "&nbsp;",
      "{{",
      "%}",
      "<!-- {{ z }} -->",
      "<!--[if mso]><p><![endif]-->",
      "\n  ",
      "<",
    ),
    fc.string({ maxLength: 5 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const html = repairExpressions(pieces.join(""));
      const made = emailHtml(htmlToBlocks(html).body);
      for (const token of liquid(html.replaceAll(/<title>.*?<\/title>/gs, ""))) expect(liquid(made)).toContain(token);
    }),
    { numRuns: 1_000 },
  );
});

describe("HTML that ends inside of something", () => {
  test.each([
    [
      "a style",
      "<div><p>Hello</p><style>.a{color:red}</div><p>More</p>",
      "<style>.a{color:red}</div><p>More</p></style>",
    ],
    [
      "a style of a head",
      "<html><head><style>.a{}</head><body><p>Hi</p></body></html>",
      "<style>.a{}</head><body><p>Hi</p></body></html></style>",
    ],
    ["a field of text", "<p>Hello</p><textarea>x<p>More</p>", "<textarea>x<p>More</p></textarea>"],
    ["a comment", "<p>Hello</p><!-- x <p>More</p>", "<p>Hello</p><!-- x <p>More</p>-->"],
    ["a title", "<p>Hello</p><title>x<p>More</p>", "<p>Hello</p><title>x<p>More</p></title>"],
    ["an attribute", `<p>Hello</p><div title="a><p>More</p>`, `<p>Hello</p><div title="a><p>More</p>">`],
    [
      "a style with a variable",
      "<p>Hello</p><style>.a{color:{{payload.colour}}}",
      "<style>.a{color:{{payload.colour}}}</style>",
    ],
  ])("%s is closed as a browser closes it, and takes nothing in that is added behind it", (_, html, block) => {
    const { body } = htmlToBlocks(html);
    const made = emailHtml(body);
    expect(made).toContain(block);
    expect(keepsTexts(html, made)).toBe(true);
    const more = JSON.parse(body);
    const added = emailHtml(JSON.stringify({ ...more, content: [...more.content, paragraph(text("Added"))] }));
    expect(emailText(added).trim()).toMatch(/Added$/);
  });

  test("an end tag that a parser reads in another way than a browser leaves the mail as HTML", () => {
    const html = "<p>Hello</p><style>.a{}</style/><p>More</p>";
    expect(blocksOf(html)).toEqual([{ type: "htmlCodeBlock", content: [text(html)] }]);
  });
});

describe("HTML that was written elsewhere", () => {
  const mail = `<!doctype html><html><head><meta charset="utf-8"><title>Your order</title><style>p { margin: 0 }</style></head>
<body style="background:#f4f4f4">
  <!--[if mso]><table><tr><td><![endif]-->
  <div style="display:none;max-height:0">Order {{payload.number}} is on its way</div>
  <table role="presentation" width="100%" cellpadding="0" border="0"><tr><td align="center" style="padding:24px">
    <table role="presentation" width="600" border="0"><tbody>
      <tr><td align="center"><img src="https://example.com/logo.png" width="120" alt="Shop"></td></tr>
      <tr><td>
        <h1 style="font-family:Arial">Thank you,
          {{ subscriber.firstName | default: "friend" }}</h1>
        <p style="font-family:Arial;font-size:16px">We have <strong>your order</strong> <a href="https://example.com/o/{{payload.number}}">{{payload.number}}</a>.</p>
        {% if payload.gift %}<p>There is a gift in it.</p>{% endif %}
        <ul><li>Packed</li><li>Sent</li></ul>
        {% for line in payload.lines %}
          <p>{{ line.name }}: {{ line.price }}</p>
        {% endfor %}
      </td></tr>
      <tr><td><table role="presentation" border="0"><tr><td style="background:#0b6b6b;border-radius:4px"><a href="{{payload.url}}" style="color:#fff;padding:12px;display:inline-block"><b>Track it</b></a></td></tr></table></td></tr>
      <tr><td><table role="presentation" border="0"><tr><td width="50%"><p>Left</p></td><td width="50%"><p>Right</p></td></tr></table></td></tr>
      <tr><td><table><tr><th>Item</th><th>Price</th></tr>{% for line in payload.lines %}<tr><td>{{ line.name }}</td><td>{{ line.price }}</td></tr>{% endfor %}</table></td></tr>
    </tbody></table>
  </td></tr></table>
</body></html>`;

  test("a complete mail becomes blocks, and blocks of HTML where nothing else holds it", () => {
    const { losses, htmlBlocks } = htmlToBlocks(mail);
    expect(blocksOf(mail)).toEqual([
      { type: "htmlCodeBlock", content: [text("<style>p { margin: 0 }</style>")] },
      {
        type: "htmlCodeBlock",
        content: [text('<div style="display:none;max-height:0">Order {{payload.number}} is on its way</div>')],
      },
      { type: "image", attrs: { src: "https://example.com/logo.png", width: 120, alt: "Shop", alignment: "center" } },
      {
        type: "heading",
        attrs: { level: 1, textAlign: "center" },
        content: [text("Thank you, "), variable("subscriber.firstName", "friend")],
      },
      {
        type: "paragraph",
        attrs: { textAlign: "center" },
        content: [
          text("We have "),
          text("your order", { type: "bold" }),
          text(" "),
          {
            ...variable("payload.number"),
            marks: [{ type: "link", attrs: { href: "https://example.com/o/{{payload.number}}" } }],
          },
          text("."),
        ],
      },
      {
        type: "paragraph",
        attrs: { textAlign: "center", showIfKey: "payload.gift" },
        content: [text("There is a gift in it.")],
      },
      {
        type: "bulletList",
        content: ["Packed", "Sent"].map((word) => ({
          type: "listItem",
          content: [{ type: "paragraph", attrs: { textAlign: "center" }, content: [text(word)] }],
        })),
      },
      {
        type: "repeat",
        attrs: { each: "payload.lines", as: "line" },
        content: [
          {
            type: "paragraph",
            attrs: { textAlign: "center" },
            content: [variable("line.name"), text(": "), variable("line.price")],
          },
        ],
      },
      {
        type: "button",
        attrs: {
          text: "Track it",
          url: "payload.url",
          isUrlVariable: true,
          alignment: "center",
          buttonColor: "#0b6b6b",
          textColor: "#fff",
        },
      },
      {
        type: "columns",
        content: ["Left", "Right"].map((word) => ({
          type: "column",
          attrs: { width: 50 },
          content: [paragraph(text(word))],
        })),
      },
      { type: "htmlCodeBlock", content: [text(expect.stringMatching(/^<table><tr><th>Item.*endfor %\}<\/table>$/s))] },
    ]);
    expect([losses, htmlBlocks]).toEqual([
      ["fonts", "backgrounds", "borders", "spacing and sizes", "code for Outlook alone"],
      3,
    ]);
  });

  test.each([
    [
      "<p>{% if payload.a %}Yes{% else %}No{% endif %}</p>",
      [paragraph(text("{% if payload.a %}Yes{% else %}No{% endif %}"))],
    ],
    [
      "{% if payload.a %}<p>Yes</p>{% else %}<p>No</p>{% endif %}",
      [{ type: "htmlCodeBlock", content: [text("{% if payload.a %}<p>Yes</p>{% else %}<p>No</p>{% endif %}")] }],
    ],
    [
      "<p {% if payload.a %}class='b'{% endif %}>Hi</p>",
      [{ type: "htmlCodeBlock", content: [text("<p {% if payload.a %}class='b'{% endif %}>Hi</p>")] }],
    ],
    [
      "<p>2<sup>nd</sup></p><p>x</p>",
      [{ type: "htmlCodeBlock", content: [text("<p>2<sup>nd</sup></p>")] }, paragraph(text("x"))],
    ],
    [
      "<div>{% if a %}<p>Open</div>{% endif %}",
      [{ type: "htmlCodeBlock", content: [text("<div>{% if a %}<p>Open</div>{% endif %}")] }],
    ],
    ["<p>&#123;&#123; shown }}</p>", [{ type: "htmlCodeBlock", content: [text("<p>&#123;&#123; shown }}</p>")] }]],
    [
      "<a href='javascript:x()'>Go</a>",
      [{ type: "htmlCodeBlock", content: [text("<a href='javascript:x()'>Go</a>")] }],
    ],
    ["", [paragraph()]],
  ])("%s", (html, blocks) => {
    expect(blocksOf(html)).toEqual(blocks);
  });
});
