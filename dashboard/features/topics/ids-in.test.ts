import { expect, test } from "vitest";
import { idsIn, idsInFile } from "./ids-in.ts";

test("ids are taken from lines and lists, each once", () => {
  expect(idsIn("ada\n bob, \"eve\";ada\r\n\n'kim'")).toEqual(["ada", "bob", "eve", "kim"]);
  expect(idsIn(" \n, ")).toEqual([]);
});

test.each([
  ["lines", "ada\nbob\r\n\ncarl", ["ada", "bob", "carl"]],
  ["a table with a header", "Subscriber ID;Name\nada;Ada\nbob;Bob\n", ["ada", "bob"]],
  ["a quoted table with a mark", '\uFEFF"subscriberId","name"\n"ada","Ada"\n', ["ada"]],
  ["a table without a header", "id-7,x\nid-8,y", ["id-7", "id-8"]],
])("a file of %s has its ids", (_what, text, ids) => expect(idsInFile(text)).toEqual(ids));
