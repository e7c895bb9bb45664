import { describe, expect, test } from "vitest";
import { DomainError } from "../../errors.ts";
import { compileTemplate } from "../compile-template.ts";
import { toLiquid } from "./to-liquid.ts";

const render = (template: string, context: object = {}) =>
  compileTemplate(toLiquid(template), { escape: "none" }).render(context);

describe("is written in Liquid as", () => {
  test.each<[string, string]>([
    ["{{{x}}}", "{{ x | raw }}"],
    ["{{&x}}", "{{ x | raw }}"],
    ["{{{user.name}}} and {{name}}", "{{ user.name | raw }} and {{ name }}"],
    [
      "{{#each orders}}{{this}}{{name}}{{@index}}{{@first}}{{@last}}{{@key}}{{../shop}}{{else}}none{{/each}}",
      "{% each item in orders %}{{ item }}{{ item.name }}{{ forloop.index0 }}{{ forloop.first }}{{ forloop.last }}" +
        "{{ forloop.key }}{{ shop }}{% else %}none{% endeach %}",
    ],
    [
      "{{#each a}}{{#each b}}{{x}}{{../x}}{{../../x}}{{@index}}{{@../index}}{{@../key}}{{/each}}{{/each}}",
      "{% each item in a %}{% assign index = forloop.index0 %}{% assign key = forloop.key %}{% each item2 in item.b %}" +
        "{{ item2.x }}{{ item.x }}{{ x }}{{ forloop.index0 }}{{ index }}{{ key }}{% endeach %}{% endeach %}",
    ],
    [
      "{{#each items as |item i|}}{{item.name}}{{i}}{{name}}{{/each}}",
      "{% each item2 in items %}{{ item2.name }}{{ forloop.key }}{{ item2.name }}{% endeach %}",
    ],
    ["{{#if a}}1{{else if b}}2{{else}}3{{/if}}", "{% if a %}1{% elsif b %}2{% else %}3{% endif %}"],
    ["{{^if a}}1{{/if}}", "{% if a %}{% else %}1{% endif %}"],
    ["{{#if n includeZero=true}}1{{/if}}", "{% if n or n == 0 %}1{% endif %}"],
    ["{{#unless a}}1{{else}}2{{/unless}}", "{% unless a %}1{% else %}2{% endunless %}"],
    [
      "{{#with user}}{{name}}{{../x}}{{@root.y}}{{else}}no{{/with}}",
      "{% if user or user == 0 %}{{ user.name }}{{ x }}{{ y }}{% else %}no{% endif %}",
    ],
    ["{{#with user as |u|}}{{u.name}}{{/with}}", "{% if user or user == 0 %}{{ user.name }}{% endif %}"],
    ["{{#eq a 'b'}}1{{else}}2{{/eq}}", '{% eq a, "b" %}1{% else %}2{% endeq %}'],
    ["{{#if (eq a b)}}1{{else if (gt c 2)}}2{{/if}}", "{% if a | eq: b %}1{% elsif c | gt: 2 %}2{% endif %}"],
    [
      "{{#if a}}1{{else if (eq (lowercase b) (lowercase c))}}2{{/if}}",
      "{% if a %}1{% else %}{% assign value2 = c | lowercase %}{% if b | lowercase | eq: value2 %}2{% endif %}{% endif %}",
    ],
    ["{{numberFormat n decimalLength=2 decimalSep=','}}", '{{ n | numberFormat: decimalLength: 2, decimalSep: "," }}'],
    ["{{{pluralize n 'dog' dogs}}}", '{{ n | pluralize: "dog", dogs | raw }}'],
    ["{{titlecase (lowercase x)}}", "{{ x | lowercase | titlecase }}"],
    [
      "{{#each (groupBy pets 'age')}}{{key}}{{#each items}}{{name}}{{/each}}{{/each}}",
      '{% assign value = pets | groupBy: "age" %}{% each item in value %}{{ item.key }}{% each item2 in item.items %}' +
        "{{ item2.name }}{% endeach %}{% endeach %}",
    ],
    ["{{lookup names @root.i}}", "{{ names | lookup: i }}"],
    ["{{user.[first name]}}{{[a b]}}{{this.[x-y]}}", '{{ user["first name"] }}{{ ["a b"] }}{{ x-y }}'],
    ["{{#if list.[0].name}}{{list.length}}{{/if}}", "{% if list[0].name %}{{ list.length }}{% endif %}"],
    ["{{{nil}}}{{{not}}}{{{empty.x}}}", '{{ ["nil"] | raw }}{{ ["not"] | raw }}{{ ["empty"].x | raw }}'],
    ["{{! it's }}{{!-- a }} {% b --}}{{{x}}}", "{% # it\u2019s %}{% # a } } { % b %}{{ x | raw }}"],
    ["a  {{~x~}}  b{{#if y~}} c {{~/if}}", "a{{ x }}b{% if y %}c{% endif %}"],
    ["{{#if x}}\n  a\n{{/if}}\nb", "{% if x %}  a\n{% endif %}b"],
    ["\\{{a}} {{{b}}}", "{% raw %}{{a}}{% endraw %} {{ b | raw }}"],
    [
      "{ {{~{x}~}} }{%{{#if a}}{%{{/if}}",
      "{% raw %}{{% endraw %}{{ x | raw }}}{% raw %}{{% endraw %}%{% if a %}{% raw %}{{% endraw %}%{% endif %}",
    ],
    [
      "{{#i18n 'shop.hello' name=user.name}}Hello{{/i18n}}{{i18n 'shop.bye' n=1}}",
      '{% i18n "shop.hello", name: user.name %}Hello{% endi18n %}{{ "shop.bye" | i18n: n: 1 }}',
    ],
    [
      "{{#i18n 'a.b' value=x}}{{#eq (lowercase y) z}}{{/eq}}{{/i18n}}",
      '{% i18n "a.b", value: x %}{% assign value2 = y | lowercase %}{% eq value2, z %}{% endeq %}{% endi18n %}',
    ],
    ["{{uppercase 'a\"}}%}\\b'}}", '{{ "a\\"\\u007d\\u007d\\u0025\\u007d\\\\b" | uppercase }}'],
    [
      "{{#each list}}{{size}}{{this.size.x}}{{/each}}",
      '{% each item in list %}{{ item | lookup: "size" }}{{ item | lookup: "size" | lookup: "x" }}{% endeach %}',
    ],
    ["{{@index}}{{../x}}{{#if undefined}}{{/if}}", "{{ nil }}{{ nil }}{% if nil %}{% endif %}"],
  ])("%s", (handlebars, liquid) => {
    expect(toLiquid(handlebars)).toBe(liquid);
  });
});

test.each([
  "",
  "Hello {{ name }}, {{name}}",
  "{{ user.name }}{{ items[0] }}{{ user['a b'] }}{{ a == b }}{{ a and b }}{{ not a }}",
  "{% for this in list %}{{ this.name }}{% endfor %}",
  "{{ a | upcase }}{{- b -}}",
  "{% raw %}{{#if x}}{% endraw %}{% comment %}{{> y}}{% endcomment %}",
  "{{ x",
  "{{ 'else @ ../' }}{{ \"a b\" }}",
])("%s is Liquid, or could be, and stays as it is", (text) => {
  expect(toLiquid(text)).toBe(text);
});

describe("is refused with its place", () => {
  test.each<[string, string]>([
    ["a\n  {{> header}}", "line 2, column 3: there are no partials: put the text of the partial in this place"],
    ["{{#> a}}{{/a}}", "line 1, column 1: there are no partials"],
    ["{{* a}}{{#* b}}{{/b}}", "line 1, column 1: there are no decorators: remove it"],
    ["a\n{{join list ', '}}", "line 2, column 1: there is no helper join: there are if, unless, each, with, equals,"],
    ["{{#if (and a b)}}{{/if}}", "line 1, column 7: there is no helper and"],
    ["{{#list a}}{{/list}}", "line 1, column 1: there is no helper list"],
    ["x{{#user}}{{/user}}", "line 1, column 2: {{#user}} depends on the kind of its value: write {{#if ...}}"],
    ["{{#titlecase x}}{{/titlecase}}", "column 1: titlecase has no content: write {{titlecase ...}}"],
    ["{{{titlecase}}}", "line 1, column 1: titlecase takes 1 value, not 0"],
    ["{{gt a}}", "line 1, column 1: gt takes 2 values, not 1"],
    ["{{#if}}{{/if}}", "if takes 1 value, not 0"],
    ["{{#if a b}}{{/if}}", "if takes 1 value, not 2"],
    ["{{#if a includeZero=b}}{{/if}}", "line 1, column 9: includeZero is true or false here: write it out"],
    [
      "{{numberFormat n digits=2}}",
      "column 18: numberFormat has no option digits: it has decimalLength, decimalSep, thousandsSep",
    ],
    ["{{#if a as |b|}}{{/if}}", "if gives no names after as: only each and with do"],
    ["{{#each list}}{{else}}{{this}}{{/each}}", "column 25: it stands for all variables at once: name one of them"],
    ["{{#each list}}{{#with @root.forloop}}{{/with}}{{/each}}", "column 23: forloop is the loop itself in Liquid"],
    ["{{#each list}}{{@root.forloop}}{{/each}}", "forloop is the loop itself in Liquid"],
    [
      "{{@level}}{{#if @foo.x}}{{/if}}",
      "line 1, column 3: @level is not known: there are @index, @key, @first, @last and @root",
    ],
    ["{{{each}}}", "each needs content: write {{#each ...}} ... {{/each}}"],
    ["{{log x}}", "log"],
    ["{{#i18n 'a.b'}}{{else}}{{/i18n}}", "i18n has no else"],
    ["{{{{x}}}}{{{{/x}}}}", "{{#x}} depends on the kind"],
    ["{{#if a", "line 1, column 7: the expression is not closed, or something in it does not belong there"],
    ["{{#if a}}\n", "line 2, column 1: the template ends in the middle of a block or an expression: close it"],
    ["\n{{#if a}}{{/each}}", "line 2, column 4: if doesn't match each"],
    ["{{#if a}}{{foo bar=}}{{/if}}", "line 1, column 20: unexpected CLOSE: check braces, quotes and the words before"],
    ["{{#if a}}{{a.this}}{{/if}}", "Invalid path: a.this"],
    [
      "{{#if a}}\n{% if b %}{{ c | upcase }}",
      "mixes two template languages: {{#if a}} in line 1, column 1 is Handlebars, but {% if b %} in line 2, column 1 and {{ c | upcase }} in line 2, column 11 is Liquid. Write all of it in one of them, best in Liquid",
    ],
  ])("%s", (text, reason) => {
    expect(() => toLiquid(text)).toThrow(DomainError);
    expect(() => toLiquid(text)).toThrow(reason);
  });

  test("behind a long comment, too", () => {
    expect(() => toLiquid(`{{! ${"x".repeat(5000)} }}{{> a}}`)).toThrow("column 5008: there are no partials");
  });

  test("every place at once", () => {
    try {
      toLiquid("{{> a}}\n{{foo 1}}");
      expect.unreachable();
    } catch (error) {
      expect(error instanceof DomainError && error.messages).toEqual([
        "cannot be translated from Handlebars to Liquid, line 1, column 1: there are no partials: put the text of the partial in this place",
        expect.stringMatching(
          /^cannot be translated from Handlebars to Liquid, line 2, column 1: there is no helper foo/,
        ),
      ]);
    }
  });
});

describe("a translated template is kept in bounds", () => {
  test.each<[string, string, string]>([
    ["blocks", "{{#if a}}".repeat(9000) + "{{/if}}".repeat(9000), "line 1, column 1801"],
    ["inverse blocks", "{{^if a}}\n".repeat(9000), "line 201, column 1"],
    ["else if", `{{#if a}}${"{{else if b}}".repeat(9000)}{{/if}}`, "column 2597"],
    ["parentheses", `{{eq ${"(eq ".repeat(300)}}}`, "more than 200 blocks in each other: take some apart"],
  ])("deep nesting of %s is refused", (_, template, reason) => {
    const started = performance.now();
    expect(() => toLiquid(template)).toThrow(reason);
    expect(performance.now() - started).toBeLessThan(1000);
  });

  test("parentheses of the text do not count, nor do blocks side by side", () => {
    const side = "{{#if a}}({{else if b}}({{/if}}".repeat(300);
    expect(render(side + "(".repeat(300), { a: 1 })).toBe("(".repeat(600));
  });

  test("a long template is translated in reasonable time, one of endless expressions not at all", () => {
    const started = performance.now();
    const text = `{{#each list}}{{name}}{{/each}}${"x".repeat(100)}\n`;
    expect(toLiquid(text.repeat(3000)).length).toBeGreaterThan(400_000);
    expect(() => toLiquid(text.repeat(7000))).toThrow("it has more than 20000 expressions, take it apart");
    expect(performance.now() - started).toBeLessThan(5000);
  });

  test.each<[string, string, string]>([
    [
      "loops in loops",
      "{{#each list}}{{#each ../list}}{{#each ../../list}}x{{/each}}{{/each}}{{/each}}",
      "limit exceeded",
    ],
    [
      "empty loops in loops",
      "{{#each list}}{{#each ../list}}{{#each ../../list}}{{/each}}{{/each}}{{/each}}",
      "limit exceeded",
    ],
    ["a huge output", `{{#each list}}${"x".repeat(60_000)}{{/each}}`, "output exceeds"],
    ["a huge value", "{{#each list}}{{#each ../list}}{{uppercase ../../long}}{{/each}}{{/each}}", "limit exceeded"],
  ])("%s is cut off", (_, template, reason) => {
    const started = performance.now();
    const list = Array.from({ length: 2000 }, () => 1);
    expect(() => render(template, { list, long: "x".repeat(10_000) })).toThrow(reason);
    expect(performance.now() - started).toBeLessThan(4000);
  });
});
