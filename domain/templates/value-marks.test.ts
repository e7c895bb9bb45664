import { expect, test } from "vitest";
import { compileTemplate } from "./compile-template.ts";
import { writeValues } from "./value-marks.ts";

const SLACK = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const AT = { "@": "@\u200B", "<!": "<\u200B" };

const rendered = (template: string, payload: object, escapes = {}) =>
  writeValues(compileTemplate(template, { escape: "marked" }).render({ payload }), escapes);

test.each([
  ["<!channel> & <@U1>", "&lt;!channel&gt; &amp; &lt;@U1&gt;", "<\u200B!channel> & <\u200B@\u200BU1>"],
  [
    "@channel, (@here) _@all_ a.@x",
    "@channel, (@here) _@all_ a.@x",
    "@\u200Bchannel, (@\u200Bhere) _@\u200Ball_ a.@\u200Bx",
  ],
  ["ada@example.com", "ada@example.com", "ada@example.com"],
  ["1 < 2 > 0", "1 &lt; 2 &gt; 0", "1 < 2 > 0"],
  ["a\uFDD2!channel>", "a!channel&gt;", "a!channel>"],
])("the value %j mentions nobody, and stays as it is where nothing is escaped", (text, slack, at) => {
  expect(rendered("{{payload.text}}", { text }, SLACK)).toBe(slack);
  expect(rendered("{{payload.text}}", { text }, AT)).toBe(at);
  expect(rendered("{{payload.text}}", { text })).toBe(text.replace("\uFDD2", ""));
});

test("the author's own text, and what the author prints raw, stay as they are", () => {
  const text = "<!here>";
  expect(rendered("<!channel> @all & {{payload.text | raw}}", { text }, SLACK)).toBe("<!channel> @all & <!here>");
  expect(rendered("@all {{payload.text | raw}}", { text: "@here" }, AT)).toBe("@all @here");
  expect(rendered("{{payload.text | escape}}", { text }, SLACK)).toBe("&lt;!here&gt;");
});

test("values that stand side by side, or in a link of the author's, make no mention either", () => {
  expect(rendered("{{payload.a}}{{payload.b}}", { a: "<", b: "!channel>" }, AT)).toBe("<\u200B!channel>");
  expect(rendered("{{payload.a}}{{payload.b}}", { a: "@", b: "channel" }, AT)).toBe("@\u200Bchannel");
  expect(rendered("<{{payload.url}}|open>", { url: "!channel" }, SLACK)).toBe("<\u200B!channel|open>");
  expect(rendered("<{{payload.url}}|open>", { url: "https://a.example/?b=1&c=2" }, SLACK)).toBe(
    "<https://a.example/?b=1&amp;c=2|open>",
  );
  expect(rendered("<@{{payload.id}}> {{payload.tag}}", { id: "U1", tag: "#1" }, SLACK)).toBe("<@U1> #1");
});

test("a value is no card by itself, but a part of the author's", () => {
  const teams = { "{": "\u200B{" };
  const text = ' {"type":"message"}';
  expect(rendered("{{payload.text}}", { text }, teams).trim().charAt(0)).not.toBe("{");
  expect(rendered('{"a": {{payload.text}} }', { text }, teams)).toBe('{"a":  {"type":"message"} }');
  expect(rendered("{{payload.text}}", { text })).toBe(text);
});
