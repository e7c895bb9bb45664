import { expect, test } from "vitest";
import { TEMPLATE_FILTERS } from "#contract/constants/templates/template-filters.ts";
import { COMPARISON_TAGS, TEMPLATE_TAGS } from "#contract/constants/templates/template-tags.ts";
import { createTemplateEngine } from "./engine.ts";

test.each(["html", "none"] as const)(
  "the filters and tags that are offered are those of the engine (%s)",
  (escaping) => {
    const { filters, tags } = createTemplateEngine(escaping);
    expect(TEMPLATE_FILTERS.map(({ name }) => name).toSorted()).toEqual(Object.keys(filters).toSorted());
    expect(TEMPLATE_TAGS.map(({ name }) => name).toSorted()).toEqual(Object.keys(tags).toSorted());
  },
);

test("each comparison is a filter and a block", () => {
  const names = TEMPLATE_FILTERS.map(({ name }) => name);
  expect(COMPARISON_TAGS.filter((name) => !names.includes(name))).toEqual([]);
});

test.each(TEMPLATE_TAGS.filter(({ end }) => end !== null))("the engine closes the block of $name by $end", (tag) => {
  const branch = tag.name === "case" ? '{% when "a" %}' : "";
  const engine = createTemplateEngine("none");
  expect(() => engine.parse(`{% ${tag.example} %}${branch}text{% ${tag.end} %}`)).not.toThrow();
  expect(() => engine.parse(`{% ${tag.example} %}${branch}text`)).toThrow("not closed");
});
