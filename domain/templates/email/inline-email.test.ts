import { describe, expect, test } from "vitest";
import type { EmailSource } from "./email-source.ts";
import { inlineEmail } from "./inline-email.ts";

const red = "<style>p { color: red; }</style>";
const redP = 'style="color: red;"';
const inline = (content: string, layout?: string) => inlineEmail({ content, layout });

test("elements that are nested too deeply keep their rules apart, those side by side do not", () => {
  expect(inline(`${red}${"<p><b>".repeat(20_000)}x`)).toBeUndefined();
  expect(inline(`${red}${"<div>".repeat(400)}<p>x</p>`)?.content).toContain(`<p ${redP}>x</p>`);
  expect(inline(`${red}${"<br><img><p>y".repeat(600)}<p>x</p>`)?.content).toContain(`<p ${redP}>x</p>`);
});

test("without style rules there is nothing to inline", () => {
  expect(inline("<p>{{ a }}</p>")).toBeUndefined();
  expect(inline("<style> </style><p>x</p>", "{{ body }}")).toBeUndefined();
});

describe("expressions stay to the letter", () => {
  test.each<[string, string]>([
    [`${red}<p>{{ a | default: "b" }}</p>`, `<p ${redP}>{{ a | default: "b" }}</p>`],
    [`${red}{% if a > 1 %}<p>x</p>{% endif %}`, `{% if a > 1 %}<p ${redP}>x</p>{% endif %}`],
    [
      `${red}<table>{% for x in list %}<tr><td><p>{{ x }}</p></td></tr>{% endfor %}</table>`,
      `<table>{% for x in list %}<tr><td><p ${redP}>{{ x }}</p></td></tr>{% endfor %}</table>`,
    ],
    [`${red}<a href="{{ url }}"><p>x</p></a>`, `<a href="{{ url }}"><p ${redP}>x</p></a>`],
    [`<style>p { color: {{ branding.color }}; }</style><p>x</p>`, `<p style="color: {{ branding.color }};">x</p>`],
    [`${red}<p style="margin: {{ m }}px">x</p>`, `<p style="color: red; margin: {{ m }}px">x</p>`],
    [`${red}<!--[if mso]>{{ a }}<![endif]--><p>x</p>`, `<!--[if mso]>{{ a }}<![endif]--><p ${redP}>x</p>`],
  ])("%s", (source, inlined) => {
    expect(inline(source)).toEqual({ content: inlined, layout: undefined, frame: undefined });
  });
});

describe("layout and content", () => {
  test.each(["{{content}}", "{{ content | raw }}"])("%s is the place where there is no body", (place) => {
    const inlined = inline("<p>x</p>", `<html><head>${red}</head><body>${place}</body></html>`);
    expect(inlined).toMatchObject({
      layout: "<html><head></head><body>{{ body }}</body></html>",
      content: `<p ${redP}>x</p>`,
    });
  });

  test("the layout's rules reach into the content", () => {
    expect(inline("<p>{{ a }}</p>", `<html><head>${red}</head><body>{{ body | raw }}</body></html>`)).toEqual({
      layout: "<html><head></head><body>{{ body }}</body></html>",
      content: `<p ${redP}>{{ a }}</p>`,
      frame: undefined,
    });
  });

  test("the content's rules reach the layout", () => {
    const inlined = inline(`${red}<b>x</b>`, "<p>Hi</p>{{ body }}");
    expect(inlined).toMatchObject({ layout: `<p ${redP}>Hi</p>{{ body }}`, content: "<b>x</b>" });
  });

  test("a layout without a place for the content, or with two, is kept as it is", () => {
    expect(inline("x", `${red}<p>y</p>`)).toBeUndefined();
    expect(inline("x", `${red}<p>{{ body }}{{ body }}</p>`)).toBeUndefined();
    expect(inline("x", `${red}<p title="{{ body }}">y</p>`)).toBeUndefined();
  });

  test("blocks and what frames them", () => {
    const source: EmailSource = {
      content: [
        { type: "text", content: "Hi <b>{{ name }}</b>" },
        { type: "button", content: "<i>Go</i>", url: "{{ url }}" },
      ],
      layout: "<style>b { color: red } a { font-size: 9px } div { margin: 0 !important }</style>{{ body }}",
    };
    const inlined = inlineEmail(source);
    expect(inlined?.content).toEqual(['Hi <b style="color: red;">{{ name }}</b>', "<i>Go</i>"]);
    expect(inlined?.frame).toMatch(/font-size: 9px;.*background-color: \uE000color\uE001/);
    expect(inlined?.frame).toContain("margin: 0");
    expect(inlined?.layout).toBe("{{ body }}");
  });
});

test("rules that cannot be inlined stay", () => {
  const rules = "p { color: red } a:hover { color: blue } @media (max-width: 9px) { p { color: green } }";
  const { content } = inline(`<head><style>${rules}</style></head><p>x</p>`) ?? {};
  expect(content).toContain("a:hover");
  expect(content).toContain("@media (max-width: 9px)");
  expect(content).toContain(`<p ${redP}>`);
});

test("html of the variables keeps the rules for what it brings", () => {
  const inlined = inline(`${red}<p>x</p>{{ article | raw }}`);
  expect(inlined?.content).toBe(`${red}<p ${redP}>x</p>{{ article | raw }}`);
});

test("where the variables decide, a rule stays for what it may match, and all others are copied", () => {
  const rules =
    "p { color: red; } .b { margin: 0 } .state-paid { top: 0 } tr:nth-child(even) { left: 0 } p + p { right: 0 }";
  const styled = (body: string) => inline(`<style>${rules} a[href^="https"] { bottom: 0 }</style>${body}`)?.content;
  expect(styled('<p class="b">x</p>')).toContain('<p style="color: red; margin: 0;" class="b">x</p>');
  expect(styled('<p class="{{ status }}">x</p>')).toMatch(
    /\.b \{ margin: 0 \}[\s\S]*<p style="color: red;" class="\{\{ status \}\}">/,
  );
  expect(styled('<p class="a{% if b %} b{% endif %}">x</p>')).toMatch(
    /\.b \{ margin: 0 \}[\s\S]*<p style="color: red;" class="a/,
  );
  expect(styled('<p {% if b %}class="b"{% endif %}>x</p>')).toMatch(
    /\.b \{ margin: 0 \}[\s\S]*<p style="color: red;" \{% if/,
  );
  expect(styled("<p id='{{ id }}'>x</p>")).toContain(`<p style="color: red;" id='{{ id }}'>x</p>`);
  expect(styled('<p>x</p><a href="{{ url }}">x</a>')).toMatch(
    /a\[href\^="https"\] \{ bottom: 0 \}[\s\S]*<p style="color: red;">/,
  );
  expect(styled("{% if a %}<p>x</p>{% endif %}<p>y</p>")).toMatch(
    /p \+ p \{ right: 0 \}[\s\S]*<p style="color: red;">y/,
  );
  expect(styled("<table>{% for x in list %}<tr></tr>{% endfor %}</table><p>x</p>")).toMatch(
    /nth-child[\s\S]*<p style="color: red;">/,
  );
});

test("what the variables put into a style attribute wins over what is copied, as before", () => {
  expect(inline(`${red}<p style="{{ css }}">x</p>`)?.content).toBe('<p style="color: red; {{ css }}">x</p>');
  const conditional = "{% if b %}margin: 0{% endif %}";
  expect(inline(`${red}<p style="${conditional}">x</p>`)?.content).toBe(`<p style="color: red; ${conditional}">x</p>`);
});

test("values and translations that may be html keep all rules", () => {
  const kept = expect.stringContaining("<style>p { color: red; }</style>");
  expect(inline(`${red}<p>x</p>{{ "group.key" | i18n }}`)?.content).toEqual(kept);
  expect(inlineEmail({ content: `${red}<p>x</p>{{ article }}`, isUnescaped: true })?.content).toEqual(kept);
  expect(inlineEmail({ content: `${red}<p>x</p>{{ article }}` })?.content).not.toEqual(kept);
});

test("tags of the template before the mail, between its parts and in its tables change nothing about how it is read", () => {
  const body =
    "<style>body { margin: 0 } td { top: 0 }</style>{% if a %}<meta>{% endif %}</head>{% if a %}{% endif %}<body><table>{% if a %}<tr><td>x</table>";
  expect(
    inline(`{% assign a = 1 %}<!doctype html><html><head>${body.replace("<td>x", "<td>x</td></tr>{% endif %}")}`)
      ?.content,
  ).toMatch(/<body style="margin: 0;"><table>\{% if a %\}<tr><td style="top: 0;">/);
});

describe("a template is kept as it is when the variables decide which elements and rules there are", () => {
  test.each([
    `${red}<h{{ level }}>x</h{{ level }}>`,
    `${red}<{{ tag }}>x</{{ tag }}><p>x</p>`,
    "<style>{{ css }} p { color: red }</style><p>x</p>",
    "<style>p { {% if a %}color: red{% endif %} }</style><p>x</p>",
    "<style>.{{ a }} { color: red }</style><p>x</p>",
    `${red}{% if a %}<div class="a">{% else %}<div class="b">{% endif %}<p>x</p></div>`,
    `${red}<div>{% if a %}</div><div class="b">{% endif %}<p>x</p></div>`,
    `${red}<table>{% if a %}<tr class="a">{% else %}<tr class="b">{% endif %}<td><p>x</p></td></tr></table>`,
    `${red}{% capture x %}<p>x</p>{% endcapture %}<div>{{ x }}</div>`,
    `${red}<p>{{ "{" }}</p>`,
  ])("%s", (source) => {
    expect(inline(source)).toBeUndefined();
  });
});
