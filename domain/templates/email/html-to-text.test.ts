import fc from "fast-check";
import { expect, test } from "vitest";
import { escapeHtml } from "../safe-html.ts";
import { sanitizeInApp } from "../sanitize-in-app.ts";
import { htmlToText } from "./html-to-text.ts";

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.constantFrom(..."<>&;\"'/!?#x3bnbspam \n\t{}") }),
);

test("escaping a text and reading the html gives the same text", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(htmlToText(escapeHtml(text))).toBe(text);
    }),
  );
});

test("a text that is put into an in-app message's markup is read from it as it was", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      for (const [before, after] of [
        ["Hi ", "!"],
        ["<b>Hi</b> ", ""],
        ["<i>", "</i>"],
      ]) {
        const html = sanitizeInApp(`${before}${escapeHtml(text)}${after}`);
        expect(htmlToText(html)).toBe(`${htmlToText(before ?? "")}${text}${htmlToText(after ?? "")}`);
      }
    }),
  );
});

test.each([
  ["Hi O&#39;Brien &amp; co &copy; &nbsp;", "Hi O'Brien & co © \u00a0"],
  ["5 < 6 & 7 > 2, I <3 you", "5 < 6 & 7 > 2, I <3 you"],
  ["one<br>two<br />\n  three", "one\ntwo\nthree"],
  ["<p>One</p><p>two &lt;b&gt;</p>", "One\ntwo <b>"],
  ["<div>\n  <p>One</p>\n\n  <p>Two</p>\n</div>\n", "One\nTwo"],
  ["Intro<ul><li>a</li><li><b>b</b> c</li></ul>end", "Intro\na\nb c\nend"],
  ["<h1>Title</h1>text", "Title\ntext"],
  ["<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc"],
  ['See <a href="https://example.com">the order</a><img src="https://x/a.png" alt=" now">', "See the order now"],
  ["<script>alert(1)</script><style>p {}</style>x", "x"],
  ["a <b and no end", "a "],
  ["  two  spaces\nand a line ", "  two  spaces\nand a line "],
])("html %j shows the text %j", (html, text) => {
  expect(htmlToText(html)).toBe(text);
});

const filled = (part: string) => part.repeat(Math.ceil(100_000 / part.length));

test.each(["<b>", "</p>", "<br>", "&amp;", "<", " \n", "<td>", "<p>\n "])(
  "a hundred thousand characters of %j take their time once",
  (part) => {
    const started = performance.now();
    htmlToText(`<p>${filled(part)}`);
    expect(performance.now() - started).toBeLessThan(2_000);
  },
);
