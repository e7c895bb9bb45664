import { expect, test } from "vitest";
import { knownData } from "./known-data.ts";
import { providers } from "./registry.ts";

test.each([
  [
    "sendgrid",
    { trackingSettings: { clickTracking: { enable: true } } },
    { tracking_settings: { click_tracking: { enable: true } } },
  ],
  ["postmark", { messageStream: "b", trackOpens: true }, { MessageStream: "b", TrackOpens: true }],
  ["mailjet", { templateID: 7, html_part: "x", customId: "c" }, { TemplateID: 7, HTMLPart: "x", CustomID: "c" }],
  [
    "mailgun",
    { oTag: ["a"], "o:testmode": "yes", recipient_variables: {} },
    { "o:tag": ["a"], "o:testmode": "yes", "recipient-variables": {} },
  ],
  ["emailjs", { templateId: [{ someKey: 1 }] }, { "template-id": [{ "some-key": 1 }] }],
  ["plunk", { sub_name: 1, URLTags: 2 }, { subName: 1, urlTags: 2 }],
])("the vendor's own fields of an email by %s have its casing, deeply, and its names", (providerId, data, body) => {
  expect(knownData("email", providerId, data)).toEqual({ overrides: {}, passthrough: { body } });
});

test.each([
  ["twilio", { statusCallback: "u" }, { StatusCallback: "u" }],
  ["nexmo", { clientRef: "u" }, { "client-ref": "u" }],
  ["sms-central", { messageReference: "u" }, { MESSAGE_REFERENCE: "u" }],
  ["telnyx", { webhookUrl: "u" }, { webhook_url: "u" }],
])("so have those of a text by %s", (providerId, data, body) => {
  expect(knownData("sms", providerId, data)).toEqual({ overrides: {}, passthrough: { body } });
});

test("what Belfry reads is part of the message, in whatever casing, and what is passed through stays as it is", () => {
  const _passthrough = { body: { some_Key: 1 } };
  const headers = { "X-Some-Header": "1" };
  expect(knownData("email", "resend", { reply_to: "r@x.example", headers, _passthrough, tags: [] })).toEqual({
    overrides: { replyTo: "r@x.example", headers, _passthrough },
    passthrough: { body: { tags: [] } },
  });
});

test("a chat message has the vendor's fields in it, beside its address", () => {
  const data = { webhookUrl: "https://hooks.example", iconEmoji: ":tea:", blocks: [{ blockId: "b" }] };
  expect(knownData("chat", "slack", data)).toEqual({
    overrides: { webhookUrl: "https://hooks.example", icon_emoji: ":tea:", blocks: [{ block_id: "b" }] },
    passthrough: undefined,
  });
});

test("adapters of push are given names in camel case, and the data for the app as it is", () => {
  expect(knownData("push", "fcm", { mutable_content: true, data: { order_id: 7 } })).toEqual({
    overrides: { mutableContent: true, data: { order_id: 7 } },
    passthrough: undefined,
  });
});

test("keys that mean something to JavaScript change nothing, for every provider", () => {
  for (const { channel, id } of providers) {
    const data = JSON.parse('{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}');
    knownData(channel, id, data);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  }
});
