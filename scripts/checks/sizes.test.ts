import { expect, test } from "vitest";
import { longFunctions } from "./sizes.ts";

const lines = (count: number) => "  work();\n".repeat(count);
const found = (text: string) =>
  longFunctions("a.ts", text, 10).map(({ name, line, lines: size }) => [name, line, size]);

test("a function of more lines than the limit is found by its name and line, wherever it stands", () => {
  expect(found(`function short() {\n${lines(8)}}\n`)).toEqual([]);
  expect(found(`\nfunction long() {\n${lines(9)}}\n`)).toEqual([["long", 2, 11]]);
  expect(found(`const arrow = () => {\n${lines(9)}};\n`)).toEqual([["arrow", 1, 11]]);
  expect(found(`register(async () => {\n${lines(9)}});\n`)).toEqual([["the function given to register", 1, 11]]);
});

test("of a function that returns an object of functions, only these count", () => {
  const holder = (inner: number) =>
    `function holder() {\n  let state = 0;\n  function inner() {\n${lines(inner)}  }\n  return { inner };\n}\n`;
  expect(found(holder(8))).toEqual([]);
  expect(found(holder(9))).toEqual([["inner", 3, 11]]);
  // One that only makes an object is as long as it is.
  expect(found(`const fields = () => ({\n${"  a: 1,\n".repeat(9)}});\n`)).toEqual([["fields", 1, 11]]);
});
