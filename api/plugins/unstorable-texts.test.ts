import { expect, test } from "vitest";
import { unstorableSentence } from "./unstorable-texts.ts";

const said = (body: unknown, query: unknown = {}) => unstorableSentence({ body, query, params: {} });

test("the field of a text that cannot be stored is named, wherever it is", () => {
  expect(said({ name: "ok", steps: [{ name: "a\0" }] })).toBe(
    "steps.0.name must not contain the NUL character: remove it",
  );
  expect(said({ data: { half: "\ud83d" } })).toBe("data.half must not contain half of a character: remove it");
  expect(said({ data: { "\0": 1 } })).toBe("data has a name that must not contain the NUL character: remove it");
  expect(said({ name: "😀" }, { key: "\0" })).toBe("key must not contain the NUL character: remove it");
  expect(said(null)).toMatch(/^The request contains a character/);
});
