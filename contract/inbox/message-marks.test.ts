import { expect, test } from "vitest";
import { nullFieldsLeftOut } from "../schemas/null-fields.ts";
import { MarkMessages, MarkMessagesAs } from "./message-marks.ts";

test("messages are marked by one id, a list, or a comma separated text", () => {
  expect(MarkMessagesAs.parse({ messageId: "a", markAs: "read" }).messageId).toEqual(["a"]);
  expect(MarkMessagesAs.parse({ messageId: "a, b", markAs: "read" }).messageId).toEqual(["a", "b"]);
  expect(MarkMessagesAs.parse({ messageId: ["a", "b"], markAs: "read" }).messageId).toEqual(["a", "b"]);
});

test.each([undefined, "", []])("marking without an id (%j) is refused by name", (messageId) => {
  const result = MarkMessagesAs.safeParse({ messageId, markAs: "read" });
  expect(result.error?.issues[0]?.message).toBe("messageId is required");
});

test("marking with neither flag means seen", () => {
  expect(MarkMessages.parse({ messageId: "a", mark: {} }).mark).toEqual({ seen: true });
  expect(MarkMessages.parse(nullFieldsLeftOut(MarkMessages)({ messageId: "a", mark: { seen: null } })).mark).toEqual({
    seen: true,
  });
  expect(MarkMessages.parse({ messageId: "a", mark: { read: true } }).mark).toEqual({ read: true });
});
