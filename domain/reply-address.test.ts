import { expect, test } from "vitest";
import { parseReplyAddress, replyAddressOf } from "./reply-address.ts";

const messageId = "0b0e7a5c-1d2e-5f3a-8b4c-5d6e7f809a1b";
const environmentId = "6f1c1f0e-0000-4000-8000-000000000001";

test("the address of a message names it alone, and fits into 64 characters", () => {
  const address = replyAddressOf(messageId, "reply.example.com");
  expect(address).toBe("parse+0b0e7a5c1d2e5f3a8b4c5d6e7f809a1b-nv-m@reply.example.com");
  expect(address.split("@")[0]?.length).toBeLessThanOrEqual(64);
  const target = { kind: "message", messageId, domain: "reply.example.com" };
  expect(parseReplyAddress(address)).toEqual(target);
  expect(parseReplyAddress(address.toUpperCase())).toEqual(target);
});

test("the older form names event and environment", () => {
  expect(parseReplyAddress(`parse+order-1-nv-e=${environmentId}@Reply.Example.com`)).toEqual({
    kind: "transaction",
    transactionId: "order-1",
    environmentId,
    domain: "reply.example.com",
  });
});

test.each([
  '"parse+0b0e7a5c1d2e5f3a8b4c5d6e7f809a1b-nv-m"@reply.example.com',
  '"parse\\+0b0e7a5c1d2e5f3a8b4c5d6e7f809a1b-nv-m"@reply.example.com',
  '"\\P\\a\\rse+0B0E7A5C1D2E5F3A8B4C5D6E7F809A1B-NV-M"@REPLY.example.com',
])("a local part in quotes names the same mailbox: %s", (address) => {
  expect(parseReplyAddress(address)).toEqual({ kind: "message", messageId, domain: "reply.example.com" });
});

test("so does that of the older form", () => {
  expect(parseReplyAddress(`"parse+order\\-1-nv-e=${environmentId}"@reply.example.com`)).toMatchObject({
    kind: "transaction",
    transactionId: "order-1",
    environmentId,
  });
});

test.each([
  ["", "Missing transactionId"],
  ["hello@example.com", "Missing transactionId"],
  [`parse+-nv-e=${environmentId}@example.com`, "Missing transactionId"],
  ["parse+order-1-nv-e=@example.com", "Missing environmentId"],
  ["parse+0b0e-nv-m@example.com", "Missing transactionId"],
])("%j is refused: %s", (address, message) => {
  expect(() => parseReplyAddress(address)).toThrow(message);
});
