import fc from "fast-check";
import { expect, test } from "vitest";
import { isStoredAsIs, storableJson, storableText } from "./storable.ts";

/** Texts with everything that JSON escapes and Postgres refuses, often side by side. */
const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom("\0", "\\", '"', "\\u0000", "\\ud800", "\ud83d", "\ude00", "😀", "\n", "\u001f", "u0000", "a"),
      fc.string({ unit: "binary", maxLength: 3 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));

const hostileValue = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    hostileText,
    fc.jsonValue(),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(hostileText, tie("value"), { maxKeys: 4 }),
  ),
})).value;

/** The same replacements, made before the value becomes JSON. */
function storableValue(value: unknown): unknown {
  if (typeof value === "string") return storableText(value);
  if (Array.isArray(value)) return value.map(storableValue);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [storableText(key), storableValue(inner)]));
}

test("storable text has no NUL and no half of a surrogate pair, and is otherwise unchanged", () => {
  expect(storableText("a\0b \ud83d\ude00 \ud83dx\ude00")).toBe("ab 😀 \ufffdx\ufffd");
  fc.assert(
    fc.property(hostileText, (text) => {
      const stored = storableText(text);
      expect(stored).not.toMatch(/\p{Surrogate}/u);
      expect(stored).not.toContain("\0");
      expect(stored).toBe(Buffer.from(text).toString().replaceAll("\0", ""));
    }),
  );
});

test("storable JSON is the JSON of the value with storable keys and texts", () => {
  fc.assert(
    fc.property(hostileValue, (value) => {
      const json = storableJson(value);
      expect(json).not.toMatch(/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f]..)/);
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(storableValue(JSON.parse(JSON.stringify(value))))));
    }),
    { numRuns: 500 },
  );
});

test("what is stored in another form than it has is known", () => {
  fc.assert(
    fc.property(hostileValue, (value) => {
      const json = JSON.stringify(value) ?? "null";
      if (isStoredAsIs(json)) expect(storableJson(value)).toBe(json);
    }),
    { numRuns: 500 },
  );
  expect(isStoredAsIs(JSON.stringify({ a: "plain 😀 \n" }))).toBe(true);
  expect(isStoredAsIs(JSON.stringify({ "a\0": 1 }))).toBe(false);
  expect(isStoredAsIs(JSON.stringify(["\ud83d"]))).toBe(false);
});

test.each<[string, unknown, string]>([
  ["text that only spells an escape", "\\u0000 \\ud800", '"\\\\u0000 \\\\ud800"'],
  ["a backslash before a NUL", "\\\0", '"\\\\"'],
  ["a spelled escape beside a real one", "\\u0000\0", '"\\\\u0000"'],
  ["a key with a NUL", { "a\0b": 1 }, '{"ab":1}'],
  ["a broken key", { "\ud83d": "\ude00" }, '{"\ufffd":"\ufffd"}'],
  ["a whole pair", "😀", '"😀"'],
  ["other control characters", "\u0001\n", '"\\u0001\\n"'],
  ["undefined", undefined, "null"],
])("%s", (_, value, json) => {
  expect(storableJson(value)).toBe(json);
});
