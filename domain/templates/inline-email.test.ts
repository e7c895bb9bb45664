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
    [`${red}<p style="margin: {{ m }}px">x</p>`, `<p style="color: red; margin: {{ m }}px;">x</p>`],
    [`${red}<!--[if mso]>{{ a }}<![endif]--><p>x</p>`, `<!--[if mso]>{{ a }}<![endif]--><p ${redP}>x</p>`],
  ])("%s", (source, inlined) => {
    expect(inline(source)).toEqual({ content: inlined, layout: undefined, frame: undefined });
  });
});

describe("layout and content", () => {
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

describe("a template is kept as it is when the variables decide which rules apply", () => {
  test.each([
    `${red}<p class="{{ status }}">x</p>`,
    `${red}<p class="a{% if b %} b{% endif %}">x</p>`,
    `${red}<p id='{{ id }}'>x</p>`,
    `${red}<p {% if b %}class="b"{% endif %}>x</p>`,
    `${red}<h{{ level }}>x</h{{ level }}>`,
    `${red}<p style="{% if b %}margin: 0{% endif %}">x</p>`,
    `${red}<p style="{{ css }}">x</p>`,
    "<style>{{ css }} p { color: red }</style><p>x</p>",
    "<style>p { {% if a %}color: red{% endif %} }</style><p>x</p>",
    "<style>.{{ a }} { color: red }</style><p>x</p>",
    "<style>tr:nth-child(even) { color: red }</style><table>{% for x in list %}<tr></tr>{% endfor %}</table>",
    "<style>p + p { color: red }</style>{% if a %}<p>x</p>{% endif %}<p>y</p>",
    '<style>a[href^="https"] { color: red }</style><a href="{{ url }}">x</a>',
    `${red}{% if a %}<div class="a">{% else %}<div class="b">{% endif %}<p>x</p></div>`,
    `${red}<p>{{ "{" }}</p>`,
  ])("%s", (source) => {
    expect(inline(source)).toBeUndefined();
  });
});
