import { format } from "date-fns/format";
import fc from "fast-check";
import Handlebars from "handlebars";
import { describe, expect, test } from "vitest";
import { compileTemplate } from "../compile-template.ts";
import { toText } from "../text.ts";
import { toLiquid } from "./to-liquid.ts";

// The helpers of Handlebars templates, as customers have used them so far.

const reference = Handlebars.create();
const COMPARISONS: Record<string, (a: string, b: string) => boolean> = {
  // biome-ignore lint/suspicious/noDoubleEquals: the reference compares loosely.
  equals: (a, b) => a == b,
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
  gt: (a, b) => a > b,
  gte: (a, b) => a >= b,
  lt: (a, b) => a < b,
  lte: (a, b) => a <= b,
};
for (const [name, holds] of Object.entries(COMPARISONS)) {
  reference.registerHelper(name, function (this: unknown, a, b, options: Partial<Handlebars.HelperOptions>) {
    const result = holds(a, b);
    if (!options.fn) return result;
    return result ? options.fn(this) : options.inverse?.(this);
  });
}
reference.registerHelper("titlecase", (value: string) =>
  value
    .split(" ")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join(" "),
);
reference.registerHelper("uppercase", (value?: string) => value?.toUpperCase() ?? "");
reference.registerHelper("lowercase", (value?: string) => value?.toLowerCase() ?? "");
reference.registerHelper("pluralize", (n: unknown, one: string, many: string) => (n === 1 ? one : many));
reference.registerHelper("dateFormat", (date: string, pattern: string) =>
  Number.isNaN(Date.parse(date)) ? date : format(new Date(date), pattern),
);
reference.registerHelper("unique", (list: Record<string, unknown>[], name: string) =>
  Array.isArray(list) ? [...new Set(list.map((item) => item[name]))] : "",
);
reference.registerHelper("groupBy", (list: Record<string, unknown>[], name: string) => {
  if (!Array.isArray(list)) return [];
  const groups: Record<string, unknown[]> = {};
  for (const item of list) {
    const key = item[name];
    if (!key) continue;
    groups[String(key)] = [...(groups[String(key)] ?? []), item];
  }
  return Object.entries(groups).map(([key, items]) => ({ key, items }));
});
reference.registerHelper("sortBy", (list: Record<string, string>[], name: string) =>
  Array.isArray(list) ? list.toSorted((a, b) => ((a[name] ?? "") < (b[name] ?? "") ? -1 : 1)) : "",
);
reference.registerHelper("numberFormat", (value: unknown, { hash }: Handlebars.HelperOptions) => {
  const number = Number(value);
  if (Number.isNaN(number)) return value;
  const { decimalLength = 2, decimalSep = ".", thousandsSep = "," } = hash;
  const [whole = "", fraction] = number.toFixed(decimalLength).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, thousandsSep);
  return fraction === undefined ? grouped : grouped + decimalSep + fraction;
});

/** Escaping is taken back: without it, Handlebars adds up the numbers that it prints next to each other. */
const printed = (handlebars: typeof Handlebars, template: string, variables: object) =>
  handlebars
    .compile(template)(variables)
    .replace(/&(?:amp|lt|gt|quot|#x27|#x3D|#x60);/g, (entity) => ENTITIES[entity] ?? "");
const ENTITIES: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
  "&#x3D;": "=",
  "&#x60;": "`",
};
const withReference = (template: string, variables: object) => printed(reference, template, structuredClone(variables));
const translated = (template: string, variables: object) =>
  compileTemplate(toLiquid(template), { escape: "none" }).render(structuredClone(variables));

const VARIABLES = {
  name: "Ann & Bob's <b>",
  count: 0,
  many: 3,
  text: "5",
  no: false,
  yes: true,
  nothing: null,
  blank: "",
  noItems: [],
  user: { name: "Ann", size: "XL", "first name": "A", address: { city: "Graz" }, empty: "e" },
  orders: [
    { id: 1, name: "tea", lines: [{ sku: "a" }, { sku: "b" }], total: 12.5 },
    { id: 2, name: "milk", lines: [], total: 1234567.891 },
    { id: 3, lines: [{ sku: "c" }], total: "x" },
  ],
  matrix: [["p", "q"], ["r"]],
  prices: { tea: 1, milk: 2 },
  keys: ["milk", "tea", "rum"],
  pets: [
    { id: "3", name: "dog", age: 31, born: "2020-03-01" },
    { id: "1", name: "cat", age: 30, born: "2020-01-01" },
    { id: "2", name: "cat", age: 30, born: "2020-02-01" },
  ],
  "odd name": "odd",
  nil: "not nil",
  day: "2020-01-01T12:00:00.000Z",
};

describe("a translated template prints what the reference prints", () => {
  test.each([
    // Values.
    "{{name}}|{{{name}}}|{{&name}}|{{missing}}{{missing.deep}}|{{count}}|{{no}}|{{nothing}}",
    "{{user.name}} {{user.[first name]}} {{[odd name]}} {{user/address/city}} {{this.user.name}} {{./name}} {{@root.name}}",
    "{{{nil}}} {{{user.empty}}} {{{empty}}} {{keys.[0]}} {{keys.length}} {{orders.[0].lines.[1].sku}} {{size}}{{user.size}}{{prices.size}}",
    "{{'odd name'}} {{#if 'x'}}text{{/if}}{{#if 0}}zero{{/if}}{{#if true}}true{{/if}}{{#if null}}null{{/if}}",
    // Loops.
    "{{#each orders}}{{@index}}{{@first}}{{@last}}{{@key}}:{{name}}{{this.id}}{{../name}};{{else}}none{{/each}}",
    "{{#each prices}}{{@key}}={{this}} {{@index}}{{@first}}{{@last}};{{/each}}",
    "{{#each noItems}}x{{else}}{{name}}{{/each}}{{#each missing}}x{{else}}-{{/each}}{{#each name}}x{{else}}text{{/each}}{{#each many}}x{{else}}number{{/each}}{{#each nothing}}x{{/each}}",
    "{{#each orders}}{{#each lines}}{{sku}}{{../id}}{{../../name}}{{@../index}}{{@index}}{{@../last}} {{else}}no{{@index}} {{/each}}{{/each}}",
    "{{#each matrix}}{{#each this}}{{this}}{{@../key}}{{@key}}{{/each}}{{/each}}",
    "{{#each orders as |o i|}}{{o.name}}{{i}}{{#each o.lines as |l j|}}{{l.sku}}{{i}}{{j}}{{o.id}}{{id}}{{/each}}{{/each}}",
    "{{#each prices as |price what|}}{{what}}:{{price}} {{/each}}",
    "{{#each orders}}{{#if lines}}{{#unless @last}}{{name}}{{../user.name}},{{/unless}}{{/if}}{{/each}}",
    "{{#each keys}}{{lookup ../prices this}}{{lookup @root.prices this}}-{{/each}}{{lookup keys 1}}{{lookup prices 'size'}}",
    "{{#each orders}}{{@root.user.name}}{{#with ../user}}{{name}}{{../name}}{{../../count}}{{/with}}{{/each}}",
    "{{#each step.events}}x{{/each}}{{#each this.keys}}{{.}}{{/each}}{{#each user}}{{#if @first}}{{@key}}{{/if}}{{/each}}",
    // Conditions.
    ...["name", "count", "no", "yes", "nothing", "blank", "noItems", "user", "missing", "keys", "text"].flatMap((x) => [
      `{{#if ${x}}}yes{{else}}no{{/if}} {{#unless ${x}}}no{{else}}yes{{/unless}} {{^if ${x}}}no{{/if}}`,
      `{{#if ${x} includeZero=true}}yes{{else}}no{{/if}} {{#with ${x}}}yes{{else}}no{{/with}}`,
    ]),
    "{{#if no}}1{{else if nothing}}2{{else if (eq many 3)}}3{{else}}4{{/if}}",
    "{{#if no}}1{{else if (eq (lowercase user.name) (lowercase 'ANN'))}}2{{else}}3{{/if}}",
    "{{#if no}}1{{else}}{{#if yes}}2{{/if}}{{/if}}{{#if no}}1{{else unless no}}2{{/if}}{{#if no}}1{{else each keys}}{{this}}{{/if}}",
    "{{#with user}}{{name}}{{../count}}{{#with address}}{{city}}{{../name}}{{../../count}}{{/with}}{{/with}}",
    "{{#with user as |u|}}{{u.name}}{{name}}{{/with}}{{#with (lookup orders 0)}}{{name}}{{/with}}{{#with this}}{{name}}{{/with}}",
    "{{#with user}}{{#with this}}{{name}}{{../count}}{{/with}}{{/with}}{{#with user}}{{#with ..}}{{count}}{{/with}}{{/with}}",
    // Helpers.
    ...Object.keys(COMPARISONS).flatMap((helper) =>
      ["many 3", "many '3'", "text 5", "text '5'", "many 4", "'b' 'a'", "10 '9'", "missing 1"].flatMap((args) => [
        `{{#${helper} ${args}}}yes{{else}}no{{/${helper}}}{{#if (${helper} ${args})}}yes{{else}}no{{/if}}{{${helper} ${args}}}`,
        `{{#${helper} ${args}}}yes{{else if yes}}else{{/${helper}}}{{#each keys}}{{#${helper} ${args}}}{{this}}{{/${helper}}}{{/each}}`,
      ]),
    ),
    "{{many}} {{pluralize many 'dog' 'dogs'}} and {{pluralize 1 user.name 'x'}} for {{{lowercase 'HIM'}}}",
    "{{titlecase 'hello wORLD'}} {{uppercase user.name}} {{lowercase user.name}} {{uppercase missing}} {{titlecase (lowercase 'ABC DEF')}}",
    "{{dateFormat day 'EEEE, MMMM do yyyy'}} {{dateFormat 'ABCD' 'yyyy'}}",
    "{{#each (unique pets 'name')}}{{this}}-{{/each}}",
    "{{#each (groupBy pets 'name')}}<h1>{{key}}</h1>{{#each items}}{{age}}-{{../key}}{{@../index}}{{/each}}{{/each}}",
    "{{#each (sortBy pets 'born')}}{{id}} {{/each}}{{#each (sortBy missing 'born')}}x{{else}}none{{/each}}",
    "{{numberFormat 1000000000 decimalSep=',' decimalLength='2' thousandsSep='|'}} {{#each orders}}{{numberFormat total}}/{{/each}}{{numberFormat 'Not a number'}}",
    // Blanks, comments, literal text.
    "a\n  {{#if yes}}\n    b\n  {{else}}\n    c\n  {{/if}}\nd {{~name~}} \n e\n{{! a comment }}\nf {{!-- {{x}} --}} g",
    "<ul>\n{{#each keys}}\n  <li>{{this}}</li>\n{{~/each}}\n</ul>\n{{#unless yes}}x{{^}}y{{/unless}}",
    "\\{{name}} \\\\{{name}} { {{~name}} {% {{#if yes}}{{{name}}}%}{{/if}} 100{%{{{name}}}",
    'p { color: red } {{#if yes}}{"a": {{{count}}} }{{/if}} {{~#if yes}}{{!x}}{ {{~!y~}} { {{~name}}{{/if}}',
  ])("%s", (template) => {
    expect(translated(template, VARIABLES)).toBe(withReference(template, VARIABLES));
  });

  test("integer-like keys of groups are the one difference in their order", () => {
    const template = "{{#each (groupBy pets 'age')}}{{key}} {{/each}}";
    expect(withReference(template, VARIABLES)).toBe("30 31 ");
    expect(translated(template, VARIABLES)).toBe("31 30 ");
  });

  test("html is escaped in the same places", () => {
    const template =
      "<p>{{name}}</p>{{{name}}}{{#each keys}}{{../name}}{{/each}}{{uppercase name}}{{{uppercase name}}}";
    const html = compileTemplate(toLiquid(template), { escape: "html" }).render(VARIABLES);
    expect(html).toBe(reference.compile(template)(VARIABLES).replaceAll("&#x27;", "&#39;"));
  });
});

// Templates of a small grammar, over variables of any shape. `print` stands for the braces of a value.

const NAMES = ["a", "b", "c", "not", "nil", "item", "index", "forloop", "size", "x y"];
const segment = (name: string) => (/^\w+$/.test(name) ? name : `[${name}]`);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom("", "t", "<&>'", 0, 1, -2.5, true, false, null),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...NAMES), tie("value"), { maxKeys: 4, noNullPrototype: true }),
  ),
}));
const variables = fc.dictionary(fc.constantFrom(...NAMES), value, { noNullPrototype: true });

const path = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        fc.constantFrom("", "", "../", "../../", "this."),
        fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 2 }),
      )
      .map(([start, names]) => start + names.map(segment).join(".")),
  },
  // Handlebars prints zero and false for a property of them, but only behind @root.
  { weight: 1, arbitrary: fc.constantFrom(...NAMES).map((name) => `@root.${segment(name)}`) },
  { weight: 1, arbitrary: fc.constantFrom("@index", "@key", "@first", "@last", "@../index", "@../key") },
);
const literal = fc.constantFrom("'t'", `"it's }} %}"`, "1", "0", "true", "null");
const operand = fc.oneof(
  { weight: 4, arbitrary: path },
  { weight: 1, arbitrary: literal },
  {
    weight: 1,
    arbitrary: fc.tuple(path, fc.constantFrom("'a'", "0", "@key", "b")).map(([list, key]) => `(lookup ${list} ${key})`),
  },
  { weight: 1, arbitrary: fc.tuple(path, literal).map(([left, right]) => `(eq ${left} ${right})`) },
);
const words = fc.constantFrom("text", " ", "\n", " }", "{ ", "%}", "(", "'", "<b>", "\n  ", " | ");
const tilde = fc.constantFrom("", "", "", "~");

const { body: template } = fc.letrec<{ body: string; part: string }>((tie) => ({
  body: fc.array(tie("part"), { maxLength: 3 }).map((parts) => parts.join("")),
  part: fc.oneof(
    { maxDepth: 3 },
    words,
    fc.tuple(tilde, path, tilde).map(([open, x, close]) => `{{${open}print ${x}${close}}}`),
    fc
      .tuple(tilde, operand, tie("body"), tilde, tie("body"))
      .map(([s, x, then, t, other]) => `{{${s}#if ${x}}}${then}{{else${t}}}${other}{{/if}}`),
    fc
      .tuple(operand, operand, tie("body"), tie("body"))
      .map(([x, y, then, other]) => `{{#if ${x}}}${then}{{else if ${y}}}${other}{{/if}}`),
    fc.tuple(operand, tie("body")).map(([x, then]) => `{{#unless ${x}}}${then}{{/unless}}`),
    fc
      .tuple(operand, operand, tie("body"), tie("body"))
      .map(([x, y, then, other]) => `{{#eq ${x} ${y}}}${then}{{else}}${other}{{/eq}}`),
    fc
      .tuple(tilde, path, tie("body"), tie("body"))
      .map(([s, x, body, other]) => `{{#each ${x}${s}}}${body}{{else}}${other}{{/each}}`),
    fc
      .tuple(path, tie("body"), tie("body"))
      .map(([x, body, other]) => `{{#with ${x}}}${body}{{else}}${other}{{/with}}`),
    fc.constantFrom("{{! note }}", "{{~!-- it's {{x}} --~}}"),
  ),
}));

/** Handlebars does not count a block for `../` whose `this` loosely equals the one around it, by accident. */
let isAccident = false;
const generous = Handlebars.create();
for (const name of ["each", "with"] as const) {
  generous.registerHelper(name, function (this: unknown, context: unknown, options: Handlebars.HelperOptions) {
    const fn = (inner: unknown, more: Handlebars.RuntimeOptions) => {
      // biome-ignore lint/suspicious/noDoubleEquals: as Handlebars compares them.
      isAccident ||= inner == this;
      return options.fn(inner, more);
    };
    return Handlebars.helpers[name]?.call(this, context, { ...options, fn });
  });
}
generous.registerHelper("print", (shown: unknown) => toText(shown));
// The differences that are meant: Liquid has one word for what is missing, nothing has no properties, and a list is no key.
generous.registerHelper("eq", function (this: unknown, a: unknown, b: unknown, options: Handlebars.HelperOptions) {
  const holds = (a ?? null) === (b ?? null);
  if (!options.fn) return holds;
  return holds ? options.fn(this) : options.inverse(this);
});
generous.registerHelper("lookup", (object: unknown, key: unknown, options) =>
  object && (typeof key === "string" || typeof key === "number")
    ? Handlebars.helpers.lookup?.(object, key, options)
    : undefined,
);

describe("any template", () => {
  test("prints the same", () => {
    let count = 0;
    fc.assert(
      fc.property(template, variables, (source, context) => {
        const marked = `{{! Handlebars }}${source}`;
        const liquid = attempt(() => toLiquid(marked.replaceAll(/(\{\{~?)print /g, "$1")));
        fc.pre(liquid !== undefined);
        isAccident = false;
        const expected = printed(generous, marked, context);
        fc.pre(!isAccident);
        count += 1;
        expect(compileTemplate(liquid, { escape: "none" }).render(context)).toBe(expected);
        expect(toLiquid(liquid)).toBe(liquid);
      }),
      { numRuns: 400 },
    );
    expect(count).toBeGreaterThan(200);
  });

  /** A variable of the name that Liquid has for the loop cannot be read inside one. */
  function attempt(translate: () => string): string | undefined {
    try {
      return translate();
    } catch (error) {
      expect(error).toHaveProperty("message", expect.stringContaining("forloop is the loop itself"));
      return undefined;
    }
  }
});
