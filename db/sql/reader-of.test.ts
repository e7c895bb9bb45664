import { expect, test } from "vitest";
import { readerOf } from "./reader-of.ts";

test("values have the names of their columns, in order", () => {
  const read = readerOf<{ id: string; sentAt: Date | null }>({ id: "m.id", sentAt: "m.sent_at" });
  expect(read(["a", null])).toEqual({ id: "a", sentAt: null });
  expect(Object.keys(read(["b", new Date(0)]))).toEqual(["id", "sentAt"]);
});

test("a name is a name, whatever characters it has", () => {
  const columns = { 'a"b': "x", "c: values[1] }; throw 1; ({ d": "y" };
  expect(readerOf<Record<string, number>>(columns)([1, 2])).toEqual({ 'a"b': 1, "c: values[1] }; throw 1; ({ d": 2 });
});
