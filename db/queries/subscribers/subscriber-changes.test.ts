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

test("blanks around what has a form of its own are left out", () => {
  const given = {
    subscriberId: "ada",
    email: " r&d@example.org\n",
    locale: "de_DE ",
    timezone: " Europe/Berlin",
    firstName: " A",
  };
  expect(withoutBadFields(given)).toEqual({
    given: { ...given, email: "r&d@example.org", locale: "de_DE", timezone: "Europe/Berlin" },
    messages: [],
  });
});

test("a text is as long as the API takes it, and a longer one is left out by its name", () => {
  const given = { subscriberId: "ada", firstName: "x".repeat(256), phone: "1".repeat(65), lastName: "Lovelace" };
  expect(withoutBadFields(given)).toEqual({
    given: { subscriberId: "ada", lastName: "Lovelace" },
    messages: [
      "firstName must be at most 255 characters, and was left out",
      "phone must be at most 64 characters, and was left out",
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
