import { expect, test } from "vitest";
import { z } from "zod";
import { parseMessages } from "./validation-messages.ts";

function messagesOf(schema: z.ZodType, value: unknown): string[] {
  const { error } = schema.safeParse(value);
  return error ? parseMessages(error) : [];
}

test("a missing value of any type is said to be missing", () => {
  expect(messagesOf(z.object({ since: z.date() }), {})).toEqual(["since should not be null or undefined"]);
});

test("fields that an object must not have are named, unless the schema has words of its own", () => {
  const value = { day: 1, Day: 2 };
  expect(messagesOf(z.strictObject({ day: z.number() }), value)).toEqual(['must not have the field "Day": remove it']);
  expect(messagesOf(z.strictObject({ day: z.number() }, { error: "must be days" }), value)).toEqual(["must be days"]);
});

test("a number that is too large for its field is said to be that", () => {
  const schema = z.object({
    limit: z.number(),
    page: z.int(),
    name: z.string(),
    own: z.number({ error: "must be days" }),
  });
  const large = 9007199254740993n;
  expect(messagesOf(schema, { limit: large, page: large, name: large, own: large })).toEqual([
    "limit must be between -9007199254740991 and 9007199254740991",
    "page must be between -9007199254740991 and 9007199254740991",
    "name must be a string",
    "own must be days",
  ]);
});
