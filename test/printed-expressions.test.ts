import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { subscriberView } from "#activities/run/template-views.ts";
import { CATALOGUE } from "#api/blueprints/catalogue.ts";
import { illegalVariables } from "#api/controls/control-issues.ts";
import { layoutVariables as layoutSchema } from "#api/controls/layout-variables.ts";
import { stepVariables } from "#api/controls/step-variables.ts";
import { exampleOf, placesUnder } from "#api/controls/variable-schema.ts";
import { TEMPLATE_FILTERS } from "#contract/constants/templates/template-filters.ts";
import { TEMPLATE_TAGS } from "#contract/constants/templates/template-tags.ts";
import { schemaAt } from "#contract/constants/values/schema-path.ts";
import { variablesOf } from "#dashboard/components/code/variable-schema.ts";
import { renderText } from "#domain/templates/compile-template.ts";
import { buildContext } from "#domain/templates/context.ts";
import { DEFAULT_LAYOUT, layoutVariables } from "#domain/templates/email/layout.ts";
import { renderEmail } from "#domain/templates/email/render-email.ts";
import { findPaths } from "#domain/templates/find-variables.ts";
import { toLiquid } from "#domain/templates/handlebars/to-liquid.ts";
import {
  fillPlaceholders,
  type Translations,
  translationFault,
  withTranslations,
} from "#domain/templates/translations.ts";

/* What the documents, the editor and the blueprints write is accepted where it is saved, and prints when it is rendered. */

const person = subscriberView({
  id: "id-1",
  subscriberId: "ada",
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@example.org",
  phone: "+4930123456",
  avatar: "https://example.org/ada.png",
  locale: "en",
  timezone: "Europe/London",
  data: { plan: "pro" },
  isOnline: true,
  lastOnlineAt: "2026-01-01T00:00:00.000Z",
});
const around = {
  subscriber: { ...person, preferencesUrl: "https://example.org/p", unsubscribeUrl: "https://example.org/u" },
  actor: person,
  tenant: { _id: "t-1", identifier: "acme", name: "Acme", data: { plan: "pro" } },
  branding: {
    logo: "https://example.org/logo.png",
    color: "#123456",
    fontColor: "#111111",
    contentBackground: "#ffffff",
    fontFamily: "Inter, sans-serif",
  },
  context: { tenant: { id: "acme", data: { name: "Acme", plan: "pro" } } },
  env: { shopUrl: "https://shop.example.org" },
  step: { digest: true, events: [{ title: "One" }], total_count: 1, reply_to_address: "reply@example.org" },
  steps: {
    digest: { events: [{ id: "1", time: "2026-01-01", payload: { title: "One" } }], eventCount: 1 },
    bell: { seen: true, read: true },
  },
};
const ENV = [{ key: "shopUrl", isSecret: false, value: "https://shop.example.org" }];
const schema = stepVariables(
  [
    { identifier: "digest", type: "digest" },
    { identifier: "bell", type: "in_app" },
  ],
  { used: [], payloadSchema: null, env: ENV },
);

/** A payload that has a value for each variable that saving finds in the templates, by its bare name or under `payload`. */
function samplePayload(templates: readonly string[]): Record<string, unknown> {
  const used = templates
    .flatMap(findPaths)
    .map(({ name, type }) => ({ name: `payload.${name.replace(/^payload\./, "")}`, type }));
  const sample = exampleOf(placesUnder("payload", used), "payload", { items: 2, textFor: () => "3" });
  return typeof sample === "object" && sample !== null ? { ...sample } : {};
}
const printed = (template: string, payload: Record<string, unknown>): string =>
  renderText(template, buildContext({ ...around, payload }), { escape: "none" }).trim();
/** Bare names are the payload's. */
const illegal = (template: string): string[] =>
  illegalVariables(template, { ...schema, additionalProperties: true }).map(({ variableName }) => variableName);

const EXPRESSION = /\{\{.*?\}\}|\{%-?\s*(\w+).*?%\}(?:.*?\{%-?\s*end\1\s*-?%\})?/g;
const documents = readdirSync("docs")
  .filter((name) => name.endsWith(".md"))
  .map((name) => `docs/${name}`);
/** Fenced blocks of JSON are texts of translations. */
const FENCE = /```(\w*)\n([\s\S]*?)```/g;
/** How a placeholder is written, not one. */
const FORM = "{{date, pattern}}";
const inDocuments = documents.flatMap((path) => {
  const text = readFileSync(path, "utf8");
  const texts = [...text.matchAll(FENCE)].filter(([, language]) => language === "json").map(([, , code = ""]) => code);
  const templates = text.replace(FENCE, (fence, language) => (language === "json" ? "" : fence));
  const code = [...templates.matchAll(/```\w*\n[\s\S]*?```|`[^`\n]+`/g)].map(([span]) => span).join("\n");
  return [
    ...[...code.matchAll(EXPRESSION)].map(([expression]) => ({
      path,
      expression,
      isText: /^\{\{\w+(?:, [^}"=]*)?\}\}$/.test(expression) && path.endsWith("translations.md"),
    })),
    ...texts.flatMap((json) =>
      [...json.matchAll(EXPRESSION)].map(([expression]) => ({ path, expression, isText: true })),
    ),
  ];
});

const SHOP = new Map([
  ["hello", "Hello {{name}}"],
  ["order.sent", "Sent"],
]);
const TRANSLATIONS: Translations = new Map([["shop", [SHOP]]]);

describe("an expression of the documents", () => {
  test("is found", () => {
    expect(inDocuments.length).toBeGreaterThan(8);
  });

  test.each(inDocuments.filter(({ isText }) => !isText))(
    "$path: $expression is accepted, and prints",
    ({ expression }) => {
      const template = toLiquid(expression);
      expect(illegal(template)).toEqual([]);
      const context = buildContext({ ...around, payload: samplePayload([template]) });
      expect(renderText(template, withTranslations(context, TRANSLATIONS), { escape: "none" }).trim()).not.toBe("");
    },
  );

  test.each(inDocuments.filter(({ isText, expression }) => isText && expression !== FORM))(
    "$path: $expression is a text that prints",
    ({ expression }) => {
      expect(translationFault(expression)).toBeUndefined();
      const values = { name: "Ada", date: "2026-01-31T00:00:00.000Z" };
      expect(fillPlaceholders(expression, values, String)).toMatch(/Ada|2026/);
    },
  );
});

/** The names that the editor completes, as far as they go. */
function completed(at: readonly string[] = []): string[] {
  if (at.length > 5) return [];
  return variablesOf(schemaAt(schema, at)).flatMap(({ name, hasNames }) => {
    const path = [...at, name];
    return hasNames ? completed(path) : [path.join(".")];
  });
}

test.each(completed())("the editor's completion %s is accepted, and prints", (name) => {
  expect(illegal(`{{ ${name} }}`)).toEqual([]);
  expect(printed(`{{ ${name} }}`, {})).not.toBe("");
});

test.each(TEMPLATE_TAGS)("the editor's tag $example is accepted, and rendered", ({ name, end, example }) => {
  const tag = name === "if" || name === "unless" ? `${name} payload.condition` : example;
  const whole = end ? `{% ${tag} %}x{% ${end} %}` : `{% ${tag} %}`;
  const template = name === "case" ? "{% case value %}{% when '3' %}x{% endcase %}" : whole;
  const isOfLoop = name === "break" || name === "continue";
  const source = isOfLoop ? `{% for item in list %}x${template}{% endfor %}` : template;
  expect(illegal(source)).toEqual([]);
  expect(() => printed(source, samplePayload([source]))).not.toThrow();
});

test.each(TEMPLATE_FILTERS)(
  "the editor's filter $name is accepted with its arguments, and rendered",
  ({ name, args }) => {
    const needed = args
      .replaceAll(/,? ?\[[^\]]*\]/g, "")
      .split(", ")
      .filter((arg) => arg !== "");
    const source = `{{ payload.value | ${name}${needed.length > 0 ? `: ${needed.map(() => "'3'").join(", ")}` : ""} }}`;
    expect(illegal(source)).toEqual([]);
    expect(() => printed(source, { value: "QUJD" })).not.toThrow();
  },
);

/** Every text of a blueprint's steps. */
const textsIn = (value: unknown): string[] =>
  typeof value === "string"
    ? [value]
    : typeof value === "object" && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];

test.each(CATALOGUE)("the texts of the blueprint $name are accepted, and print", ({ steps }) => {
  const templates = textsIn(steps.map(({ template }) => template)).filter((text) => text.includes("{"));
  const payload = samplePayload(templates);
  for (const template of templates) {
    expect([template, illegal(template)]).toEqual([template, []]);
    expect([template, printed(template, payload)]).not.toEqual([template, ""]);
  }
});

describe("a layout", () => {
  const ofLayout = (source: string) =>
    illegalVariables(source, layoutSchema(layoutVariables(source, []))).map(({ variableName }) => variableName);
  const render = (content: string, payload: Record<string, unknown> = {}) =>
    renderEmail({
      template: { contentType: "customHtml", content: "<p>Body</p>", subject: "Subject", preheader: "Preheader" },
      layout: { content, variables: layoutVariables(content, []) },
      context: buildContext({ ...around, payload }),
    }).html;

  test.each([
    ["the built-in one", DEFAULT_LAYOUT.content, "Subject"],
    ["with the place of newer clients", "<main>{{ content }}</main>", "<p>Body</p>"],
    ["with the body of Handlebars", toLiquid("<main>{{{body}}}</main>"), "<p>Body</p>"],
    ["with its subject and preheader", "{{ subject }} {{ preheader }} {{ body }}", "Subject Preheader"],
    ["with names of the payload", "{{ body }}{{ footer }} {{ payload.legal.name }}", "Foot Acme"],
    ["with a list of the payload", "{{ body }}{% for link in payload.links %}{{ link.url }};{% endfor %}", "a;b;"],
    [
      "with who gets it and who sends it",
      "{{ body }}{{ subscriber.firstName }} {{ tenant.name }} {{ branding.color }}",
      "Ada Acme #123456",
    ],
  ])("%s is accepted, and prints", (_name, content, shown) => {
    expect(ofLayout(content)).toEqual([]);
    const payload = { footer: "Foot", legal: { name: "Acme" }, links: [{ url: "a" }, { url: "b" }] };
    expect(render(content, payload)).toContain(shown);
  });

  test("completes names that print", () => {
    const names = variablesOf(layoutSchema([], ENV))
      .filter(({ hasNames }) => !hasNames)
      .map(({ name }) => name);
    for (const name of names.filter((one) => one !== "payload")) {
      expect([name, render(`{{ body }}<i>{{ ${name} }}</i>`)]).not.toEqual([name, expect.stringContaining("<i></i>")]);
    }
  });
});
