import { expect, test } from "vitest";
import { nullFieldsLeftOut } from "../schemas/null-fields.ts";
import { BulkDeleteMessages, InAppMessage, InitializeWidgetSession, MarkAllMessages } from "./widgets.ts";

const session = { applicationIdentifier: "app", subscriberId: "ada_1-x" };

test("a session may be asked for with a null hash and null profile fields", () => {
  const sent = nullFieldsLeftOut(InitializeWidgetSession)({ ...session, hmacHash: null, firstName: null });
  expect(InitializeWidgetSession.safeParse(sent).success).toBe(true);
});

test("a subscriberId with other characters than letters, digits, underscore and hyphen is refused by name", () => {
  const result = InitializeWidgetSession.safeParse({ ...session, subscriberId: "ada lovelace" });
  expect(result.error?.issues[0]?.path).toEqual(["subscriberId"]);
});

test("marking all accepts no feed, one feed and several", () => {
  expect(MarkAllMessages.parse({})).toEqual({});
  expect(MarkAllMessages.parse({ feedId: [] }).feedId).toBeUndefined();
  expect(MarkAllMessages.parse({ feedId: "news" }).feedId).toEqual(["news"]);
  expect(MarkAllMessages.parse({ feedId: ["news", "billing"] }).feedId).toEqual(["news", "billing"]);
});

test("a bulk delete takes 1 to 100 ids", () => {
  const ids = (count: number) => Array.from({ length: count }, () => crypto.randomUUID());
  expect(BulkDeleteMessages.safeParse({ messageIds: ids(100) }).success).toBe(true);
  expect(BulkDeleteMessages.safeParse({ messageIds: ids(101) }).error?.issues[0]?.message).toContain(
    "no more than 100",
  );
  expect(BulkDeleteMessages.safeParse({ messageIds: [] }).error?.issues[0]?.message).toBe("should not be empty");
  expect(BulkDeleteMessages.safeParse({ messageIds: ["one"] }).success).toBe(false);
});

test("a message without a cta object never reaches a client", () => {
  expect(InAppMessage.shape.cta.safeParse(null).success).toBe(false);
  expect(InAppMessage.shape.cta.safeParse({}).success).toBe(true);
});
