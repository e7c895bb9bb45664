import fc from "fast-check";
import { expect, test } from "vitest";
import { guardCell, unguardCell } from "#contract/constants/templates/formula-cells.ts";
import { csvLine } from "./csv-cell.ts";

test("no cell of a file is taken for a formula, and each text comes back as it was", () => {
  for (const text of ["=1+1", "+49", "-5", "@me", "\tx", "\rx", "'=x", "''+x"]) {
    expect(guardCell(text)).toMatch(/^'/);
  }
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("'", "=", "+", "a", '"', ",") }), (text) => {
      expect(unguardCell(guardCell(text))).toBe(text);
    }),
  );
});

test("cells with separators, quotes or line ends are quoted; what is no text is JSON, and nothing is empty", () => {
  expect(csvLine(["a", 'b "c"', "d,e;f", "g\nh", null, undefined, true, { n: 1 }])).toBe(
    'a,"b ""c""","d,e;f","g\nh",,,true,"{""n"":1}"\r\n',
  );
});
