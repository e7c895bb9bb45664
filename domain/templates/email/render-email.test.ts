import { describe, expect, test } from "vitest";
import type { EmailBlock } from "#contract/workflows/templates.ts";
import { buildContext } from "../context.ts";
import { inlineEmail } from "./inline-email.ts";
import { layoutOf, type RenderEmailInput, renderEmail } from "./render-email.ts";

const context = buildContext({
  payload: { item: "Tea & cake", link: "https://example.com/?a=1&b=2" },
  subscriber: { firstName: "O'Neil" },
});
type Input = Omit<RenderEmailInput, "context" | "inlined"> & { inlineStyles?: boolean };
const render = ({ inlineStyles = true, ...input }: Input) => {
  const source = { content: input.template.content, layout: layoutOf(input)?.content };
  return renderEmail({ context, ...input, inlined: inlineStyles ? inlineEmail(source) : undefined });
};
const html = (content: string, more: Partial<Input> = {}) =>
  render({ template: { contentType: "customHtml", content }, ...more }).html;
const blocks = (...content: EmailBlock[]) => ({ contentType: "editor" as const, content });
const layout = { content: '<html><body class="a">[{{ body }}] {{ item }}</body></html>' };

test("subject, preheader and sender name are plain and trimmed", () => {
  const template = {
    content: [],
    subject: " {{ item }} ",
    preheader: "For {{ subscriber.firstName }}",
    senderName: "{{ item }} ",
  };
  expect(render({ template })).toMatchObject({
    subject: "Tea & cake",
    preheader: "For O'Neil",
    senderName: "Tea & cake",
  });
});

describe("html", () => {
  test("without layout it is sent bare, with values escaped", () => {
    expect(html("<p>{{ item }} {{ subscriber.firstName }}</p>")).toBe("<p>Tea &amp; cake O&#39;Neil</p>");
  });

  test("a layout takes it in unescaped", () => {
    expect(html("<p>{{ item }}</p>", { layout })).toBe(
      '<html><body class="a">[<p>Tea &amp; cake</p>] Tea &amp; cake</body></html>',
    );
  });

  test("a layout may ask for the body raw", () => {
    expect(html("<p>x</p>", { layout: { content: "{{ body | raw }}" } })).toBe("<p>x</p>");
  });

  test("an empty layout stays empty", () => {
    expect(html("<p>x</p>", { layout: { content: "" } })).toBe("");
    expect(html("<p>x</p>", { layout: { content: "<i>{{content}}</i>" } })).toBe("<i><p>x</p></i>");
    // Beside the other name it is a variable like any.
    expect(html("<p>x</p>", { layout: { content: "{{ content }}{{ body }}" } })).toBe("<p>x</p>");
  });

  test("the rendered html is what is kept with the message", () => {
    expect(render({ template: { contentType: "customHtml", content: "<b>{{ item }}</b>" }, layout }).content).toBe(
      "<b>Tea &amp; cake</b>",
    );
  });
});

describe("blocks", () => {
  test("stand in the built-in layout when there is no other, aligned left unless said otherwise", () => {
    const rendered = render({
      template: blocks(
        { type: "text", content: " Hi <b>{{ subscriber.firstName }}</b> " },
        { type: "text", content: "c", styles: { textAlign: "center" } },
        { type: "text", content: "r", styles: { textAlign: "right" } },
        { type: "text", content: "x", styles: JSON.parse('{"textAlign":"left\\"><script>"}') },
      ),
    }).html;
    expect(rendered).toMatch(/^<!doctype html>/);
    expect(rendered).toContain('text-align: left">Hi <b>O&#39;Neil</b></div>');
    expect(rendered).toContain('text-align: center">c</div>');
    expect(rendered).toContain('text-align: right">r</div>');
    expect(rendered).toContain('text-align: left">x</div>');
  });

  test("a chosen layout takes the place of the built-in one", () => {
    const rendered = render({ template: blocks({ type: "text", content: "x" }), layout }).html;
    expect(rendered).toMatch(/^<html><body class="a">\[<div style="[^"]*">x<\/div>\]/);
  });

  test.each<[string | undefined, string]>([
    ["#123456", "background-color: #123456"],
    [undefined, "background-color: #ff6f61"],
    ["", "background-color: #ff6f61"],
  ])("a button in an organisation of colour %j has %s and opens a new tab", (color, style) => {
    const rendered = render({
      template: blocks({ type: "button", content: "{{ item }}", url: "{{ link }}" }),
      color,
    }).html;
    expect(rendered).toContain(style);
    expect(rendered).toMatch(/<a href="https:\/\/example.com\/\?a=1&amp;b=2" target="_blank"[^>]*>Tea &amp; cake<\/a>/);
  });

  test.each(["javascript:alert(1)", " java\nscript:alert(1)", "data:text/html,x", "&#106;avascript&colon;alert(1)"])(
    "a button never runs %j, nor does what is kept of it",
    (url) => {
      const { html, content } = render({ template: blocks({ type: "button", content: "x", url }) });
      expect(html).toContain('<a href="" ');
      expect(content).toMatchObject([{ url: "" }]);
    },
  );

  test("the rendered blocks are what is kept with the message", () => {
    const button: EmailBlock = {
      type: "button",
      content: " {{ item }}",
      url: "{{ link }}",
      styles: { textAlign: "center" },
    };
    expect(render({ template: blocks(button) }).content).toEqual([
      { ...button, content: "Tea &amp; cake", url: "https://example.com/?a=1&b=2" },
    ]);
  });
});

describe("preheader", () => {
  const withPreheader = (content: string, preheader: string) =>
    render({ template: { contentType: "customHtml", content, preheader } }).html;

  test.each(["<body>", '<body class="a">', "<BODY>", '<body data-x="a>b">'])(
    "stands once, escaped, right after %s",
    (tag) => {
      const rendered = withPreheader(`<html>${tag}<p>x</p></body></html>`, "{{ item }} $& <b>");
      expect(rendered).toMatch(
        /<body[^<]*><div style="display: none[^"]*">Tea &amp; cake \$&amp; &lt;b&gt;(?:&#847;&zwnj;&nbsp;)+<\/div><p>x/i,
      );
      expect(rendered.match(/cake/g)).toHaveLength(1);
    },
  );

  test.each(["", "{{ nothing }}", "  "])("%j leaves no trace", (preheader) => {
    expect(withPreheader("<body>x</body>", preheader)).toBe("<body>x</body>");
  });
});

describe("layout variables", () => {
  const variables = [{ name: "footer.text", type: "String" as const, required: true }];

  test("a required one that is missing makes the mail unrenderable", () => {
    const input = { layout: { content: "{{ body }}{{ footer.text }}", variables } };
    expect(() => html("x", input)).toThrow("layout is missing required key(s) and type(s): footer.text (Value)");
  });

  test("a default stands in for it", () => {
    const filled = variables.map((variable) => ({ ...variable, defaultValue: "Bye" }));
    expect(html("x", { layout: { content: "{{ body }}|{{ footer.text }}", variables: filled } })).toBe("x|Bye");
  });
});

describe("styles", () => {
  const page = "<html><head><style>p { color: red; }</style></head><body><p>{{ item }}</p></body></html>";

  test("rules are copied onto the elements they are for", () => {
    expect(html(page)).toBe('<html><head></head><body><p style="color: red;">Tea &amp; cake</p></body></html>');
  });

  test("unless that is switched off", () => {
    expect(html(page, { inlineStyles: false })).toContain("<style>p { color: red; }</style>");
  });

  test("media rules stay in the head", () => {
    expect(
      html("<head><style>p { color: red } @media (max-width: 9px) { p { color: blue } }</style></head><p>x</p>"),
    ).toContain("@media (max-width: 9px)");
  });
});

test("a wrong template makes the mail unrenderable", () => {
  expect(() => html("{{ x | nope }}")).toThrow("undefined filter: nope");
  expect(() => html("x", { layout: { content: "{% if %}" } })).toThrow("Template cannot be rendered");
});
