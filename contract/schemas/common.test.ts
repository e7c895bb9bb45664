import { expect, test } from "vitest";
import { CreateTopic } from "../topics.ts";
import { NameNotificationGroup } from "../workflows/notification-groups.ts";
import { exactTextUpTo, filledText, nameUpTo } from "./common.ts";

const messages = (schema: ReturnType<typeof nameUpTo>, text: string) =>
  schema.safeParse(text).error?.issues.map(({ message }) => message);

test("a name that people read is more than blanks, which an id may be", () => {
  for (const text of ["", " ", "\t\n", "\u00a0", "\u3000"])
    expect(messages(filledText(10), text)).toEqual(["should not be empty"]);
  expect(filledText(10).parse(" a ")).toBe(" a ");
  expect([messages(nameUpTo(10), ""), nameUpTo(10).parse(" ")]).toEqual([["should not be empty"], " "]);
});

test("a text that is stored as it was sent has no NUL and no half of a character", () => {
  expect(messages(exactTextUpTo(10), "a\0")).toEqual(["must not contain the NUL character"]);
  expect(messages(exactTextUpTo(10), "\ud83d")).toEqual(["must not contain half of a character"]);
  expect(exactTextUpTo(10).parse("😀")).toBe("😀");
});

test("names of groups and topics are as long as others", () => {
  expect(NameNotificationGroup.safeParse({ name: " " }).success).toBe(false);
  expect(NameNotificationGroup.safeParse({ name: "x".repeat(256) }).success).toBe(false);
  expect(CreateTopic.safeParse({ key: "a", name: "x".repeat(256) }).success).toBe(false);
  expect(CreateTopic.safeParse({ key: "a", name: "" }).success).toBe(true);
});
