import { describe, expect, test } from "vitest";
import { addressesOf, catchAllOf, listingOf, testedRequest } from "./test-delivery.ts";

// While an environment is tested, messages reach listed people and addresses only.

const allowed = {
  subscriberIds: ["ada"],
  addresses: ["QA@Example.com", "+49 (170) 123-45", "https://hooks.example.com/T/1", "token-1"],
};
const ada = { subscriberId: "ada", addresses: ["ada@example.com", "+44 20 7946", undefined, "", "adas-phone"] };
const isListed = listingOf({ allowed }, ada);

describe("the list", () => {
  test.each([
    "qa@example.com",
    " qa@EXAMPLE.com ",
    '"Ms. QA" <qa@example.com>',
    "+4917012345",
    "+49 170 12345",
    "https://hooks.example.com/T/1",
    "token-1",
    "ada@example.com",
    "+44207946",
    "adas-phone",
  ])("has %s, however it is written", (address) => expect(isListed(address)).toBe(true));

  test.each([
    "bob@example.com",
    "qa@example.com.evil.org",
    "qa@example.com <bob@example.com>",
    "4917012345",
    "+49170123456",
    "https://hooks.example.com/t/1",
    "https://hooks.example.com/T/1?x",
    "TOKEN-1",
    "ada",
    "",
  ])("does not have %s", (address) => expect(isListed(address)).toBe(false));

  test("has nothing of a person who is not listed", () => {
    const others = listingOf({ allowed }, { ...ada, subscriberId: "bob" });
    expect(others("ada@example.com")).toBe(false);
    expect(listingOf({ allowed })("ada@example.com")).toBe(false);
  });
});

describe("a request", () => {
  const all = "all@example.com";
  const tested = (request: object, catchAll?: string) => testedRequest({ ...request }, isListed, catchAll);

  test("of a mail goes to listed addresses, and to the one for all else in place of the others", () => {
    const mail = {
      to: ["ada@example.com", "bob@example.com"],
      cc: ["qa@example.com", "c@example.com"],
      bcc: ["d@example.com"],
      subject: "Hi",
    };
    expect(tested(mail, all)).toEqual({
      request: { to: ["ada@example.com", all], cc: ["qa@example.com"], bcc: [], subject: "Hi" },
      leftOut: ["bob@example.com", "c@example.com", "d@example.com"],
    });
    expect(tested(mail)?.request).toMatchObject({ to: ["ada@example.com"], bcc: [] });
    expect(tested({ to: ["bob@example.com"], cc: ["qa@example.com"] })).toBeUndefined();
    expect(tested({ to: ["bob@example.com"], bcc: ["c@example.com"] }, all)?.request).toMatchObject({
      to: [all],
      bcc: [],
    });
    expect(tested({ to: [] }, all)).toBeUndefined();
  });

  test("of a text goes to a listed number, to the one for all else, or to nobody", () => {
    expect(tested({ to: "+49 170 12345" })?.request).toEqual({ to: "+49 170 12345" });
    expect(tested({ to: "+1" }, "+2")).toEqual({ request: { to: "+2" }, leftOut: ["+1"] });
    expect(tested({ to: "+1" })).toBeUndefined();
  });

  test.each([
    ["a chat", { webhookUrl: "https://hooks.example.com/T/1" }, { webhookUrl: "https://hooks.example.com/T/2" }],
    ["a chat by number", { webhookUrl: "", phoneNumber: "+44 20 7946" }, { webhookUrl: "", phoneNumber: "+1" }],
    ["a push", { target: ["token-1"] }, { target: ["token-2"] }],
    ["nothing", { target: ["adas-phone"] }, {}],
  ])("of %s goes to a listed destination or to nobody", (_what, listed, other) => {
    expect(tested(listed, all)?.request).toEqual(listed);
    expect(tested(other, all)).toBeUndefined();
  });

  test("has nothing left by which its caller could address it anew", () => {
    const request = {
      to: ["qa@example.com"],
      passthrough: { body: { personalizations: [{ to: "bob@example.com" }] } },
      headers: { Bcc: "bob@example.com", "Resent-To": "bob@example.com", "X-Order": "7" },
      customData: { channel: "#everybody", text: "Hi" },
      overrides: { topic: "everybody", sound: "ping" },
    };
    expect(tested(request)?.request).toMatchObject({
      headers: { "X-Order": "7" },
      customData: { text: "Hi" },
      overrides: { sound: "ping" },
    });
    expect(JSON.stringify(tested(request))).not.toMatch(/bob|everybody/);
  });
});

test("an address for all else is that of the channel", () => {
  expect(catchAllOf({ to: { email: "a@example.com" } }, "email")).toBe("a@example.com");
  expect(catchAllOf({ to: { email: "a@example.com" } }, "sms")).toBeUndefined();
  expect(catchAllOf({ to: { email: "a@example.com" } }, "push")).toBeUndefined();
  expect(addressesOf({ to: "+1", cc: null, target: ["x", 1] })).toEqual(["+1", "x"]);
});
