import fc from "fast-check";
import { expect, test } from "vitest";
import { NumberTooLargeError, parseExactJson } from "./exact-json.ts";

test("an integer beyond 2^53 is read and written with all its digits", () => {
  const text = '{"id":9007199254740993,"list":[-9007199254740995,{"of":123456789012345678901234567890}],"small":1.5}';
  expect(parseExactJson(text)).toEqual({
    id: 9007199254740993n,
    list: [-9007199254740995n, { of: 123456789012345678901234567890n }],
    small: 1.5,
  });
  expect(JSON.stringify(parseExactJson(text))).toBe(text);
});

test.each<[string, unknown]>([
  ["9007199254740991", 9007199254740991],
  ["9007199254740992", 9007199254740992n],
  ["-9007199254740991", -9007199254740991],
  ["9007199254740993.0", 9007199254740992],
  ["9.007199254740993E+15", 9007199254740992],
  ["1e23", 1e23],
  ["100000000000000000000000", 100000000000000000000000n],
  ["0.1234567890123456789", 0.12345678901234568],
  ["12345678901234567.5", 12345678901234568],
  ["1e-400", 0],
  ['"9007199254740993"', "9007199254740993"],
])("%s is read as what it is", (text, value) => {
  expect(parseExactJson(text)).toBe(value);
});

test.each([
  ['{"a":{"b":[1,2e400]}}', "a.b.1"],
  ['{"a":{"b":[1,-1E+999]}}', "a.b.1"],
  [`{"id":${"9".repeat(1_000_000)}}`, "id"],
  [`{"id":1${"0".repeat(20)}e300}`, "id"],
  [`{"id":1e0000400 ,"b":2}`, "id"],
  ["1e999", ""],
])("a number that is larger than any double is refused by its name: %.30s", (text, path) => {
  const read = () => parseExactJson(text);
  expect(read).toThrow(NumberTooLargeError);
  expect(read).toThrow(path === "" ? /^The number is/ : `${path} is a number beyond`);
});

test("what is no JSON is refused as JSON.parse does", () => {
  for (const text of [
    "{",
    "01234567890123456789",
    "[12345678901234567890,]",
    "12345678901234567890.",
    "-",
    "",
    "{12345678901234567890:1}",
    "{12345678901234567890 \n:1}",
    "--12345678901234567890",
    "tru12345678901234567890",
    '"a"12345678901234567890',
  ]) {
    expect(() => parseExactJson(text), text).toThrow(SyntaxError);
  }
});

test("what JSON.parse refuses is refused, and what it takes is taken", () => {
  const noise = fc.stringMatching(/^[-+.eE\d\\",: []{}]{0,60}$/);
  const outcome = (parse: (text: string) => unknown, text: string) => {
    try {
      return JSON.stringify(parse(text))?.length > 0;
    } catch (error) {
      return error instanceof NumberTooLargeError || !(error instanceof SyntaxError);
    }
  };
  fc.assert(
    fc.property(noise, (text) => {
      expect(outcome(parseExactJson, text)).toBe(outcome(JSON.parse, text));
    }),
    { numRuns: 2_000 },
  );
});

test("a key that could reach a prototype is a key", () => {
  const read = parseExactJson('{"__proto__":{"a":9007199254740993}}');
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  expect(JSON.stringify(read)).toBe('{"__proto__":{"a":9007199254740993}}');
});

/** Texts with which the search for long numbers has trouble, beside numbers of all lengths. */
const texts = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.uuid(),
  fc.stringMatching(/^[-+.eE\d\\",: []{0,40}$/),
  fc.bigInt().map(String),
);
const leaves = fc.oneof(
  texts,
  fc.bigInt({ min: -(10n ** 308n), max: 10n ** 308n }),
  fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
);
const values = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, leaves, tie("list"), tie("object")),
  list: fc.array(tie("value")),
  object: fc.dictionary(fc.oneof(texts, fc.constantFrom("__proto__", "toJSON", "constructor")), tie("value")),
})).value;

test("what is written is read as it was, and written the same again", () => {
  fc.assert(
    fc.property(values, fc.constantFrom(undefined, 1, "\t"), (value, space) => {
      const text = JSON.stringify(value, undefined, space);
      expect(JSON.stringify(parseExactJson(text), undefined, space)).toBe(text);
    }),
    { numRuns: 500 },
  );
});

test("every number is the one that its digits say, wherever it is", () => {
  const digits = fc.bigInt({ min: 1n, max: 10n ** 40n });
  const spaces = fc.stringMatching(/^[ \t\r\n]{0,20}$/);
  fc.assert(
    fc.property(texts, digits, spaces, fc.boolean(), (before, number, space, isNegative) => {
      const wanted = isNegative ? -number : number;
      const read = parseExactJson(
        `{${JSON.stringify(before)}:${space}[${space}${isNegative ? "-" : ""}${number}${space}]}`,
      );
      expect(read).toEqual({
        [before]: [wanted >= -(2n ** 53n) && wanted <= 2n ** 53n - 1n ? Number(wanted) : wanted],
      });
    }),
    { numRuns: 500 },
  );
});
