import { describe, expect, test } from "vitest";
import { compileTemplate } from "./compile-template.ts";

const render = (text: string, context: object = {}) => compileTemplate(text, { escape: "none" }).render(context);
const pets = [
  { name: "cat", age: 30, born: "2020-03-01" },
  { name: "dog", age: 31, born: "2020-01-01" },
  { name: "cat", age: 30, born: "2020-02-01" },
  { age: 0 },
];

describe("comparisons", () => {
  test.each<[string, unknown, unknown, boolean]>([
    ["equals", 1, "1", true],
    ["equals", 1, 2, false],
    ["equals", "a", "a", true],
    ["equals", true, "1", true],
    ["equals", undefined, null, true],
    ["equals", undefined, 0, false],
    ["equals", {}, "[object Object]", false],
    ["eq", 5, 5, true],
    ["eq", 5, "5", false],
    ["ne", 5, "5", true],
    ["ne", 5, 5, false],
    ["gt", 3, "2", true],
    ["gt", "10", "9", false],
    ["gt", 10, "9", true],
    ["gt", 2, 2, false],
    ["gt", undefined, 1, false],
    ["gte", 2, 2, true],
    ["gte", 1, 2, false],
    ["gte", null, 0, false],
    ["lt", 1, "2", true],
    ["lt", "b", "a", false],
    ["lt", 1, undefined, false],
    ["lte", 2, 2, true],
    ["lte", 3, 2, false],
    ["lte", "a", "b", true],
    ["lte", [], 1, false],
  ])("%s of %j and %j is %j, inline and as a block", (name, a, b, holds) => {
    expect(render(`{{ a | ${name}: b }}`, { a, b })).toBe(String(holds));
    expect(render(`{% ${name} a, b %}yes{% else %}no{% end${name} %}`, { a, b })).toBe(holds ? "yes" : "no");
    expect(render(`{% ${name} a b %}yes{% end${name} %}`, { a, b })).toBe(holds ? "yes" : "");
  });

  test("an object of the payload cannot smuggle in a conversion of its own", () => {
    expect(render("{{ a | gt: 1 }}{{ a | equals: 1 }}", { a: { valueOf: 2 } })).toBe("falsefalse");
  });

  test("a block that is not closed, or compares one thing, cannot be parsed", () => {
    expect(() => render("{% gt a, b %}yes")).toThrow("not closed");
    expect(() => render("{% gt a %}yes{% endgt %}")).toThrow("value expected");
  });
});

test.each<[string, object, string]>([
  ["{{ t | titlecase }}", { t: "hello wORLD" }, "Hello World"],
  ["{{ t | titlecase }}", { t: "a  b" }, "A  B"],
  ["{{ t | titlecase }}", {}, ""],
  ["{{ t | titlecase }}", { t: 7 }, "7"],
  ["{{ t | uppercase }}", { t: "hello World" }, "HELLO WORLD"],
  ["{{ t | uppercase }}", {}, ""],
  ["{{ t | lowercase }}", { t: "Hello World" }, "hello world"],
  ["{{ t | lowercase }}", {}, ""],
  [
    "{{ a }} {{ a | pluralize: 'dog', 'dogs' }} and {{ b }} {{ b | pluralize: one, many }}",
    { a: 1, b: 2, one: "sausage", many: "sausages" },
    "1 dog and 2 sausages",
  ],
  ["{{ n | pluralize: 'dog', 'dogs' }}", { n: "1" }, "dog"],
  ["{{ n | pluralize: 'dog', 'dogs' }}", {}, "dogs"],
  ["{{ n | pluralize: 'dog', 'dogs' }}", { n: 0 }, "dogs"],
  ["{{ t }}", { t: "it's Ann's" }, "it's Ann's"],
  ["{{ t | json }}", { t: { a: [1, null] } }, '{"a":[1,null]}'],
  ["{{ t | json }}", {}, "null"],
])("%s of %j prints %j", (text, context, output) => {
  expect(render(text, context)).toBe(output);
});

describe("dateFormat", () => {
  test.each<[unknown, string, string]>([
    ["2020-01-01", "EEEE, MMMM do yyyy", "Wednesday, January 1st 2020"],
    ["2020-03-01T23:30:00.000Z", "yyyy-MM-dd HH:mm", "2020-03-01 23:30"],
    ["2020-03-01T23:30:00+02:00", "HH:mm xxx", "21:30 +00:00"],
    ["2020-03-01 23:30", "HH:mm", "23:30"],
    [1583019000000, "yyyy-MM-dd", "2020-02-29"],
    [new Date("2020-02-29T00:00:00.000Z"), "do MMM, h aaa", "29th Feb, 12 am"],
    ["2020-03-01", "Do", "61st"],
    ["2020-03-01", "I R", "9 2020"],
    ["2020-03-01", "yyyy 'at' QQQ", "2020 at Q1"],
    ["ABCD", "yyyy", "ABCD"],
    [undefined, "yyyy", ""],
    ["2020-01-01", "", "2020-01-01"],
  ])("%j as %j is %s", (d, pattern, output) => {
    expect(render("{{ d | dateFormat: pattern }}", { d, pattern })).toBe(output);
  });

  test.each([
    ["Asia/Kolkata", "2020-07-02 03:30 +05:30"],
    ["America/New_York", "2020-07-01 18:00 -04:00"],
    ["UTC", "2020-07-01 22:00 +00:00"],
  ])("in %s it is %s", (zone, output) => {
    expect(render("{{ '2020-07-01T22:00:00Z' | dateFormat: 'yyyy-MM-dd HH:mm xxx', zone }}", { zone })).toBe(output);
  });

  test("a pattern or a zone that does not exist is an error of the template", () => {
    expect(() => render("{{ '2020-01-01' | dateFormat: 'n' }}")).toThrow("unescaped latin alphabet character");
    expect(() => render("{{ '2020-01-01' | dateFormat: 'y', 'Mars/Base' }}")).toThrow("Mars/Base");
  });
});

describe("lists", () => {
  test.each<[string, string]>([
    ["{% assign u = pets | unique: 'name' %}{% for n in u %}{{ n }}-{% endfor %}", "cat-dog-"],
    ["{{ words | unique | join: '-' }}", "b-a"],
    ["{{ nothing | unique: 'name' | size }}", "0"],
    ["{{ 'text' | unique: 'name' | size }}", "0"],
    [
      "{% assign g = pets | groupBy: 'age' %}{% for a in g %}<{{ a.key }}>{% for i in a.items %}{{ i.name }}-{% endfor %}{% endfor %}",
      "<30>cat-cat-<31>dog-",
    ],
    ["{% assign g = keys | groupBy: 'k' %}{% for a in g %}{{ a.key }}{% endfor %}", "b2a1"],
    ["{{ nothing | groupBy: 'age' | size }}", "0"],
    [
      "{% assign s = pets | sortBy: 'born' %}{% for p in s %}{{ p.born }} {% endfor %}",
      "2020-01-01 2020-02-01 2020-03-01  ",
    ],
    ["{{ words | sortBy | join: '-' }}", "a-b-b"],
    ["{{ numbers | sortBy | join: '-' }}", "10-9"],
    ["{{ 'text' | sortBy: 'x' | size }}", "0"],
  ])("%s prints %j", (text, output) => {
    const keys = [{ k: "b" }, { k: 2 }, { k: "a" }, { k: 1 }, { k: "b" }];
    expect(render(text, { pets, keys, words: ["b", "a", "b"], numbers: [9, 10] })).toBe(output);
  });

  test("sorting leaves the list itself as it was", () => {
    const words = ["b", "a"];
    expect(render("{{ words | sortBy | join }} {{ words | join }}", { words })).toBe("a b b a");
    expect(words).toEqual(["b", "a"]);
  });
});

test.each<[unknown, string, string]>([
  [1000000000, "decimalLength: 2, decimalSep: ',', thousandsSep: '|'", "1|000|000|000,00"],
  [1234.567, "", "1,234.57"],
  [1234.5, "decimalLength: 0", "1,235"],
  [1234.5, "decimalLength: '0'", "1,235"],
  [-1234567.891, "decimalLength: 1", "-1,234,567.9"],
  ["1234", "thousandsSep: ''", "1234.00"],
  [123, "decimalLength: -3", "123.00"],
  [0, "", "0.00"],
  ["Not a number", "", "Not a number"],
  ["", "", ""],
  [undefined, "", ""],
])("numberFormat of %j with %j is %s", (n, options, output) => {
  expect(render(`{{ n | numberFormat${options && `: ${options}`} }}`, { n })).toBe(output);
});
