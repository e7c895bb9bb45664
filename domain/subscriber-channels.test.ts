import { expect, test } from "vitest";
import { knownCredentials, withCredentials, withoutTokens } from "./subscriber-channels.ts";

const fcm = (credentials: object, integrationId = "one") => ({
  providerId: "fcm",
  integrationId,
  integrationIdentifier: `fcm-${integrationId}`,
  credentials,
});

test("the first credentials for an integration add an entry, several integrations of one provider have one each", () => {
  const first = withCredentials([], fcm({ deviceTokens: ["a", "a"] }), "append");
  expect(first).toEqual([fcm({ deviceTokens: ["a"] })]);
  expect(withCredentials(first, fcm({ webhookUrl: "https://x.example" }, "two"), "set")).toEqual([
    fcm({ deviceTokens: ["a"] }),
    fcm({ webhookUrl: "https://x.example" }, "two"),
  ]);
});

test("setting replaces device tokens, appending unites them, and an empty list empties them either way", () => {
  const stored = [fcm({ deviceTokens: ["a", "b"] })];
  const after = (deviceTokens: string[], mode: "set" | "append") =>
    withCredentials(stored, fcm({ deviceTokens }), mode)[0]?.credentials.deviceTokens;
  expect(after(["c", "c"], "set")).toEqual(["c"]);
  expect(after(["b", "c"], "append")).toEqual(["a", "b", "c"]);
  expect(after([], "set")).toEqual([]);
  expect(after([], "append")).toEqual([]);
});

test("credentials that are not named keep their value", () => {
  const stored = [fcm({ deviceTokens: ["a"], channel: "general" })];
  for (const mode of ["set", "append"] as const) {
    expect(withCredentials(stored, fcm({ webhookUrl: "https://x.example" }), mode)).toEqual([
      fcm({ deviceTokens: ["a"], channel: "general", webhookUrl: "https://x.example" }),
    ]);
  }
});

test("only the webhook address, the channel and device tokens are kept, each only in its own type", () => {
  expect(knownCredentials({ webhookUrl: "https://x.example", title: "x", channel: 4, deviceTokens: ["a", 1] })).toEqual(
    {
      webhookUrl: "https://x.example",
      deviceTokens: ["a"],
    },
  );
});

test("a token is removed from the entry of one integration, and a list without it stays the very same", () => {
  const stored = [
    fcm({ deviceTokens: ["a", "b"], channel: "general" }),
    fcm({ deviceTokens: ["a"] }, "two"),
    fcm({}, "three"),
  ];
  expect(withoutTokens(stored, { providerId: "fcm", integrationId: "one" }, ["a"])).toEqual([
    fcm({ deviceTokens: ["b"], channel: "general" }),
    fcm({ deviceTokens: ["a"] }, "two"),
    fcm({}, "three"),
  ]);
  expect(withoutTokens(stored, { providerId: "fcm", integrationId: "one" }, ["c"])).toBe(stored);
  expect(withoutTokens(stored, { providerId: "expo", integrationId: "one" }, ["a"])).toBe(stored);
});
