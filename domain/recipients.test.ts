import fc from "fast-check";
import { expect, test } from "vitest";
import { parseInlineSubscriber, parseRecipients } from "./recipients.ts";

const nobody = { subscribers: [], topics: [], invalid: [] };
const topic = (topicKey: string) => ({ type: "Topic", topicKey });

test("an id names one subscriber, without the blanks around it", () => {
  expect(parseRecipients(" ann ")).toEqual({ ...nobody, subscribers: [{ subscriberId: "ann" }] });
});

test("an object names one subscriber and carries the fields to store", () => {
  const ann = {
    subscriberId: "ann",
    firstName: "Ann",
    email: "",
    data: { plan: "pro" },
    channels: [
      { providerId: "slack", credentials: { webhookUrl: "https://example.com" }, integrationIdentifier: "s1" },
    ],
  };
  expect(parseRecipients(ann)).toEqual({ ...nobody, subscribers: [ann] });
});

test("a field that is null counts as not given, an unknown one is left out", () => {
  const to = { subscriberId: "ann", type: "Subscriber", firstName: null, data: null, channels: null, age: 7 };
  expect(parseRecipients(to).subscribers).toEqual([{ subscriberId: "ann" }]);
});

test("a list may mix ids, objects and topics; null members are ignored", () => {
  expect(parseRecipients(["ann", { subscriberId: "bob" }, null, topic(" news "), undefined, topic("team")])).toEqual({
    subscribers: [{ subscriberId: "ann" }, { subscriberId: "bob" }],
    topics: ["news", "team"],
    invalid: [],
  });
});

test("of several objects with the same id the last one wins as a whole", () => {
  const to = [
    { subscriberId: "ann", firstName: "A", email: "a@b.c" },
    "bob",
    { subscriberId: " ann", firstName: "Ann" },
  ];
  expect(parseRecipients(to).subscribers).toEqual([{ subscriberId: "ann", firstName: "Ann" }, { subscriberId: "bob" }]);
});

test("a topic named twice counts once", () => {
  expect(parseRecipients([topic("news"), topic("news")]).topics).toEqual(["news"]);
});

test("a topic excludes those whom each of its entries excludes", () => {
  const without = (topicKey: string, ...exclude: unknown[]) => ({ ...topic(topicKey), exclude });
  expect(parseRecipients([without("news", " ann ", "bob", "ann"), topic("team")])).toEqual({
    ...nobody,
    topics: ["news", "team"],
    exclusions: [{ topicKey: "news", subscriberIds: ["ann", "bob"] }],
  });
  const twice = [without("news", "ann", "bob"), without("news", "bob", "eve"), without("team", "ann"), topic("team")];
  expect(parseRecipients(twice)).toEqual({
    ...nobody,
    topics: ["news", "team"],
    exclusions: [{ topicKey: "news", subscriberIds: ["bob"] }],
  });
});

test.each<[string, unknown, string, string?]>([
  ["a list in place of an id", ["ann"], "a subscriberId of"],
  ["an object without id", { firstName: "Ann" }, "a subscriberId of"],
  ["an empty id", "", "a subscriberId of", ""],
  ["an id with a blank inside", "a b", "a subscriberId of", "a b"],
  ["an email as id", { subscriberId: "ann@example.com" }, "a subscriberId of", "ann@example.com"],
  ["an id that is too long", "a".repeat(6_000), "a subscriberId of", "a".repeat(6_000)],
  ["an object with an id that is too long", { subscriberId: "a".repeat(256) }, "a subscriberId of", "a".repeat(256)],
  ["a number", 7, "a subscriberId of"],
  ["a topic without key", { type: "Topic" }, "a topicKey of"],
  ["a topic with an empty key", topic("  "), "a topicKey of"],
  ["a topic key that is too long", topic("k".repeat(256)), "a topicKey of"],
  ["a topic key with a NUL", topic("a\0b"), "a topicKey of"],
])("%s is left out with the reason, the others go on", (_, member, reason, subscriberId) => {
  const { subscribers, topics, invalid } = parseRecipients(["bob", member]);
  expect([subscribers, topics]).toEqual([[{ subscriberId: "bob" }], []]);
  const message = expect.stringContaining(`Recipient 2 must have ${reason}`);
  expect(invalid).toEqual([{ ...(subscriberId !== undefined && { subscriberId }), message }]);
});

test.each<[string, object, string]>([
  ["a text that is a number", { firstName: 7 }, "a firstName that is a string"],
  ["data that is a list", { data: [] }, "data that is an object"],
  ["channels that are no list", { channels: {} }, "channels that are a list"],
  ["a channel without credentials", { channels: [{ providerId: "x" }] }, "channels that"],
])("%s is left out with the reason, the person is not", (_, fields, reason) => {
  const { subscribers, invalid } = parseRecipients(["bob", { subscriberId: "ann", lastName: "Lee", ...fields }]);
  expect(subscribers).toEqual([{ subscriberId: "bob" }, { subscriberId: "ann", lastName: "Lee" }]);
  const message = expect.stringContaining(`Recipient 2 must have ${reason}`);
  expect(invalid).toEqual([{ isKept: true, subscriberId: "ann", message }]);
});

test.each([[[]], [null], [undefined], [[null]]])("%j names nobody and is not malformed", (to) => {
  expect(parseRecipients(to)).toEqual(nobody);
});

test("an actor is read like a recipient", () => {
  expect(parseInlineSubscriber("ann")).toEqual({ subscriberId: "ann" });
  expect(parseInlineSubscriber({ subscriberId: "ann", locale: "it" })).toEqual({ subscriberId: "ann", locale: "it" });
  expect(parseInlineSubscriber(null)).toBeUndefined();
});

test("whatever is sent as recipients, only well-formed ids come out and every other member is counted", () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), (to) => {
      const { subscribers, topics, invalid } = parseRecipients(to);
      for (const { subscriberId } of subscribers) expect(subscriberId).toMatch(/^[\w-]{1,255}$/);
      const dropped = invalid.filter(({ isKept }) => !isKept);
      expect(subscribers.length + topics.length + dropped.length).toBeLessThanOrEqual(
        to.filter((member) => member !== null).length,
      );
    }),
  );
});
