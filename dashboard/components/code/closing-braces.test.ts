import { expect, test } from "vitest";
import { closeBraces } from "./closing-braces.ts";
import { changeBetween } from "./replace-document.ts";

/** Types a character where the text has a `^`. */
function typed(marked: string, character: string): string {
  const [before = "", after = ""] = marked.split("^");
  const closing = closeBraces({ before, after, typed: character });
  if (!closing) return `${before}${character}^${after}`;
  const rest = `${closing.insert}${after.slice(closing.removed)}`;
  return `${before}${rest.slice(0, closing.cursor)}^${rest.slice(closing.cursor)}`;
}

test.each([
  ["{^", "{", "{{^}}"],
  ["a {^ b", "{", "a {{^}} b"],
  ["{^", "%", "{%^%}"],
  ["{{a^}}", "}", "{{a}^}"],
  ["{{a}^}", "}", "{{a}}^"],
  ["{% a ^%}", "%", "{% a %^}"],
  ["{{^}}", " ", "{{ ^ }}"],
  ["{%^%}", " ", "{% ^ %}"],
  ["{{ a^ }}", "}", "{{ a }^}"],
  ["{{ a ^ }}", "}", "{{ a }^}"],
  ["{% a ^ %}", "%", "{% a %^}"],
  ["{% a %^}", "}", "{% a %}^"],
  ["{{a^}}", " ", "{{a ^}}"],
  ["^", "{", "{^"],
  ["{{^}}", "{", "{{{^}}"],
  ["a^}}", "}", "a}^}}"],
  ["{{ a }}^}}", "}", "{{ a }}}^}}"],
  ["50^", "%", "50%^"],
])("%s and %s become %s", (before, character, after) => {
  expect(typed(before, character)).toBe(after);
});

test.each([
  ["Hello you", "Hello dear you", { from: 6, to: 6, insert: "dear " }],
  ["aaa", "aa", { from: 2, to: 3, insert: "" }],
  ["", "a", { from: 0, to: 0, insert: "a" }],
  ["same", "same", { from: 4, to: 4, insert: "" }],
])("the change from %s to %s leaves what is equal", (before, after, change) => {
  expect(changeBetween(before, after)).toEqual(change);
});
