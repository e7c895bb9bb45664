import { expect, test } from "vitest";
import { placeProblems, withLiquidPlace } from "./body-place.ts";

test.each(["{{ body }}", "{{body}}", "{{- body | raw -}}", "{{content}}", "{{ content }} {{ body }}"])(
  "%s is the place for the content of an email",
  (place) => {
    expect(placeProblems(`<main>${place}</main>`)).toEqual([]);
  },
);

test("a missing place is an error of the whole text", () => {
  expect(placeProblems("<main>{{ bodyText }}</main>")).toMatchObject([
    { from: 0, to: 0, severity: "error", message: /^{{ body }} is missing/ },
  ]);
});

test("a second place is a warning where it stands, as conditions may leave one of them", () => {
  const text = "<i>{{ body }}</i>{{body}}";
  expect(placeProblems(text)).toMatchObject([{ from: 17, to: text.length, severity: "warning" }]);
});

test("the place of Handlebars is written in Liquid", () => {
  expect(withLiquidPlace("<i>{{{body}}}</i>{{{ body }}}")).toBe("<i>{{ body }}</i>{{ body }}");
  expect(withLiquidPlace("{{ body }}{{{ other }}}")).toBe("{{ body }}{{{ other }}}");
});
