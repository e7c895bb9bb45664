import { describe, expect, test } from "vitest";
import { inlineCss } from "./inline-css.ts";

const inline = (html: string) => inlineCss({ html, expressions: [] });
const withStyle = (css: string, body: string) => inline(`<style>${css}</style>${body}`);

describe("rules that cannot be copied everywhere they match stay", () => {
  const base = "p { color: red }";
  test.each([
    "@media print { p { margin: 0 } }",
    "@supports (display: grid) { p { margin: 0 } }",
    '@import url("https://fonts.example/css?family=Nunito+Sans");',
    "@font-face { font-family: A; src: url(a.woff) }",
    "#outlook a { padding: 0 }",
    ".ExternalClass p { line-height: 100% }",
    "[data-ogsc] .card { background: #222 }",
    "u + .body .card { margin: 0 }",
    "a[x-apple-data-detectors] { color: inherit }",
    "p::before { content: '>' }",
    "p:first-line { margin: 0 }",
    "a:hover { color: blue }",
    "p:-moz-unknown, p { margin: 0 }",
    "@layer a { p { margin: 0 } }",
  ])("%s", (rule) => {
    const html = withStyle(`${rule} /* a + b */ ${base}`, '<p>x</p><a class="card">y</a>') ?? "";
    expect(html).toContain(rule);
    expect(html).toContain('<p style="color: red;">x</p>');
    expect(html).not.toContain(base);
  });

  test("those of a style element for some media", () => {
    const print = '<style media="print">.x { display: none }</style>';
    expect(inline(`${print}<style media="all">.x { top: 0 }</style><p class="x">x</p>`)).toBe(
      `${print}<p style="top: 0;" class="x">x</p>`,
    );
  });

  test("only for the selectors that need it", () => {
    expect(withStyle("p, a:hover, .other { color: red }", "<p>x</p><a>y</a>")).toBe(
      '<style>\na:hover, .other { color: red }\n</style><p style="color: red;">x</p><a>y</a>',
    );
  });

  test("those for elements that have no tag", () => {
    expect(withStyle("tbody { color: red } td { top: 0 }", "<table><tr><td>x</table>")).toBe(
      '<style>\ntbody { color: red }\n</style><table><tr><td style="top: 0;">x</table>',
    );
  });
});

describe("who wins stays the same", () => {
  test.each([
    [
      "!important stays",
      "p { color: red !important }",
      "<p style='color: blue'>",
      "<p style='color: red !important; color: blue'>",
    ],
    ["attributes win", "p { color: red; top: 0 }", '<p style="color: blue">', '<p style="top: 0; color: blue">'],
    ["the stronger rule wins", ".a { color: red } p { color: blue }", "<p class=a>", '<p style="color: red;" class=a>'],
    ["the later rule wins", "p { margin: 0 } p { margin-top: 1px }", "<p>", '<p style="margin: 0; margin-top: 1px;">'],
    [
      "a value for older readers stays",
      "p { width: 1px; width: calc(2px) }",
      "<p>",
      '<p style="width: 1px; width: calc(2px);">',
    ],
    [
      "an unknown value replaces nothing",
      "p { color: red } .a { color: nonsense }",
      "<p class=a>",
      '<p style="color: red; color: nonsense;" class=a>',
    ],
    [
      "strings and addresses",
      'p { background: url("a?b&c"); font-family: "A", "O\'B" }',
      "<p>",
      "<p style=\"background: url('a?b&amp;c'); font-family: 'A', &quot;O'B&quot;;\">",
    ],
  ])("%s", (_, css, tag, inlined) => {
    expect(withStyle(css, tag)).toBe(inlined);
  });

  test("a rule on conditions that won over another becomes important", () => {
    const html = withStyle("p { color: red } @media print { p { color: blue; top: 0 } }", "<p>x</p>");
    expect(html).toContain("@media print { p { color: blue !important; top: 0 } }");
    expect(html).toContain('<p style="color: red;">');
  });

  test("what won over that one becomes important, too", () => {
    const css = "p { color: red; top: 0 } @media print { p { color: blue } }";
    expect(withStyle(css, '<p>x</p><p style="color: green">y</p>')).toBe(
      "<style>\n@media print { p { color: blue !important } }\n</style>" +
        '<p style="color: red; top: 0;">x</p><p style="top: 0; color: green !important; color: green">y</p>',
    );
  });

  test("where that is not possible, what the rule wins over is not copied", () => {
    const css = "p { color: red; top: 0 } @media print { p { color: blue } }";
    expect(withStyle(css, '<p>x</p><p style="color: green">y</p>')).not.toContain(css);
    const more = `${css} @media screen { .b { color: black !important } }`;
    expect(withStyle(more, '<p>x</p><p class="b" style="color: green">y</p>')).toBe(
      `<style>${more}</style><p style="top: 0;">x</p><p class="b" style="top: 0; color: green">y</p>`,
    );
  });

  test("an important one that another wins over on conditions is shown where rules are dropped", () => {
    const html = withStyle(
      ".a { color: red !important } @media print { p.a { color: blue !important } }",
      '<p class="a">x</p>',
    );
    expect(html).toContain(".a { color: red !important }");
    expect(html).toContain('<p style="color: red;" class="a">');
  });
});

describe("tags are found by a parser", () => {
  test.each([
    ["<!-- <p> --><p>x", '<!-- <p> --><p style="color: red;">x'],
    ['<a title="<p>"><p>x', '<a title="<p>"><p style="color: red;">x'],
    ["<textarea><p></textarea><p>x", '<textarea><p></textarea><p style="color: red;">x'],
    ["<P\n CLASS=a>x", '<P style="color: red;"\n CLASS=a>x'],
    ["<p/>x &copy; &", '<p style="color: red;"/>x &copy; &'],
    ["<p style>x", '<p style="color: red;">x'],
    ["<p STYLE=top:0>x", '<p STYLE="color: red; top:0">x'],
  ])("%s", (body, inlined) => {
    expect(withStyle("p { color: red }", body)).toBe(inlined);
  });

  test("elements of one tag that different rules apply to keep their rules", () => {
    const css = "b { color: red } p b { color: blue }";
    expect(withStyle(css, "<b>1<p>2</b>3</p>")).toBeUndefined();
    expect(withStyle("b { color: red }", "<b>1<p>2</b>3</p>")).toBe('<b style="color: red;">1<p>2</b>3</p>');
  });

  test("names of classes are the same in capital letters where browsers take them so", () => {
    const page = '<style>.Head { top: 0 }</style><p class="head">x';
    expect(inline(page)).toContain('style="top: 0;"');
    expect(inline(`<!doctype html>${page}`)).toBeUndefined();
  });
});

describe("a mail that would take long is sent as it is", () => {
  const many = (count: number, text: (index: number) => string) =>
    Array.from({ length: count }, (_, i) => text(i)).join("");
  test.each<[string, () => string]>([
    [
      "5,000 rules that match everything",
      () =>
        `<style>${many(5000, (i) => `div p${":not(.a)".repeat(i % 3)} { margin-${i}: ${i}px }`)}</style>${"<div><p>x</p></div>".repeat(6000)}`,
    ],
    [
      "selectors that go through all siblings",
      () => `<style>${many(500, (i) => `p ~ p ~ p ~ b${i} ~ p { top: ${i}px }`)}</style>${"<p>".repeat(20_000)}`,
    ],
    [
      "selectors that go through all levels",
      () =>
        `<style>${many(200, (i) => `a${i} ${"div ".repeat(8)} p { top: 0 }`)}</style>${"<div>".repeat(450)}${"<p>x</p>".repeat(5000)}`,
    ],
    ["deep elements", () => `<style>p { top: 0 }</style>${"<div>".repeat(60_000)}`],
    ["misnested tags", () => `<style>p { top: 0 }</style>${many(3000, (i) => `<b id=${i}>`)}${"<p>x".repeat(3000)}`],
    ["deep rules", () => `<style>${"@media all {".repeat(5000)}</style><p>x`],
    ["deep brackets", () => `<style>p { color: ${"(".repeat(100_000)}</style><p>x`],
    [
      "many conditions",
      () =>
        `<style>${many(2500, (i) => `@media print { .a { margin-left: ${i}px } } .a { margin: ${i}px }`)}</style>${'<p class="a">x</p>'.repeat(1000)}`,
    ],
  ])("%s", (_, html) => {
    const started = performance.now();
    const result = inline(html());
    expect(performance.now() - started).toBeLessThan(15_000);
    expect(result).toBeUndefined();
  });

  test("a long one with many rules is not", () => {
    const css = many(5000, (i) => `.c${i} { margin: ${i}px; color: #${String(i).padStart(6, "0")} }`);
    const html = withStyle(
      css,
      many(3000, (i) => `<p class="c${i} x">Text of a paragraph</p>`),
    );
    expect(html).toContain('<p style="margin: 2999px; color: #002999;" class="c2999 x">');
  });
});

test("a rule stays for elements that Outlook alone reads, and is copied to the others", () => {
  const html =
    '<style>.a{color:red}.b{margin:0}</style><p class="a b">x</p><!--[if mso]><table class="a"><tr><td>y</td></tr></table><![endif]-->';
  const inlined = inlineCss({ html, expressions: [] }) ?? "";
  expect(inlined).toMatch(/<p [^>]*style="color: ?red; ?margin: ?0;?"/);
  expect(inlined).toContain(".a{color:red}");
  expect(inlined).not.toContain(".b{");
});

test("a rule for Outlook alone still wins where it won, and where it did not, it does not", () => {
  const of = (rule: string) =>
    inlineCss({
      html: `<style>p{color:red}</style><!--[if mso]><style>${rule}</style><![endif]--><p class="a">x</p>`,
      expressions: [],
    }) ?? "";
  expect(of("p{color:blue}")).toMatch(/p ?\{ ?color: ?blue ?!important/);
  expect(of(".a{color:blue}")).toMatch(/\.a ?\{ ?color: ?blue ?!important/);
  expect(of("p{margin:0}")).not.toContain("important");
  expect(of("p{color:blue}")).toMatch(/style="color: ?red;?"/);
});
