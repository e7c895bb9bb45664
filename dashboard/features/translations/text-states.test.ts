import { expect, test } from "vitest";
import type { ShownKeys } from "./shown-keys.ts";
import { filteredKeys, type GroupTexts, groupTexts, nextOpen } from "./text-states.ts";

const GROUP = groupTexts({
  columns: [
    { locale: "de", texts: { hello: "Hallo {{nmae}}", order: { sent: "Versandt" } } },
    { locale: "de-AT", texts: { hello: "Servus {{name}}" } },
    { locale: "en", texts: { hello: "Hello {{ name }}", bye: "Bye", "order.sent": "Sent" } },
  ],
  defaultLocale: "en",
  outdated: { source: "en", locales: [{ locale: "de", keys: ["order.sent"] }] },
  newKeys: ["new"],
});
const stateOf = (locale: string, key: string) => GROUP.stateOf(columnOf(GROUP, locale), key);
function columnOf({ columns }: GroupTexts, locale: string) {
  const column = columns.find((one) => one.locale === locale);
  if (!column) throw new Error(`no ${locale}`);
  return column;
}

test("a text is missing where neither the locale nor a more general one of its language has it", () => {
  expect(stateOf("de-AT", "order.sent")).toEqual({
    text: undefined,
    open: [],
    fallback: { locale: "de", text: "Versandt" },
  });
  expect(stateOf("de-AT", "bye")).toMatchObject({ open: ["missing"], fallback: { locale: "en", text: "Bye" } });
  expect(stateOf("en", "new")).toEqual({ text: undefined, open: ["missing"], fallback: undefined });
  expect(GROUP.countsOf(columnOf(GROUP, "de"))).toEqual({ missing: 2, outdated: 1, placeholders: 1 });
  expect(GROUP.countsOf(columnOf(GROUP, "en"))).toEqual({ missing: 1, outdated: 0, placeholders: 0 });
});

test("placeholders that differ from those of the default locale are named", () => {
  expect(stateOf("de", "hello").gaps).toEqual({ lacking: ["name"], foreign: ["nmae"] });
  expect(stateOf("de-AT", "hello").gaps).toBeUndefined();
});

test("a filter finds keys by what is open in a locale, by use and by words", () => {
  const found = (show?: ShownKeys, locale?: string, query = "") =>
    filteredKeys(GROUP, { show, locale, query }, (key) => key === "hello");
  expect(found()).toEqual(["new", "bye", "hello", "order.sent"]);
  expect(found("missing")).toEqual(["new", "bye"]);
  expect(found("missing", "en")).toEqual(["new"]);
  expect(found("outdated")).toEqual(["order.sent"]);
  expect(found("outdated", "de-AT")).toEqual([]);
  expect(found("placeholders")).toEqual(["hello"]);
  expect(found("unused", undefined, "sent")).toEqual(["order.sent"]);
  expect(found(undefined, undefined, "VERSANDT")).toEqual(["order.sent"]);
});

test("the next open text is found row by row, and again from the start", () => {
  const keys = filteredKeys(GROUP, { show: undefined, locale: undefined, query: "" }, () => true);
  const filter = { show: undefined, locale: "de", query: "" };
  const order = [undefined, "new", "bye", "hello", "order.sent"].map((key) =>
    nextOpen(GROUP, keys, filter, key === undefined ? undefined : { locale: "de", key }),
  );
  expect(order.map((cell) => cell?.key)).toEqual(["new", "bye", "hello", "order.sent", "new"]);
  const outdated = { ...filter, show: "outdated" as const };
  expect(nextOpen(GROUP, keys, outdated, { locale: "de", key: "order.sent" })?.key).toBe("order.sent");
  expect(nextOpen(GROUP, keys, { ...outdated, locale: "en" }, undefined)).toBeUndefined();
  expect(nextOpen(GROUP, [], filter, undefined)).toBeUndefined();
});
