import { expect, test } from "vitest";
import { ambiguousNames, namedNumbers } from "./numbers.ts";

const numbersIn = (text: string) => Object.fromEntries(namedNumbers("a.ts", text));

test("numbers that a file names are read, also where they are calculated of each other and of units of time", () => {
  expect(numbersIn('import { MINUTE } from "./times.ts";\nexport const LEASE_MS = 2 * MINUTE;')).toEqual({
    LEASE_MS: 120_000,
  });
  expect(numbersIn("const FIRST = 1_000;\nconst LAST = (FIRST + 24) / 2 - 1;")).toEqual({ FIRST: 1_000, LAST: 511 });
});

test("what is no number of the file's own is left out", () => {
  expect(numbersIn('const lease = 3;\nconst NAME = "x";\nconst MOST = limits.most;\nconst TWICE = 2 * MOST;')).toEqual(
    {},
  );
  expect(numbersIn("function work() {\n  const WITHIN = 3;\n}")).toEqual({});
});

test("a name with different numbers is found, and one with equal ones is not", () => {
  const files = new Map([
    [
      "a.ts",
      new Map([
        ["LEASE", 20],
        ["PAUSE", 5],
      ]),
    ],
    [
      "b.ts",
      new Map([
        ["LEASE", 40],
        ["PAUSE", 5],
      ]),
    ],
    ["c.ts", new Map([["LEASE", 20]])],
  ]);
  expect([...ambiguousNames(files)]).toEqual([["LEASE", ["20 in a.ts, c.ts", "40 in b.ts"]]]);
});
