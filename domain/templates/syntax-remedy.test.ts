import { expect, test } from "vitest";
import { compileTemplate } from "./compile-template.ts";

test.each([
  ["{% if a = 1 %}x{% endif %}", "compare with == in place of ="],
  ["{% if a === 1 %}x{% endif %}", "write == in place of ==="],
  ["{% if a && b %}x{% endif %}", "write and in place of &&"],
  ["{% if !a %}x{% endif %}", "write {% unless a %}, or a == false, in place of !a"],
  ["{% if (a and b) or c %}x{% endif %}", "leave out the parentheses"],
  ["{{ a + b }}", "calculate with filters"],
  ["{{ a ? b : c }}", "write {% if a %}b{% else %}c{% endif %}"],
  ["{{ a | append 'x' }}", "put a colon between a filter and its arguments"],
  ["{{ a | upcase() }}", "after a colon, without parentheses"],
  ["{{ a | replace: 'x' 'y' }}", "put commas between the arguments"],
  ["{{ a | default: “x }}", "write straight quotes (\" or ') in place of “"],
  ["{{ a | b <em> c }}", "take <em> out of the braces"],
  ["{{ a | default: it's }}", "a quote in it is not closed"],
  ["{{ a", "add }} where it ends"],
  ["{% if a", "add %} where it ends"],
  ["{% if a %}x", "add {% endif %} where it ends"],
  ["x{% endif %}", "it belongs to a tag that is not open here"],
  ["{% if a %}{% elseif b %}{% endif %}", "write elsif"],
  ["{% foreach a in b %}", "write for, as in"],
  ["{{ a | upcas }}", "did you mean upcase?"],
  ["{% asign a = b %}", "did you mean assign?"],
  ["{{ $name }}", "write name in place of $name"],
])("a template that cannot be parsed is refused with a remedy: %s", (template, remedy) => {
  expect(() => compileTemplate(template, { escape: "none" })).toThrow(remedy);
});

test("a filter that resembles no other gets no suggestion", () => {
  expect(() => compileTemplate("{{ a | zzzzzz }}", { escape: "none" })).toThrow(
    /undefined filter: zzzzzz, line:1, col:1$/,
  );
});
