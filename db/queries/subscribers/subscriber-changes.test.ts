import { expect, test } from "vitest";
import { withoutBadFields } from "./subscriber-changes.ts";

const chat = (credentials: Record<string, unknown>) => ({ providerId: "slack", credentials });

test("credentials that cannot be used are left out of what an event says of a person, and the others stay", () => {
  const given = {
    subscriberId: "ada",
    channels: [
      chat({ webhookUrl: "hooks.example.org/1", channel: "ops" }),
      chat({ webhookUrl: 7 }),
      chat({ webhookUrl: " https://hooks.bücher.example/ü " }),
      { providerId: "fcm", credentials: { deviceTokens: ["one", null, 5n] } },
      { providerId: "fcm", credentials: { deviceTokens: [null] } },
    ],
  };
  const address = "must be an http or https address, such as https://example.com/webhook, and was left out";
  expect(withoutBadFields(given)).toEqual({
    given: {
      subscriberId: "ada",
      channels: [
        chat({ channel: "ops" }),
        chat({ webhookUrl: "https://hooks.bücher.example/ü" }),
        { providerId: "fcm", credentials: { deviceTokens: ["one"] } },
      ],
    },
    messages: [
      `channels.0.credentials.webhookUrl ${address}`,
      "channels.1.credentials.webhookUrl must be a string, and was left out",
      "channels.3.credentials.deviceTokens.1 is missing, and was left out",
      "channels.3.credentials.deviceTokens.2 must be a string, and was left out",
      "channels.4.credentials.deviceTokens.0 is missing, and was left out",
    ],
  });
});

test("an empty list of devices, an empty address and a mask are said on purpose", () => {
  const given = {
    subscriberId: "ada",
    channels: [chat({ webhookUrl: "" }), chat({ webhookUrl: "nvsk.cret" }), chat({ deviceTokens: [] })],
  };
  expect(withoutBadFields(given)).toEqual({ given, messages: [] });
});
