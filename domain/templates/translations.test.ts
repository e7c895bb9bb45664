import { describe, expect, test } from "vitest";
import { flattenTexts } from "#contract/constants/templates/translation-texts.ts";
import { compileTemplate, type TemplateLimitError } from "./compile-template.ts";
import { translationKeys } from "./translation-keys.ts";
import { type Translations, translationFault, withTranslations } from "./translations.ts";

const group = (...locales: Record<string, unknown>[]) => locales.map(flattenTexts);
const TRANSLATIONS: Translations = new Map([
  [
    "shop",
    group(
      { hello: "Servus {{name}}" },
      { hello: "Hallo {{name}}", sent: "Versandt am {{ date, d.M.yyyy }}", order: { open: "Offen" }, empty: "" },
      {
        hello: "Hello {{name}}",
        thanks: "<b>Thanks</b> {{ user.name }}",
        "order.open": "Open",
        order: { closed: "Closed" },
      },
    ),
  ],
]);

const render = (text: string, context: object = {}, escaping: "html" | "none" = "none") =>
  compileTemplate(text, { escape: escaping }).render(withTranslations(context, TRANSLATIONS));

describe("translations", () => {
  test.each<[string, object, string]>([
    ["{{ 'shop.hello' | i18n: name: user }}", { user: "Ann" }, "Servus Ann"],
    ["{% i18n 'shop.hello', name: user %}Hi {{ name }}{% endi18n %}", { user: "Ann" }, "Servus Ann"],
    ["{{ 'shop.order.open' | i18n }}", {}, "Offen"],
    ["{{ 'shop.order.closed' | i18n }}", {}, "Closed"],
    ["{{ 'shop.empty' | i18n }}.", {}, "."],
    ["{{ 'shop.sent' | i18n: date: at }}", { at: "2026-03-07T10:00:00Z" }, "Versandt am 7.3.2026"],
    ["{{ 'shop.sent' | i18n: date: 'soon' }}", {}, "Versandt am soon"],
    ["{{ 'shop.thanks' | i18n: user: user }}", { user: { name: "Ann" } }, "<b>Thanks</b> Ann"],
    ["{{ 'shop.hello' | i18n }}", { name: "of the payload" }, "Servus "],
    ["{{ key | i18n: name: 'x' }}", { key: "shop.hello" }, "Servus x"],
    [
      "{% for key in keys %}{{ key | i18n }},{% endfor %}",
      { keys: ["shop.order.open", "shop.none"] },
      "Offen,shop.none,",
    ],
    ["{{ 'shop.none' | i18n }}{{ 'other.hello' | i18n }}", {}, "shop.noneother.hello"],
    ["{% i18n 'shop.none', name: user %}Hi {{ name }}{% endi18n %}", { user: "Ann" }, "Hi Ann"],
    [
      "{{ 'shop' | i18n }}{{ '.hello' | i18n }}{{ 'shop.' | i18n }}{{ 'shop.order' | i18n }}",
      {},
      "shop.helloshop.shop.order",
    ],
    ["{{ 'shop.constructor' | i18n }}{{ 'shop.__proto__.x' | i18n }}", {}, "shop.constructorshop.__proto__.x"],
  ])("%s with %j prints %j", (text, context, output) => {
    expect(render(text, context)).toBe(output);
  });

  test("in html the variables are escaped and the translation is not", () => {
    const user = { name: "<i>" };
    expect(render("{{ 'shop.thanks' | i18n: user: user }}", { user }, "html")).toBe("<b>Thanks</b> &lt;i&gt;");
    expect(render("{% i18n 'shop.thanks', user: user %}{% endi18n %}", { user }, "html")).toBe(
      "<b>Thanks</b> &lt;i&gt;",
    );
    expect(render("{{ x | i18n }}", { x: "<i>.<b>" }, "html")).toBe("&lt;i&gt;.&lt;b&gt;");
  });

  test("the payload cannot bring translations of its own", () => {
    const payload = { translations: new Map([["shop", [new Map([["hello", "of the payload"]])]]]) };
    expect(compileTemplate("{{ 'shop.hello' | i18n }}", { escape: "none" }).render(payload)).toBe("shop.hello");
  });

  test("what variables put into a translation counts against the memory of the rendering", () => {
    const long = "x".repeat(1_000);
    const many: Translations = new Map([["a", [new Map([["b", "{{x}}".repeat(1_000)]])]]]);
    const limits = { remainingMs: () => 1_000, memory: 100_000 };
    const compiled = compileTemplate("{{ 'a.b' | i18n: x: long }}", { escape: "html" });
    expect(() => compiled.render(withTranslations({ long }, many), limits)).toThrow(
      expect.objectContaining({ limit: "memory" } satisfies Partial<TemplateLimitError>),
    );
  });
});

test("a flat key counts before a nested one, and a text before the group of texts of its name", () => {
  expect([...flattenTexts({ a: { b: "nested", c: { d: "deep" } }, "a.b": "flat", "a.c": "text" })]).toEqual([
    ["a.b", "flat"],
    ["a.c", "text"],
    ["a.c.d", "deep"],
  ]);
});

test.each([
  ["Hello {{name}}", undefined],
  ["On {{ date, EEEE, MMMM do }}", undefined],
  ["{{ }}", expect.stringContaining("without a name")],
  ["{{ date, nnn }}", expect.stringContaining("{{ date, nnn }}")],
  ["{{ date, 'open }}", undefined],
])("the fault of the translation %j is %j", (text, fault) => {
  expect(translationFault(text)).toEqual(fault);
});

describe("keys that a template prints", () => {
  test.each<[string[], readonly string[] | "any"]>([
    [["{{ 'a.b' | i18n }} and {{ name | upcase }}"], ["a.b"]],
    [
      ["{% if x %}{% i18n 'a.b', x: y %}{% endi18n %}{% else %}{{ \"c.d\" | i18n: n: 1 | upcase }}{% endif %}"],
      ["a.b", "c.d"],
    ],
    [
      ["{% assign t = 'a.b' | i18n %}{{ t }}", "{{ 'c.d' | i18n }}"],
      ["a.b", "c.d"],
    ],
    [["{% each x in list %}{% capture t %}{{ 'a.b' | i18n }}{% endcapture %}{% endeach %}"], ["a.b"]],
    [["{% i18n 'a.b' %}{{ 'c.d' | i18n }}{% endi18n %}"], ["a.b", "c.d"]],
    [["{{ 'a.b' | i18n }}{{ key | i18n }}"], "any"],
    [["{{ 'a.' | append: key | i18n }}"], "any"],
    [["{% i18n key %}{% endi18n %}"], "any"],
    [["i18n in a text", "{{ i18n }}", "{{ 'i18n' }}"], []],
    [["{% i18n 'a.b' %}"], []],
  ])("%j prints %j", (texts, keys) => {
    expect(translationKeys(texts)).toEqual(keys);
  });
});
