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
