import { expect, test } from "vitest";
import { idsIn } from "./ids-in.ts";

test("ids are taken from lines and lists, each once", () => {
  expect(idsIn("ada\n bob, \"eve\";ada\r\n\n'kim'")).toEqual(["ada", "bob", "eve", "kim"]);
  expect(idsIn(" \n, ")).toEqual([]);
});
