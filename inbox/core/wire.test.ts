import fc from "fast-check";
import { expect, test } from "vitest";
import { InAppMessage } from "#contract/messages.ts";
import { InboxSocketFrame } from "#contract/widgets.ts";
import { aMessage } from "../testing/fake-server.ts";
import { readCount, readFeedPage, readFrame, readMessages, readOrganization, readRefusal, readToken } from "./wire.ts";

const page = (...data: unknown[]) => ({ data, hasMore: true, page: 0, pageSize: 25, totalCount: data.length });
const read = (message: unknown) => readFeedPage(page(message)).messages[0];

test("a whole message is read as the contract has it, unknown fields included", () => {
  const cta = {
    data: { url: "/a", target: "_blank" as const },
    action: { buttons: [{ type: "primary" as const, content: "Go" }] },
  };
  const message = aMessage("a", { cta, avatar: "/a.png", actor: { type: "user", data: null } });
  expect(InAppMessage.parse(message)).toEqual(message);
  expect(read({ ...message, severity: "high" })).toEqual({ ...message, severity: "high" });
});

test.each([
  ["its subject is a number", { subject: 5 }, { subject: undefined }],
  ["its avatar is null", { avatar: null }, { avatar: undefined }],
  ["its actor is of an unknown kind", { actor: { type: "robot", data: "x" } }, { actor: undefined }],
  ["its link is a list", { cta: { data: { url: ["/a"] } } }, { cta: { data: { url: undefined } } }],
  [
    "its link opens somewhere unknown",
    { cta: { data: { target: "hologram" } } },
    { cta: { data: { target: undefined } } },
  ],
  ["its buttons are text", { cta: { action: { buttons: "Go" } } }, { cta: { action: { buttons: undefined } } }],
  [
    "it has a kind of button that is not known",
    { cta: { action: { buttons: [{ type: "danger", content: "Go" }] } } },
    { cta: { action: { buttons: [{ type: "secondary", content: "Go" }] } } },
  ],
])("a message is shown without what cannot be shown: %s", (_, sent, shown) => {
  expect(read({ ...aMessage("a"), ...sent })).toMatchObject(shown);
});

test.each([
  ["a time that is none", { createdAt: "yesterday" }],
  ["a body of blocks", { content: [{ type: "text", content: "Hello" }] }],
  ["no flags", { seen: undefined, read: undefined }],
  ["no id", { _id: null }],
  ["no call to action", { cta: null }],
])("an entry with %s is left out of the list, and still counts as one of the page", (_, sent) => {
  expect(readFeedPage(page({ ...aMessage("a"), ...sent }, aMessage("b")))).toMatchObject({
    messages: [{ _id: "b" }],
    size: 2,
  });
});

test("an answer of another form is refused with a sentence that names the remedy", () => {
  for (const reader of [readToken, readCount, readMessages, readOrganization, readFeedPage])
    expect(() => reader("<!doctype html>")).toThrow("check that `apiUrl` is the address of a Belfry server");
});

test("the texts of a refusal are read, and anything else is ignored", () => {
  expect(readRefusal({ message: ["a", "b"] })).toBe("a; b");
  expect(readRefusal({ message: { nested: true } })).toBeUndefined();
  expect(readRefusal(null)).toBeUndefined();
});

test("a branding that cannot be used leaves the organization", () => {
  const organization = readOrganization({
    data: { _id: "o", name: "Acme", branding: { direction: "up", color: "#000" } },
  });
  expect(organization).toEqual({ _id: "o", name: "Acme", branding: { direction: undefined, color: "#000" } });
});

test("whatever a socket sends, the frame is one of the contract or ignored", () => {
  const event = fc.constantFrom("joined", "notification_received", "unseen_count_changed", "unread_count_changed", "x");
  const data = fc.oneof(
    fc.jsonValue(),
    fc.record({ unseenCount: fc.oneof(fc.integer(), fc.jsonValue()), unreadCount: fc.jsonValue() }),
    fc.record({ message: fc.oneof(fc.jsonValue(), fc.constant(aMessage("a"))) }),
  );
  const frames = fc.oneof(
    fc.json(),
    fc.string(),
    fc.record({ event, data }).map((frame) => JSON.stringify(frame)),
  );
  fc.assert(
    fc.property(frames, (text) => {
      const frame = readFrame(text);
      if (frame !== null) InboxSocketFrame.parse(frame);
    }),
    { numRuns: 500 },
  );
  for (const binary of [undefined, new ArrayBuffer(2), 7]) expect(readFrame(binary)).toBeNull();
});
